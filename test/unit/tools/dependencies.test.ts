import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "chai";
import { describe, it } from "mocha";

const ROOT = resolve(__dirname, "../../..");

interface Package {
  license?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Licences that ask for no more than their text. */
const PERMISSIVE = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

describe("dependencies", () => {
  const read = (file: string) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
  type Names = Record<string, Record<string, string> | undefined>;
  const { dependencies = {}, devDependencies = {} }: Names = read("package.json");
  const { dependencies: emulatorDependencies = {} }: Names = read("emulator/package.json");
  const packages: Record<string, Package> = read("package-lock.json").packages;
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes("node_modules/") && !link,
  );

  it("are locked by what they hold, wherever they are downloaded from", () => {
    for (const [path, { integrity, resolved }] of installed) {
      expect(integrity, path).to.match(/^sha512-/);
      expect(resolved, path).to.equal(undefined);
    }
  });

  const published = [
    { name: "pulumi-vendorcloud", directory: "", direct: Object.keys(dependencies) },
    { name: "vendorcloud-emulator", directory: "emulator", direct: Object.keys(emulatorDependencies) },
  ];
  for (const { name, directory, direct } of published) {
    it(`that an installation of ${name} brings have permissive licences`, () => {
      const closure = closureOf(direct, directory, packages);
      expect(closure.length).to.be.greaterThan(direct.length);
      for (const path of closure) expect(PERMISSIVE, path).to.include(packages[path]?.license);
    });

    it(`that an installation of ${name} brings are as many as the documentation says`, () => {
      const page = readFileSync(join(ROOT, "docs/dependencies.md"), "utf8");
      expect(page).to.include(`${name}: ${closureOf(direct, directory, packages).length} packages`);
    });
  }

  it("are all told of in the documentation, and no others", () => {
    const page = readFileSync(join(ROOT, "docs/dependencies.md"), "utf8");
    const rows = [...page.matchAll(/^\| \[?`([^`]+)`/gm)].map(([, name]) => name);
    expect(rows).to.have.members(
      [dependencies, emulatorDependencies, devDependencies].flatMap((names) => Object.keys(names)),
    );
  });
});

/** The packages that are installed with these of a directory, by their paths in the lockfile. */
function closureOf(names: string[], directory: string, packages: Record<string, Package>): string[] {
  const found = new Set<string>();
  const visit = (name: string, from: string): void => {
    const path = pathFrom(name, from, packages);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next, path);
  };
  for (const name of names) visit(name, directory);
  return [...found];
}

/** As Node looks for it: in the nearest `node_modules` that has it, from the package outwards. */
function pathFrom(name: string, from: string, packages: Record<string, Package>): string | undefined {
  const candidate = `${from === "" ? "" : `${from}/`}node_modules/${name}`;
  if (candidate in packages) return candidate;
  return from === ""
    ? undefined
    : pathFrom(name, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), packages);
}
