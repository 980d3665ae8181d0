import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEVELOPED_WITH, Installation, OLDEST } from "../../test/package/installation.js";
import { live } from "../../test/package/life.js";
import { npmManager } from "../../test/package/managers.js";
import { pack } from "../../test/package/pack.js";
import { fetchNode } from "../../test/support/otherNode.js";
import { readWanted } from "../pulumi-cli/go-modules.mjs";
import { buildPulumiOfVersion } from "../pulumi-cli/index.mjs";
import { VERSIONS } from "../pulumi-cli/on-path.mjs";
import { setUp } from "../setup.mjs";

// The tables of docs/compatibility.md: the archive, installed, with every Node and every SDK, and with every CLI, of
// which those that are not kept yet are built:
//
//   npx tsx tools/compatibility/main.ts

const NODES = [20, 22, 24];
/** 3.248.0 is the last that asks for no more than Node 20. */
const SDKS = [OLDEST, "3.248.0", DEVELOPED_WITH];

interface Node {
  /** Where another `node` is than that on PATH. */
  directory?: string;
  version: string;
}

async function main(): Promise<void> {
  Object.assign(process.env, (await setUp({ log: console.error })).environment);
  const directory = mkdtempSync(join(tmpdir(), "vendorcloud-compatibility-"));
  try {
    const { path: archive } = await pack(directory);
    await withEverySdk(archive, directory);
    await withEveryCli(archive);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function withEverySdk(archive: string, directory: string): Promise<void> {
  const nodes: Node[] = [];
  for (const major of NODES) nodes.push(await fetchNode(major, directory));
  console.log(`CLI ${cliVersion()}\n`);
  printHead("SDK", nodes);
  for (const sdk of SDKS) {
    const seen: string[] = [];
    let version = sdk;
    for (const node of nodes) {
      const installation = await Installation.make(npmManager(), archive, sdk);
      version = installation.sdk;
      seen.push(await outcome(installation, node));
      await installation.close();
    }
    console.log(`| ${version} | ${seen.join(" | ")} |`);
  }
}

async function withEveryCli(archive: string): Promise<void> {
  const running = { version: process.version };
  console.log(`\nSDK ${DEVELOPED_WITH}\n`);
  printHead("CLI", [running]);
  const { engineVersion: newest } = await readWanted();
  // As old as the oldest SDK, the oldest that the tests run with, and the newest.
  for (const version of [OLDEST, VERSIONS.from, newest]) {
    Object.assign(process.env, (await buildPulumiOfVersion(version, { log: console.error })).environment);
    const installation = await Installation.make(npmManager(), archive);
    console.log(`| ${cliVersion()} | ${await outcome(installation, running)} |`);
    await installation.close();
  }
}

function printHead(rows: string, nodes: readonly Node[]): void {
  console.log(`| ${rows} | ${nodes.map(({ version }) => `Node ${version}`).join(" | ")} |`);
  console.log(`|---|${nodes.map(() => "---|").join("")}`);
}

/** Of the CLI that commands find on PATH. */
function cliVersion(): string {
  return execFileSync("pulumi", ["version"], { encoding: "utf8" }).trim();
}

async function outcome(installation: Installation, node: Node): Promise<string> {
  try {
    const ran = await live(installation, node.directory);
    if (ran !== node.version) throw new Error(`it ran on Node ${ran}`);
    return "works";
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    return "fails";
  }
}

void main();
