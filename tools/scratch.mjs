import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "vendorcloud-test-";

/** Linux keeps files of this directory in memory. */
const MEMORY = "/dev/shm";

/** Minimum of free bytes there. Twice as much memory must be available. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Makes a directory for all files of tests: in memory if there is enough, because tests make and remove many small files;
 * otherwise in the directory for temporary files.
 *
 * @param {object} [options]
 * @param {boolean} [options.isChosen] the environment sets the directory for temporary files
 * @param {string} [options.memory]
 * @param {number} [options.neededBytes]
 * @returns {string}
 */
export function makeScratch({
  isChosen = Boolean(process.env.TMPDIR),
  memory = MEMORY,
  neededBytes = NEEDED_BYTES,
} = {}) {
  const isPlenty = process.availableMemory() >= 2 * neededBytes && freeBytes(memory) >= neededBytes;
  const inMemory = isPlenty && !isChosen ? makeRunnable(join(memory, PREFIX)) : undefined;
  const scratch = inMemory ?? mkdtempSync(join(tmpdir(), PREFIX));
  // The directory of PostgreSQL is in it, and PostgreSQL does not run as root.
  chmodSync(scratch, 0o711);
  return scratch;
}

/**
 * @param {string} folder
 * @returns {number} 0 if the folder does not exist
 */
function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/**
 * @param {string} start of its path
 * @returns {string | undefined} a directory; undefined if files cannot be written or run there, as in many containers
 */
function makeRunnable(start) {
  let directory;
  try {
    directory = mkdtempSync(start);
    const script = join(directory, "probe");
    writeFileSync(script, "#!/bin/sh\n", { mode: 0o700 });
    execFileSync(script);
    rmSync(script);
    return directory;
  } catch {
    if (directory) rmSync(directory, { recursive: true, force: true });
    return undefined;
  }
}
