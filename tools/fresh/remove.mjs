import { chmodSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Removes a directory with everything in it. Go makes the directories of its module cache read-only: nobody but root
 * could remove what they hold.
 *
 * @param {string} directory
 */
export function removeReadOnly(directory) {
  makeWritable(directory);
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
}

/** @param {string} directory */
function makeWritable(directory) {
  chmodSync(directory, 0o700);
  for (const entry of readdirSync(directory, { withFileTypes: true }))
    if (entry.isDirectory()) makeWritable(join(directory, entry.name));
}
