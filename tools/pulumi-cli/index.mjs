import { join } from "node:path";
import { buildEntry, buildFromModules } from "./build.mjs";
import { findInCache } from "./cache.mjs";
import { environmentFor, files } from "./cli.mjs";
import { placeDynamicPlugin } from "./dynamic-plugin.mjs";
import { readWanted } from "./go-modules.mjs";
import { downloadWithLauncher, releaseEntry } from "./launcher.mjs";
import { nothingWorked } from "./message.mjs";
import { findOnPath } from "./on-path.mjs";
import { Interrupted } from "./run.mjs";
import { MINIMUM_VERSION } from "./version.mjs";

/**
 * @typedef {object} Pulumi
 * @property {string} directory holds the CLI; put it in front of PATH
 * @property {string} command the CLI itself
 * @property {string} version
 * @property {"path" | "cache" | "launcher" | "build"} source
 * @property {Record<string, string>} environment the variables to add for running it
 */

/**
 * @typedef {object} Found
 * @property {string} directory
 * @property {string} version
 * @property {string} [key] of the cache entry
 */

/**
 * A Pulumi CLI that runs this project's programs: one that is installed, or one that is downloaded or built
 * once and kept. Rejects with one error that says what was tried and what would help.
 *
 * @param {object} options
 * @param {(line: string) => void} options.log told what happens, in lines for a person
 * @param {boolean} [options.build] build anew, whatever else there is
 * @returns {Promise<Pulumi>}
 */
export async function findPulumi({ log, build = false }) {
  /** @type {{ source: Pulumi["source"], way: string, find: () => Promise<Found> }[]} */
  const ways = [
    { source: "path", way: "on PATH", find: () => findOnPath({ log }) },
    {
      source: "cache",
      way: "in the cache",
      find: async () => findInCache([releaseEntry, await buildEntry()], { log }),
    },
    { source: "launcher", way: "npm's launcher", find: () => downloadWithLauncher({ log }) },
    { source: "build", way: "build from Go modules", find: () => buildFromModules({ log, replace: build }) },
  ];
  const answers = [];
  for (const { source, way, find } of ways) {
    if (build && source !== "build") continue;
    try {
      return await finish(source, await find(), log);
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (source === "launcher") log(`Pulumi CLI: no download: ${reason}`);
      answers.push({ way, reason });
    }
  }
  const { goVersion } = await readWanted();
  throw new Error(nothingWorked(answers, { minimum: MINIMUM_VERSION, goVersion }));
}

/**
 * The Pulumi CLI of just this version, built once and kept: for comparing versions.
 *
 * @param {string} version
 * @param {{ log: (line: string) => void }} options
 * @returns {Promise<Pulumi>}
 */
export async function pulumiOfVersion(version, { log }) {
  const entry = await buildEntry(version);
  const kept = await findInCache([entry], { log }).catch((error) => {
    if (error instanceof Interrupted) throw error;
  });
  if (kept) return finish("cache", kept, log);
  return finish("build", await buildFromModules({ log, engineVersion: version }), log);
}

/**
 * @param {Pulumi["source"]} source
 * @param {Found} found
 * @param {(line: string) => void} log
 * @returns {Promise<Pulumi>}
 */
async function finish(source, { directory, version, key }, log) {
  if (source !== "path") {
    const isRelease = source === "launcher" || key === releaseEntry.key;
    await placeDynamicPlugin(directory, { keep: isRelease, log });
  }
  const command = join(directory, files.cli);
  log(`Pulumi CLI: ${version} (${source}), ${directory}`);
  return { directory, command, version, source, environment: environmentFor(directory) };
}
