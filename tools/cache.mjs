import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { Interrupted } from "./process.mjs";

const STAGING = ".part-";
/** Longer than any entry takes to make. */
const LEFTOVER_MS = 24 * 60 * 60 * 1000;

/** Part of the key of an entry that depends on the platform. */
export const PLATFORM = `${process.platform}-${process.arch}`;

/** @returns {string} the directory for downloads and builds that are kept between runs */
export function getCacheRoot() {
  return join(base(), "pulumi-vendorcloud");

  function base() {
    const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
    // The XDG specification says to ignore relative values.
    if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
    if (process.platform === "darwin") return join(homedir(), "Library", "Caches");
    if (process.platform === "win32") return LOCALAPPDATA || join(homedir(), "AppData", "Local");
    return join(homedir(), ".cache");
  }
}

/**
 * @typedef {object} Entry
 * @property {(directory: string) => Promise<unknown>} make fills an empty directory
 * @property {(directory: string) => Promise<unknown>} requireUsable rejects if the content does not work
 */

/**
 * Returns a directory that only some tests need. It is made once and kept between runs.
 *
 * @param {string} key depends on everything that the entry is made of
 * @param {Entry} entry
 * @returns {Promise<string>}
 */
export async function keep(key, entry) {
  const directory = join(getCacheRoot(), "test-tools", key);
  if (!existsSync(directory)) await store(directory, entry);
  return directory;
}

/**
 * Makes a cache entry, unless a working one exists. It is made in a staging directory and then moved, so that an incomplete entry
 * never looks complete. If another process was faster, its entry stays.
 *
 * @param {string} target the directory of the entry
 * @param {Entry} entry
 */
export async function store(target, { make, requireUsable }) {
  if (await works(target, requireUsable)) return;
  const folder = dirname(target);
  await mkdir(folder, { recursive: true });
  await removeLeftovers(folder);
  const staging = await mkdtemp(join(folder, STAGING));
  const finished = join(staging, "finished");
  try {
    await mkdir(finished);
    await make(finished);
    await requireUsable(finished);
    if (await works(target, requireUsable)) return;
    if (existsSync(target)) await rename(target, join(staging, "broken"));
    await rename(finished, target);
  } catch (error) {
    // Another process may have moved its entry there meanwhile.
    if (error instanceof Interrupted || !(await works(target, requireUsable))) throw error;
  } finally {
    await discard(staging);
  }
}

/**
 * @param {readonly string[]} texts
 * @returns {string} short part of a key, independent of the line endings of a checkout
 */
export function hashTexts(texts) {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(text.replaceAll("\r\n", "\n")).update("\0");
  return hash.digest("hex").slice(0, 10);
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} names and contents of all files, for {@link hashTexts}
 */
export async function readContents(folder) {
  const names = (await readdir(folder)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "latin1")));
  return names.flatMap((name, index) => [name, texts[index] ?? ""]);
}

/**
 * Removes staging directories of killed processes.
 *
 * @param {string} folder
 */
async function removeLeftovers(folder) {
  for (const name of (await readdir(folder)).filter((name) => name.startsWith(STAGING))) {
    const changed = await stat(join(folder, name)).catch(() => undefined);
    if (changed && Date.now() - changed.mtimeMs > LEFTOVER_MS) await discard(join(folder, name));
  }
}

/** @param {string} directory */
async function discard(directory) {
  // On Windows, a file may still be in use. A later run then removes the directory.
  await rm(directory, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

/**
 * @param {string} directory
 * @param {Entry["requireUsable"]} requireUsable
 */
async function works(directory, requireUsable) {
  if (!existsSync(directory)) return false;
  try {
    await requireUsable(directory);
    return true;
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return false;
  }
}
