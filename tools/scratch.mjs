import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PREFIX = "vendorcloud-test-";

/** Where Linux keeps files in memory. */
const MEMORY = "/dev/shm";

/** Several times what tests have there at once, and few enough to leave a machine its memory. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Makes a directory for all that tests write: in memory, where there is plenty, since they make and remove many small files;
 * otherwise among the temporary files of the machine.
 *
 * @param {{ memory?: string, neededBytes?: number }} [options]
 * @returns {string}
 */
export function makeScratch({ memory = MEMORY, neededBytes = NEEDED_BYTES } = {}) {
  const isPlenty = process.availableMemory() >= 2 * neededBytes && freeBytes(memory) >= neededBytes;
  const inMemory = isPlenty ? makeRunnable(memory) : undefined;
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
 * @param {string} parent
 * @returns {string | undefined} a directory in it, unless nothing can be written or run there, as in many containers
 */
function makeRunnable(parent) {
  let directory;
  try {
    directory = mkdtempSync(join(parent, PREFIX));
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
