import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "vendorcloud-test-";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";

/** Bytes that must be free there. Twice as much memory must be available. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Makes a directory for all that tests write: in memory, where there is plenty, since they make and remove many small files;
 * otherwise among the temporary files of the machine.
 *
 * @param {object} [options]
 * @param {boolean} [options.isChosen] the person, or the program around this, has said where temporary files go
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
  // PostgreSQL, which is not run as root, has its directory in it.
  chmodSync(scratch, 0o711);
  return scratch;
}

/**
 * @param {string} folder
 * @returns {number} 0 without such a folder
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
 * @returns {string | undefined} a directory, unless nothing can be written or run there, as in many containers
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
