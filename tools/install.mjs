import { readFileSync } from "node:fs";
import { join } from "node:path";
import { execute } from "./process.mjs";

const LIMIT_MS = 30 * 60_000;

/**
 * Runs `npm ci` unless the installed packages match package-lock.json. It compares contents, because a checkout changes the times
 * of files.
 *
 * @param {string} root
 * @param {(line: string) => void} log
 */
export async function installDependencies(root, log) {
  const wanted = readPackages(join(root, "package-lock.json"));
  if (!wanted) throw new Error("package-lock.json is missing or cannot be read");
  if (isInstalled(wanted, readPackages(join(root, "node_modules", ".package-lock.json")))) return;
  log("Dependencies: npm ci");
  await execute("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    env: withoutWorkspace(process.env),
    shell: process.platform === "win32",
    isShown: true,
    limitMs: LIMIT_MS,
    name: "npm ci",
  });
}

/** @typedef {Record<string, { version?: string, integrity?: string, resolved?: string, optional?: boolean }>} Packages */

/**
 * @param {Packages} wanted
 * @param {Packages | undefined} installed npm's own record of node_modules
 * @returns {boolean}
 */
function isInstalled(wanted, installed) {
  if (!installed) return false;
  const same = Object.entries(installed).every(([path, entry]) => {
    const locked = wanted[path];
    return locked && locked.version === entry.version && locked.integrity === entry.integrity;
  });
  // npm skips optional packages of other platforms.
  return (
    same && Object.keys(wanted).every((path) => path === "" || wanted[path]?.optional || installed[path])
  );
}

/**
 * @param {string} file
 * @returns {Packages | undefined}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/**
 * Removes the workspace that an outer `npm run` sets: an npm that is started here must not use it.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutWorkspace(env) {
  const own = Object.entries(env).filter(
    ([name]) => !/^npm_config_(.*workspace.*|local_prefix)$/i.test(name),
  );
  return Object.fromEntries(own);
}
