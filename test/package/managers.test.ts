import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { fetchNode } from "../support/otherNode.js";
import { type Archives, expectCommands, expectFiles, expectPreview, expectReads } from "./expectations.js";
import { DEVELOPED_WITH, Installation, OLDEST, TYPESCRIPT } from "./installation.js";
import { EMULATOR, type Manager, npmManager, otherManagers, pack } from "./managers.js";

/** The packages in what other people have. With npm, the newest SDK and this Node they are in `npm.test.ts`. */
describe("package: installed", function () {
  this.timeout(600_000);

  let directory: string;
  let archives: Archives;
  let managers: Record<"pnpm" | "yarn", Manager>;
  let installation: Installation;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-package-"));
    archives = {
      "pulumi-vendorcloud": await pack(directory),
      "vendorcloud-emulator": await pack(directory, EMULATOR),
    };
    managers = await otherManagers(directory);
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  for (const [name, programs, further] of [
    ["pnpm", ["javascript", "esm"], { typescript: TYPESCRIPT }],
    // Its packages lie as npm puts them.
    ["yarn", ["javascript"], {}],
  ] as const)
    describe(`with ${name}`, () => {
      before(async () => {
        installation = await Installation.make(managers[name], {
          "@pulumi/pulumi": DEVELOPED_WITH,
          ...further,
          ...Object.fromEntries(Object.entries(archives).map(([name, { path }]) => [name, `file:${path}`])),
        });
      });
      after(() => installation.close());

      it("has the files that were packed", () => expectFiles(installation, archives));
      it("has commands, which npx runs too", () => expectCommands(installation));
      for (const program of programs)
        it(`previews a program, and changes nothing: ${program}`, () => expectPreview(installation, program));
    });

  describe(`with the oldest SDK that it accepts, ${OLDEST}, and another Node`, () => {
    let node: { directory: string; version: string };
    before(async () => {
      const archive = `file:${archives["pulumi-vendorcloud"].path}`;
      const packages = { "@pulumi/pulumi": OLDEST, "pulumi-vendorcloud": archive };
      installation = await Installation.make(npmManager(), packages);
      const running = Number(process.versions.node.split(".")[0]);
      node = await fetchNode(running === 22 ? 24 : 22, directory);
    });
    after(() => installation.close());

    it("creates and destroys a container group, and changes and restores a record", async () => {
      const { emulator } = installation.sandbox;
      const objects = () => [
        emulator.containerGroups.list().length,
        emulator.business.list("customers").map(({ fields }) => fields.website),
      ];
      const before = objects();
      const project = await installation.project("javascript", node.directory);
      expect(await project.pulumi("preview")).to.match(/Resources:\n\s+\+ 3 to create/);
      expectReads(installation);
      expect(await project.pulumi("up", "--yes", "--skip-preview")).to.match(/Resources:\n\s+\+ 3 created/);
      expect(objects()).not.to.deep.equal(before);
      expect(node.version).not.to.equal(process.version);
      expect(await project.output("node")).to.equal(node.version);
      await project.pulumi("preview", "--expect-no-changes");
      expect(await project.pulumi("destroy", "--yes", "--skip-preview")).to.match(
        /Resources:\n\s+- 3 deleted/,
      );
      expect(objects()).to.deep.equal(before);
    });

    it("says which SDK `get` needs", async () => {
      const project = await installation.project("javascript", node.directory);
      const program = `require("pulumi-vendorcloud").Customer.get("it", "${seedId("customers", 1)}");`;
      project.write("index.js", program);
      const refusal = await project.pulumi("preview").catch(({ message }: Error) => message);
      expect(refusal).to.include(
        `Customer.get needs @pulumi/pulumi 3.268.0 or newer, and the project has ${OLDEST}.`,
      );
    });
  });
});
