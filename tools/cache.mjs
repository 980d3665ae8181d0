import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { Interrupted } from "./process.mjs";

const STAGING = ".part-";
/** Longer than anything takes to be made. */
const LEFTOVER_MS = 24 * 60 * 60 * 1000;

/** A part of a key, for what runs on machines like this one only. */
export const PLATFORM = `${process.platform}-${process.arch}`;

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
 * @property {(directory: string) => Promise<unknown>} make fills an empty directory
 * @property {(directory: string) => Promise<unknown>} requireUsable rejects when what is there does not work
 */

/**
 * A directory with what only some tests need. It is made once and kept between runs.
 *
 * @param {string} key changes with all that it is made of
 * @param {Entry} entry
 * @returns {Promise<string>}
 */
export async function keep(key, entry) {
  const directory = join(getCacheRoot(), "test-tools", key);
  if (!existsSync(directory)) await store(directory, entry);
  return directory;
}

/**
 * Makes a cache entry, unless there is one that works, beside the others and moves it into its place: nothing half done can
 * ever look finished. When another process was faster, its entry stays.
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
    // Another process may have moved its own there meanwhile.
    if (error instanceof Interrupted || !(await works(target, requireUsable))) throw error;
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
 * Staging directories of processes that were killed.
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
  // A file still in use, as on Windows, must not fail a run that has what it needs: a later one removes it.
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
