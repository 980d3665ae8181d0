import { join } from "node:path";
import { ROOT } from "../../support/sandbox.js";

/**
 * A module as a new process has it, with a state of its own.
 *
 * @param path below the root of this repository
 */
export function loadAgain<Module>(path: string): Module {
  const file = join(ROOT, path);
  const loaded = require.cache[file];
  delete require.cache[file];
  try {
    return require(file);
  } finally {
    require.cache[file] = loaded;
  }
}
