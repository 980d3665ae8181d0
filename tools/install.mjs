import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./process.mjs";

/**
 * Runs `npm ci` unless what is installed is just what package-lock.json asks for. The contents are compared, not
 * the times of the files: a checkout changes those of both at will.
 *
 * @param {string} root
 * @param {(line: string) => void} log
 */
export async function installDependencies(root, log) {
  const wanted = readPackages(join(root, "package-lock.json"));
  if (!wanted) throw new Error("package-lock.json is missing or cannot be read");
  if (isInstalled(wanted, readPackages(join(root, "node_modules", ".package-lock.json")))) return;
  log("Dependencies: npm ci");
  const [command, ...npm] = npmCommand(process.env);
  const args = [...npm, "ci", "--no-audit", "--no-fund", "--loglevel=error"];
  const { failure } = await run(command ?? "npm", args, {
    cwd: root,
    env: withoutWorkspace(process.env),
    shell: npm.length === 0 && process.platform === "win32",
    isShown: true,
  });
  if (failure) throw new Error(`npm ci: ${failure}`);
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
  // Optional ones are left out where they belong to another platform.
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
 * Within `npm run` the npm that runs there, otherwise the one on PATH.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
function npmCommand({ npm_execpath: path }) {
  return path && /npm-cli\.[cm]?js$/.test(path) ? [process.execPath, path] : ["npm"];
}

/**
 * A surrounding `npm run` hands down which workspace it runs in. No npm that is started here shall follow that.
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
