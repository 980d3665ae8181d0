import { existsSync } from "node:fs";
import { Interrupted } from "../process.mjs";
import { buildEntry, buildFromModules } from "./build.mjs";
import { createEnvironment, placeDynamicPlugin, requireUsable, VERSIONS } from "./cli.mjs";
import { readWanted } from "./go-modules.mjs";
import { downloadWithLauncher, releaseEntry } from "./launcher.mjs";
import { findOnPath } from "./on-path.mjs";

/**
 * @typedef {object} Found
 * @property {string} directory contains the CLI; it belongs in front of PATH
 * @property {string} version
 * @property {boolean} [isBuild] the CLI was built here, without the files of the SDK
 *
 * @typedef {Found & { environment: Record<string, string> }} Pulumi with the environment variables for the CLI
 *
 * @typedef {(line: string) => void} Log receives progress messages
 */

/**
 * Returns a Pulumi CLI that runs this project's programs: an installed one, or one that is downloaded or built once and kept.
 * README.md has the reasons. Rejects with an error that lists all attempts and what would help.
 *
 * @param {{ log: Log, installed?: Promise<void> }} options `installed`: the installation of the project's dependencies, which may
 * run at the same time
 * @returns {Promise<Pulumi>}
 */
export async function findPulumi({ log, installed }) {
  /** @type {[way: string, find: () => Promise<Found>][]} */
  const ways = [
    ["PATH", findOnPath],
    ["cache", async () => findInCache([releaseEntry(), buildEntry(await readWanted())])],
    ["npm's launcher", () => downloadWithLauncher(log)],
    ["build from Go modules", () => buildFromModules(log)],
  ];
  /** @type {string[]} */
  const reasons = [];
  for (const [way, find] of ways) {
    const found = await find().catch((error) => {
      if (error instanceof Interrupted) throw error;
      reasons.push(`${way}: ${error.message}`);
      log(`Pulumi CLI: not from ${reasons.at(-1)}`);
    });
    if (!found) continue;
    log(`Pulumi CLI: ${found.version} (${way}), ${found.directory}`);
    await installed;
    return ready(found);
  }
  throw new Error(
    [
      "There is no Pulumi CLI that can be used, and none could be obtained:",
      ...reasons.map((reason) => `  - ${reason}`),
      "Any one of these opens a way:",
      `  1. Install the Pulumi CLI, ${VERSIONS.oldest} or newer with its language hosts, so that "pulumi" is on PATH`,
      "     (https://www.pulumi.com/docs/install/).",
      '  2. Open the internet for npm\'s launcher, the package "pulumi": it downloads the CLI.',
      "  3. Install Go, not older than tools/pulumi-cli/engine/go.mod says, with access to a Go module proxy: the CLI is",
      "     then built from source.",
      "Then run the same command again.",
    ].join("\n"),
  );
}

/**
 * Returns the Pulumi CLI of exactly this version, built once and kept, to compare versions.
 *
 * @param {string} version
 * @param {{ log: Log }} options
 * @returns {Promise<Pulumi>}
 */
export async function buildPulumiOfVersion(version, { log }) {
  return ready(await buildFromModules(log, version));
}

/**
 * Returns the first entry that runs.
 *
 * @param {readonly Found[]} entries the preferred one first
 * @returns {Promise<Found>}
 */
async function findInCache(entries) {
  const reasons = [];
  for (const entry of entries.filter(({ directory }) => existsSync(directory))) {
    try {
      await requireUsable(entry.directory, entry.version);
      return entry;
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      reasons.push(`${entry.directory}: ${/** @type {Error} */ (error).message}`);
    }
  }
  throw new Error(reasons.join("; ") || "nothing from an earlier run");
}

/**
 * @param {Found} found
 * @returns {Promise<Pulumi>}
 */
async function ready(found) {
  if (found.isBuild) await placeDynamicPlugin(found.directory);
  return { ...found, environment: createEnvironment(found.directory) };
}
