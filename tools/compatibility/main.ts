import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEVELOPED_WITH, Installation, OLDEST } from "../../test/package/installation.js";
import { live } from "../../test/package/life.js";
import { npmManager } from "../../test/package/managers.js";
import { fetchNode } from "../../test/package/node.js";
import { pack } from "../../test/package/pack.js";
import { setUp } from "../setup.mjs";

// The table of docs/compatibility.md: the archive, installed, with every Node and every SDK:
//
//   npx tsx tools/compatibility/main.ts

const NODES = [20, 22, 24];
const SDKS = [OLDEST, DEVELOPED_WITH, "latest"];

async function main(): Promise<void> {
  Object.assign(process.env, (await setUp({ log: console.error })).environment);
  const directory = mkdtempSync(join(tmpdir(), "vendorcloud-compatibility-"));
  try {
    const { path: archive } = await pack(directory);
    const nodes = [];
    for (const major of NODES) nodes.push(await fetchNode(major, directory));
    console.log(`CLI ${execFileSync("pulumi", ["version"], { encoding: "utf8" }).trim()}\n`);
    console.log(`| SDK | ${nodes.map(({ version }) => `Node ${version}`).join(" | ")} |`);
    console.log(`|---|${nodes.map(() => "---|").join("")}`);
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
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function outcome(
  installation: Installation,
  node: { directory: string; version: string },
): Promise<string> {
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
