import { existsSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { askVersion, files } from "./cli.mjs";
import { Interrupted } from "./run.mjs";
import { compareVersions, MINIMUM_VERSION } from "./version.mjs";

/**
 * The first `pulumi` on PATH that can run our programs.
 *
 * @param {{ log: (line: string) => void }} options
 * @returns {Promise<{ directory: string, version: string }>}
 */
export async function findOnPath({ log }) {
  const folders = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => resolve(folder));
  const reasons = [];
  for (const command of new Set(folders.map((folder) => join(folder, files.cli)).filter(isFile))) {
    try {
      return await examine(command, folders);
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      const reason = `${command}: ${/** @type {Error} */ (error).message}`;
      log(`Pulumi CLI: passed over ${reason}`);
      reasons.push(reason);
    }
  }
  throw new Error(reasons.join("; ") || `no "${files.cli}" there`);
}

/**
 * @param {string} command
 * @param {readonly string[]} folders
 */
async function examine(command, folders) {
  // The CLI looks for its language host beside its own file, links resolved, and on PATH.
  const beside = [dirname(command), dirname(realpathSync(command))];
  const holdsHost = (/** @type {string} */ folder) => existsSync(join(folder, files.languageHost));
  const directory = beside.find(holdsHost) ?? (folders.some(holdsHost) ? dirname(command) : undefined);
  // Asked before the version: a global npm launcher would begin its download here.
  if (!directory) {
    throw new Error(`it cannot run programs: there is no ${files.languageHost} beside it or on PATH`);
  }

  const version = await askVersion(command);
  if (compareVersions(version, MINIMUM_VERSION) < 0) {
    throw new Error(`it is ${version}, and ${MINIMUM_VERSION} is the oldest that the tests pass with`);
  }
  return { directory, version };
}

/** @param {string} path */
function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
