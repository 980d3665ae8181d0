import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { cacheRoot } from "./pulumi-cli/cache.mjs";
import { publish, withStaging } from "./pulumi-cli/staging.mjs";

/**
 * A directory that is made once and kept between runs, with what only some tests need.
 *
 * @param {string} key
 * @param {object} how
 * @param {(directory: string) => Promise<void>} how.make fills an empty directory
 * @param {(directory: string) => Promise<unknown>} how.requireUsable rejects when what is there does not work
 * @returns {Promise<string>}
 */
export async function keep(key, { make, requireUsable }) {
  const root = join(cacheRoot(), "test-tools");
  const directory = join(root, key);
  if (existsSync(directory)) return directory;
  return withStaging(async (staging) => {
    const finished = join(staging, "finished");
    await mkdir(finished);
    await make(finished);
    return publish(finished, { key, requireUsable }, root);
  }, root);
}
