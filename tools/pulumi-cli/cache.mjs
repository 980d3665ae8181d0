import { existsSync } from "node:fs";
import { homedir } from "node:os";
import * as path from "node:path";
import { requireUsable } from "./cli.mjs";
import { Interrupted } from "./run.mjs";

/**
 * Where this project keeps what it has downloaded or built between runs.
 *
 * @param {NodeJS.Platform} [platform]
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string} [home]
 * @returns {string}
 */
export function cacheRoot(platform = process.platform, env = process.env, home = homedir()) {
  const { isAbsolute, join } = platform === "win32" ? path.win32 : path.posix;
  return join(base(), "pulumi-vendorcloud");

  function base() {
    // The XDG specification has relative values ignored.
    if (env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME)) return env.XDG_CACHE_HOME;
    if (platform === "darwin") return join(home, "Library", "Caches");
    if (platform === "win32") return env.LOCALAPPDATA || join(home, "AppData", "Local");
    return join(home, ".cache");
  }
}

/** Where CLIs are kept. */
export function cacheDirectory() {
  return path.join(cacheRoot(), "pulumi-cli");
}

/**
 * Names the entry of a build: whatever could make another build necessary is in it.
 *
 * @param {Pick<import("./go-modules.mjs").Wanted, "engineVersion" | "languageHostVersion" | "fingerprint">} wanted
 * @param {string} [platform]
 * @param {string} [arch]
 * @returns {string}
 */
export function buildKey(wanted, platform = process.platform, arch = process.arch) {
  const { engineVersion, languageHostVersion, fingerprint } = wanted;
  return `build-${engineVersion}_host-${languageHostVersion}_${fingerprint}_${platform}-${arch}`;
}

/**
 * Names the entry of an official release, which brings its language host with it.
 *
 * @param {string} version
 * @param {string} [platform]
 * @param {string} [arch]
 * @returns {string}
 */
export function releaseKey(version, platform = process.platform, arch = process.arch) {
  return `release-${version}_${platform}-${arch}`;
}

/**
 * The first of these entries that really runs.
 *
 * @param {readonly { key: string, version: string }[]} entries the preferred one first
 * @param {{ log: (line: string) => void, root?: string }} options
 * @returns {Promise<{ directory: string, version: string, key: string }>}
 */
export async function findInCache(entries, { log, root = cacheDirectory() }) {
  const broken = [];
  for (const { key, version } of entries) {
    const directory = path.join(root, key);
    if (!existsSync(directory)) continue;
    try {
      await requireUsable(directory, version);
      return { directory, version, key };
    } catch (error) {
      if (error instanceof Interrupted) throw error;
      const reason = `${directory}: ${/** @type {Error} */ (error).message}`;
      log(`Pulumi CLI: passed over ${reason}`);
      broken.push(reason);
    }
  }
  throw new Error(broken.join("; ") || `nothing in ${root} from an earlier run`);
}
