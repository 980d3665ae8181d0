import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";
import { listInstalledWith, lockedPackages, publishedPackages } from "../../../tools/sbom/lockfile.js";
import { createSbom } from "../../../tools/sbom/sbom.js";
import { ROOT } from "../../support/sandbox.js";

/** Licences that ask for no more than their text. */
const PERMISSIVE = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

/** Further packages for development: none of them is installed with the product. */
const PERMISSIVE_TOO = ["BlueOak-1.0.0", "CC-BY-3.0", "CC0-1.0", "PSF-2.0", "Python-2.0"];

/** Packages that name their licence in a file only. It was read: MIT for both. */
const READ = ["node_modules/@logdna/tail-file", "node_modules/spawndamnit"];

describe("dependencies", () => {
  const page = readFileSync(join(ROOT, "docs/dependencies.md"), "utf8");
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const locked = Object.entries(lockedPackages).filter(
    ([path, { link }]) => path.includes("node_modules/") && !link,
  );

  it("are locked by what they hold, wherever they are downloaded from", () => {
    for (const [path, { integrity, resolved }] of locked) {
      expect(integrity, path).to.match(/^sha512-/);
      expect(resolved, path).to.equal(undefined);
    }
  });

  it("have licences that development may use", () => {
    for (const [path, { license = "none" }] of locked) {
      if (READ.includes(path)) continue;
      for (const each of license.replace(/[()]/g, "").split(/ AND | OR /)) {
        expect([...PERMISSIVE, ...PERMISSIVE_TOO], path).to.include(each);
      }
    }
  });

  for (const published of publishedPackages) {
    const { name, dependencies } = published;
    const installed = listInstalledWith(published);

    it(`that an installation of ${name} brings have permissive licences`, () => {
      expect(installed.length).to.be.greaterThan(Object.keys(dependencies).length);
      for (const path of installed) expect(PERMISSIVE, path).to.include(lockedPackages[path]?.license);
    });

    it(`that an installation of ${name} brings run no script when they are installed`, () => {
      expect(installed.filter((path) => lockedPackages[path]?.hasInstallScript)).to.deep.equal([]);
    });

    it(`that an installation of ${name} brings are as many as the documentation says`, () => {
      expect(page).to.include(`${name}: ${installed.length} packages`);
    });

    it(`that an installation of ${name} brings are in its SBOM, with checksum and licence`, () => {
      const { metadata, components } = JSON.parse(createSbom(published));
      expect(metadata.component).to.include({ name, purl: `pkg:npm/${name}@${published.version}` });
      const listed = components.map(({ purl, hashes, licenses }: Component) => ({
        purl: decodeURIComponent(purl),
        checksum: hashes[0]?.content,
        license: licenses[0]?.license.id,
      }));
      const expected = installed.map((path) => {
        const { version, integrity = "", license } = lockedPackages[path] ?? {};
        const checksum = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
        return { purl: `pkg:npm/${nameIn(path)}@${version}`, checksum, license };
      });
      // Two copies of one version are one component.
      const unique = new Map(expected.map((each) => [each.purl, each]));
      expect(listed).to.have.deep.members([...unique.values()]);
    });

    for (const direct of Object.keys(dependencies)) {
      it(`have a review: ${direct}, in the version that is locked and with what it installs`, () => {
        const { version } = lockedPackages[`node_modules/${direct}`] ?? {};
        const count = listInstalledWith({ ...published, dependencies: { [direct]: "" } }).length;
        const review = page
          .split("\n### ")
          .find((section) => section.startsWith(`\`${direct}\` ${version}\n`));
        expect(review).to.include(`- **Installs:** ${count} packages`);
        for (const part of ["Why", "Without it", "Kept by"]) expect(review).to.include(`- **${part}:** `);
      });
    }
  }

  it("are all described in the documentation, and no others", () => {
    const runtime = publishedPackages.flatMap(({ dependencies }) => Object.keys(dependencies));
    const sections = [...page.matchAll(/^### `([^`]+)`/gm)].map(([, name]) => name);
    expect(sections).to.have.members(runtime);
    const rows = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
    expect(rows).to.have.members(Object.keys(devDependencies));
  });
});

interface Component {
  purl: string;
  hashes: { content: string }[];
  licenses: { license: { id: string } }[];
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
