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
 * Makes a directory for all files of tests: in memory if there is enough and TMPDIR is not set, because tests make and remove
 * many small files; otherwise in the directory for temporary files.
 *
 * @returns {string}
 */
export function makeScratch() {
  const scratch = makeInMemory() ?? mkdtempSync(join(tmpdir(), PREFIX));
  // The directory of PostgreSQL is in it, and PostgreSQL does not run as root.
  chmodSync(scratch, 0o711);
  return scratch;
}

/** @returns {string | undefined} undefined if files cannot be written or run there, as in many containers */
function makeInMemory() {
  let directory;
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const isPlenty = bavail * bsize >= NEEDED_BYTES && process.availableMemory() >= 2 * NEEDED_BYTES;
    if (process.env.TMPDIR || !isPlenty) return undefined;
    directory = mkdtempSync(join(MEMORY, PREFIX));
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
