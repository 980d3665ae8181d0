import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { cacheDirectory } from "./cache.mjs";
import { Interrupted } from "./run.mjs";

const DAY_MS = 24 * 60 * 60 * 1000;
const PART = /^\.part-(.+)-(\d+)-[^-]+$/;

/**
 * Lends `work` a new directory beside the cache entries: what is made there becomes an entry by one rename,
 * so that nothing half done can ever look finished.
 *
 * @template T
 * @param {(directory: string) => Promise<T>} work
 * @param {string} [root]
 * @returns {Promise<T>}
 */
export async function withStaging(work, root = cacheDirectory()) {
  await mkdir(root, { recursive: true });
  await removeLeftovers(root);
  const directory = await mkdtemp(join(root, `.part-${hostname()}-${process.pid}-`));
  try {
    return await work(directory);
  } finally {
    await discard(directory);
  }
}

/**
 * @typedef {object} Entry
 * @property {string} key
 * @property {(directory: string) => Promise<unknown>} requireUsable rejects when what is there does not work
 * @property {boolean} [replace] also replaces an entry that works
 */

/**
 * Makes a finished directory the cache entry `key`. When another process was faster, its entry stays.
 *
 * @param {string} finished
 * @param {Entry} entry
 * @param {string} [root]
 * @returns {Promise<string>} the directory of the entry
 */
export async function publish(finished, { key, requireUsable, replace = false }, root = cacheDirectory()) {
  await requireUsable(finished);
  const target = join(root, key);
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(finished, target);
      return target;
    } catch (error) {
      const taken = await stat(target).catch(() => undefined);
      if (!taken || attempt === 3) throw error;
    }
    if (!(replace && attempt === 1) && (await works(target, requireUsable))) return target;
    const aside = join(root, `.part-${hostname()}-${process.pid}-${randomBytes(3).toString("hex")}`);
    await rename(target, aside).catch(() => {});
    await discard(aside);
  }
}

/**
 * Whether a staging directory was left behind by a process that is no more.
 *
 * @param {string} name
 * @param {{ host: string, ageMs: number, isAlive: (pid: number) => boolean }} facts
 * @returns {boolean}
 */
export function isLeftover(name, { host, ageMs, isAlive }) {
  const match = PART.exec(name);
  if (!match) return false;
  // Another machine's processes cannot be asked, where several share the directory: age decides.
  return ageMs > DAY_MS || (match[1] === host && !isAlive(Number(match[2])));
}

/** @param {string} root */
async function removeLeftovers(root) {
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const changed = await stat(path).catch(() => undefined);
    if (!changed) continue;
    const facts = { host: hostname(), ageMs: Date.now() - changed.mtimeMs, isAlive };
    if (isLeftover(name, facts)) await discard(path);
  }
}

/** @param {string} path */
async function discard(path) {
  // A file still in use, as on Windows, must not fail a run that has what it needs: the next one removes it.
  await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

/**
 * @param {string} directory
 * @param {Entry["requireUsable"]} requireUsable
 */
async function works(directory, requireUsable) {
  try {
    await requireUsable(directory);
    return true;
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return false;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
