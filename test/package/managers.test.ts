import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { fetchNode } from "../support/otherNode.js";
import { DEVELOPED_WITH, Installation, programs } from "./installation.js";
import { live } from "./life.js";
import { type Manager, npmManager, otherManagers } from "./managers.js";
import { type Archive, EMULATOR, pack } from "./pack.js";

/** Both archives as they would be published, in the hands of somebody who installs it. */
describe("package: installed with", function () {
  this.timeout(600_000);

  let directory: string;
  let archives: Record<"pulumi-vendorcloud" | "vendorcloud-emulator", Archive>;
  let managers: Record<"npm" | "pnpm" | "yarn", Manager>;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-package-"));
    archives = {
      "pulumi-vendorcloud": await pack(directory),
      "vendorcloud-emulator": await pack(directory, EMULATOR),
    };
    managers = { npm: npmManager(), ...(await otherManagers(directory)) };
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  for (const name of ["npm", "pnpm", "yarn"] as const) {
    describe(name, () => {
      let installation: Installation;
      before(async () => {
        const { "pulumi-vendorcloud": archive, "vendorcloud-emulator": emulator } = archives;
        installation = await Installation.make(managers[name], archive.path, DEVELOPED_WITH, {
          "vendorcloud-emulator": emulator.path,
        });
      });
      after(() => installation?.close());

      for (const packed of ["pulumi-vendorcloud", "vendorcloud-emulator"] as const) {
        it(`${packed} is what was packed`, () => {
          const installed = realpathSync(join(installation.sandbox.project, "node_modules", packed));
          const files = readdirSync(installed, { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map(({ parentPath, name }) => relative(installed, join(parentPath, name)))
            // pnpm puts the commands of a package's dependencies there.
            .filter((path) => !path.startsWith("node_modules"));
          expect(files).to.have.members(archives[packed].files.map(({ path }) => path));
        });
      }

      for (const command of ["vendorcloud", "vendorcloud-emulator"]) {
        it(`${command} runs`, async () => {
          const help = await installation.exec(command, "--help");
          expect(help.failed, help.text).to.equal(false);
          expect(help.text).to.include(`${command}: `);
        });
      }

      it("npx runs vendorcloud by the name of its package, and installs nothing", async () => {
        const help = await installation.npx("-p", "pulumi-vendorcloud", "vendorcloud", "--help");
        expect(help.failed, help.text).to.equal(false);
        expect(help.text).to.include("vendorcloud: ");
      });

      for (const program of programs) {
        it(`a program is previewed without a request: ${program}`, async () => {
          const project = await installation.project(program);
          if (program === "esm") {
            const compiled = await installation.exec("tsc", "--project", project.folder);
            expect(compiled.failed, compiled.text).to.equal(false);
          }
          const preview = await project.pulumi("preview", "--diff");
          expect(preview).to.match(/\+ pulumi-nodejs:dynamic\/vendorcloud:ContainerGroup: \(create\)/);
          expect(preview).to.match(/image *: "nginx:1.27"/);
          expect(preview).to.match(/\+ pulumi-nodejs:dynamic\/vendorcloud:Customer: \(create\)/);
          expect(preview).to.match(/Resources:\n\s+\+ 3 to create/);
          expect(preview).not.to.include("canary-key");
          expect(installation.sandbox.emulator.log.count()).to.equal(0);
          await project.pulumi("stack", "rm", "--yes");
        });
      }

      if (name === "npm") {
        it("a program of ES modules needs no build step beside ts-node", async () => {
          await installation.add("ts-node@10.9.2");
          const project = await installation.project("esm");
          project.write("package.json", '{ "private": true, "type": "module", "main": "index.ts" }');
          project.write("Pulumi.yaml", "name: installed\nruntime: nodejs\n");
          expect(await project.pulumi("preview", "--diff"))
            .to.match(/image *: "nginx:1.27"/)
            .and.match(/Resources:\n\s+\+ 3 to create/);
        });

        it("works with another Node", async () => {
          const running = Number(process.versions.node.split(".")[0]);
          const { directory: node, version } = await fetchNode(running === 22 ? 24 : 22, directory);
          expect(version).not.to.equal(process.version);
          expect(await live(installation, node)).to.equal(version);
        });
      }
    });
  }
});
