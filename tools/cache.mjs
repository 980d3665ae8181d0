import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir, hostname } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { Interrupted } from "./process.mjs";

const DAY_MS = 24 * 60 * 60 * 1000;
const PART = /^\.part-(.+)-(\d+)-[^-]+$/;

/** @returns {string} where this project keeps between runs what it has downloaded or built */
export function getCacheRoot() {
  return join(base(), "pulumi-vendorcloud");

  function base() {
    const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
    // The XDG specification has relative values ignored.
    if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
    if (process.platform === "darwin") return join(homedir(), "Library", "Caches");
    if (process.platform === "win32") return LOCALAPPDATA || join(homedir(), "AppData", "Local");
    return join(homedir(), ".cache");
  }
}

/**
 * @typedef {object} Entry
 * @property {(staging: string) => Promise<string>} make makes the entry in this empty directory, or below it, and says where
 * @property {(directory: string) => Promise<unknown>} requireUsable rejects when what is there does not work
 */

/**
 * A directory with what only some tests need. It is made once and kept between runs.
 *
 * @param {string} key changes with all that it is made of
 * @param {object} how
 * @param {(directory: string) => Promise<void>} how.make fills an empty directory
 * @param {Entry["requireUsable"]} how.requireUsable
 * @returns {Promise<string>}
 */
export async function keep(key, { make, requireUsable }) {
  const directory = join(getCacheRoot(), "test-tools", key);
  if (existsSync(directory)) return directory;
  return store(directory, {
    make: async (staging) => {
      const finished = join(staging, "finished");
      await mkdir(finished);
      await make(finished);
      return finished;
    },
    requireUsable,
  });
}

/**
 * Makes a cache entry beside the others, and moves it into its place: nothing half done can ever look finished. When
 * another process was faster, its entry stays.
 *
 * @param {string} target the directory of the entry
 * @param {Entry} entry
 * @returns {Promise<string>} the same directory
 */
export async function store(target, { make, requireUsable }) {
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  await removeLeftovers(folder);
  const staging = await mkdtemp(join(folder, `.part-${hostname()}-${process.pid}-`));
  try {
    const finished = await make(staging);
    await requireUsable(finished);
    for (let attempt = 1; ; attempt++) {
      try {
        await rename(finished, target);
        return target;
      } catch (error) {
        if (!existsSync(target) || attempt === 3) throw error;
      }
      if (await works(target, requireUsable)) return target;
      await rename(target, join(staging, `broken-${attempt}`)).catch(() => {});
    }
  } finally {
    await discard(staging);
  }
}

/**
 * A part of a key.
 *
 * @param {readonly string[]} texts
 * @returns {string} short, and the same whatever line ends a checkout uses
 */
export function hashTexts(texts) {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text.replaceAll("\r\n", "\n")).update("\0");
  return hash.digest("hex").slice(0, 10);
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} names and contents of all files in it, for a {@link hashTexts}
 */
export async function readContents(folder) {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")));
  return names.flatMap((name, index) => [name, texts[index] ?? ""]);
}

/**
 * Staging directories of processes that are no more.
 *
 * @param {string} folder
 */
async function removeLeftovers(folder) {
  for (const name of await readdir(folder)) {
    const [, host, pid] = PART.exec(name) ?? [];
    const changed = host && (await stat(join(folder, name)).catch(() => undefined));
    if (!changed) continue;
    // Another machine's processes cannot be asked, where several share the directory: age decides.
    const isOld = Date.now() - changed.mtimeMs > DAY_MS;
    if (isOld || (host === hostname() && !isAlive(Number(pid)))) await discard(join(folder, name));
  }
}

/** @param {string} directory */
async function discard(directory) {
  // A file still in use, as on Windows, must not fail a run that has what it needs: the next one removes it.
  await rm(directory, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
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
