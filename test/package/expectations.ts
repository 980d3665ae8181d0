import { readdirSync, realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { expect } from "chai";
import type { Installation, Program } from "./installation.js";
import type { Archive } from "./managers.js";

/** The two packages as they would be published, by their names. */
export interface Archives {
  "pulumi-vendorcloud": Archive;
  "vendorcloud-emulator": Archive;
}

/** What is installed is what was packed. */
export function expectFiles({ sandbox }: Installation, archives: Archives): void {
  for (const [name, archive] of Object.entries<Archive>({ ...archives })) {
    const installed = realpathSync(join(sandbox.project, "node_modules", name));
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(installed, join(parentPath, name)))
      // pnpm puts the commands of a package's dependencies there.
      .filter((path) => !path.startsWith("node_modules"));
    expect(files).to.have.members(archive.files.map(({ path }) => path));
  }
}

/** No request has changed anything. */
export function expectReads({ sandbox: { emulator } }: Installation): void {
  expect(emulator.log.filter(({ method }) => method !== "GET")).to.deep.equal([]);
}

/** The commands run by their names, and `vendorcloud` by the name of its package with npx, which installs nothing. */
export async function expectCommands(installation: Installation): Promise<void> {
  for (const command of ["vendorcloud", "vendorcloud-emulator"])
    expect((await installation.exec(command, "--help")).text).to.include(`${command}: `);
  const help = await installation.npx("-p", "pulumi-vendorcloud", "vendorcloud", "--help");
  expect(help.text).to.include("vendorcloud: ");
}

/** The preview of a program with a token reads the record that it adopts, and sends nothing else. */
export async function expectPreview(installation: Installation, program: Program): Promise<void> {
  const project = await installation.project(program);
  if (program === "esm") await installation.exec("tsc", "--project", project.folder);
  const preview = await project.pulumi("preview", "--diff");
  expect(preview).to.match(/\+ pulumi-nodejs:dynamic\/vendorcloud:ContainerGroup: \(create\)/);
  expect(preview).to.match(/image *: "nginx:1.27"/);
  expect(preview).to.match(/\+ pulumi-nodejs:dynamic\/vendorcloud:Customer: \(create\)/);
  expect(preview).to.match(/Resources:\n\s+\+ 3 to create/);
  expect(preview).not.to.include("canary-key");
  expectReads(installation);
}
