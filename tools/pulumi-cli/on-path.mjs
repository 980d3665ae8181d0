import { existsSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { Interrupted } from "../process.mjs";
import { askVersion, files, hosts, VERSIONS } from "./cli.mjs";

/**
 * Returns the first `pulumi` on PATH that can run the programs of this project.
 *
 * @returns {Promise<{ directory: string, version: string }>}
 */
export async function findOnPath() {
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
      reasons.push(`${command}: ${/** @type {Error} */ (error).message}`);
    }
  }
  throw new Error(reasons.join("; ") || `no "${files.cli}" there`);
}

/**
 * @param {string} command
 * @param {readonly string[]} folders
 */
async function examine(command, folders) {
  // The CLI searches for its language hosts beside its own file, with links resolved, and on PATH.
  const beside = [dirname(command), dirname(realpathSync(command))];
  const holderOf = (/** @type {string} */ file) =>
    [...beside, ...folders].find((folder) => existsSync(join(folder, file)));
  const missing = hosts.filter((host) => !holderOf(host));
  // Checked before the version, because a global npm launcher would start its download.
  if (missing.length > 0)
    throw new Error(`it cannot run programs: ${missing.join(", ")} not beside it and not on PATH`);

  const version = await askVersion(command);
  const { oldest, below } = VERSIONS;
  if (!isBetween(version, oldest, below))
    throw new Error(`it is ${version}, and the tests are for ${oldest} and newer, below ${below}`);
  const holder = holderOf(files.languageHost) ?? "";
  return { directory: beside.includes(holder) ? holder : dirname(command), version };
}

/**
 * @param {string} version
 * @param {string} from
 * @param {string} below
 * @returns {boolean} ignores the suffix of pre-releases
 */
function isBetween(version, from, below) {
  const isBefore = (/** @type {string} */ other) => version.localeCompare(other, "en", { numeric: true }) < 0;
  return !isBefore(from) && isBefore(below);
}

/** @param {string} path */
function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
