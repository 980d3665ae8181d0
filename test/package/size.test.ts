import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { run } from "../support/command.js";
import { DEVELOPED_WITH } from "./installation.js";
import { npmManager } from "./managers.js";
import { type Archive, pack } from "./pack.js";

const MB = 1_000_000;

/** Bounds a little above what docs/compatibility.md says: who passes one decides whether that is meant. */
describe("package: what an installation costs", function () {
  this.timeout(300_000);

  const npm = npmManager();
  let directory: string;
  let project: string;
  let archive: Archive;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-size-"));
    archive = await pack(directory);
    project = mkdtempSync(join(directory, "project-"));
    writeFileSync(join(project, "package.json"), '{"private":true}');
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  async function install(what: string): Promise<{ packages: number; bytes: number }> {
    const [command = "", ...args] = [...npm.install, what];
    const installed = await run(command, args, project, npm.environment);
    if (installed.failed) throw new Error(installed.text);
    const modules = join(project, "node_modules");
    const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
    return { packages: Object.keys(packages).length, bytes: bytesIn(modules) };
  }

  it("the archive", () => {
    console.log(`      ${archive.size} bytes packed, ${archive.unpackedSize} unpacked`);
    // A fifth of it are the pages and examples: without a public repository they are nowhere else.
    expect(archive.size).to.be.below(0.5 * MB);
    expect(archive.unpackedSize).to.be.below(1.75 * MB);
  });

  it("beside the SDK that is there already", async () => {
    const before = await install(`@pulumi/pulumi@${DEVELOPED_WITH}`);
    const afterwards = await install(archive.path);
    const packages = afterwards.packages - before.packages;
    const bytes = afterwards.bytes - before.bytes;
    console.log(`      ${packages} packages, ${bytes} bytes, beside ${before.packages} and ${before.bytes}`);
    expect(packages).to.be.below(90);
    expect(bytes).to.be.below(16 * MB);
  });
});

function bytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
