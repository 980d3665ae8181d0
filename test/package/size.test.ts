import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { run } from "../support/command.js";
import { DEVELOPED_WITH } from "./installation.js";
import { npmManager } from "./managers.js";
import { type Archive, EMULATOR, pack } from "./pack.js";

const MB = 1_000_000;

/** Bounds a little above what docs/compatibility.md says: who passes one decides whether that is meant. */
describe("package: what an installation costs", function () {
  this.timeout(300_000);

  const npm = npmManager();
  let directory: string;
  let project: string;
  let archive: Archive;
  let emulator: Archive;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), "vendorcloud-size-"));
    archive = await pack(directory);
    emulator = await pack(directory, EMULATOR);
    project = mkdtempSync(join(directory, "project-"));
    writeFileSync(join(project, "package.json"), '{"private":true}');
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  interface Cost {
    packages: number;
    bytes: number;
  }

  async function install(what: string): Promise<Cost> {
    const [command = "", ...args] = [...npm.install, what];
    const installed = await run(command, args, project, npm.environment);
    if (installed.failed) throw new Error(installed.text);
    const modules = join(project, "node_modules");
    const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
    return { packages: Object.keys(packages).length, bytes: bytesIn(modules) };
  }

  function print(title: string, { packages, bytes }: Cost): void {
    console.log(`      ${title}: ${packages} packages, ${bytes} bytes`);
  }

  it("the archives", () => {
    for (const { filename, size, unpackedSize } of [archive, emulator]) {
      console.log(`      ${filename}: ${size} bytes packed, ${unpackedSize} unpacked`);
    }
    // Half of it is the bundle of the plugin and the commands, and an eighth are the pages and examples: without a public repository they are
    // nowhere else.
    expect(archive.size).to.be.below(0.95 * MB);
    expect(archive.unpackedSize).to.be.below(3.6 * MB);
    expect(emulator.size).to.be.below(0.1 * MB);
    expect(emulator.unpackedSize).to.be.below(0.35 * MB);
  });

  it("beside the SDK that is there already, and beside both the emulator", async () => {
    const sdk = await install(`@pulumi/pulumi@${DEVELOPED_WITH}`);
    const withPackage = await install(archive.path);
    const withEmulator = await install(emulator.path);
    const added = difference(withPackage, sdk);
    const addedByEmulator = difference(withEmulator, withPackage);
    print("SDK", sdk);
    print("package", added);
    print("emulator", addedByEmulator);
    expect(added.packages).to.be.below(40);
    expect(added.bytes).to.be.below(8 * MB);
    expect(addedByEmulator.packages).to.be.below(50);
    expect(addedByEmulator.bytes).to.be.below(9 * MB);

    function difference(later: Cost, earlier: Cost): Cost {
      return { packages: later.packages - earlier.packages, bytes: later.bytes - earlier.bytes };
    }
  });
});

function bytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
