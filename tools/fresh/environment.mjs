import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { getCacheRoot } from "../cache.mjs";
import { run } from "../process.mjs";

/** Variables of an `npm run` around this, and what would lead the commands to another Pulumi or its settings. */
const FOREIGN =
  /^(INIT_CWD|npm_(lifecycle|package)_.*|npm_(execpath|node_execpath|command)|npm_config_(.*workspace.*|local_prefix|cache|userconfig)|pulumi_.*|vendorcloud_.*)$/i;

/**
 * The environment of somebody who has never run anything here: an own home, empty caches, an own directory for
 * temporary files. How this machine reaches its registries stays, in files or variables, as npm, Go and pip have it.
 *
 * @param {string} directory takes all of that
 * @param {string} [tmp] another directory for temporary files
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function createEmptyEnvironment(directory, tmp = join(directory, "tmp")) {
  const home = join(directory, "home");
  for (const folder of [home, tmp]) mkdirSync(folder, { recursive: true });
  const settings = await settingsOfMachine();
  // Not named by a variable: the package managers that the tests start see their own home only.
  for (const [name, file] of Object.entries(settings.files)) symlinkSync(file, join(home, name));

  const own = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  return {
    ...Object.fromEntries(own),
    ...settings.variables,
    PATH: withoutCaches(process.env.PATH ?? ""),
    ...{ HOME: home, USERPROFILE: home, LOCALAPPDATA: join(home, "AppData", "Local") },
    ...{ TMPDIR: tmp, TMP: tmp, TEMP: tmp },
    XDG_CACHE_HOME: join(home, ".cache"),
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    npm_config_cache: join(home, ".npm"),
    GOPATH: join(home, "go"),
    GOMODCACHE: join(home, "go", "pkg", "mod"),
    GOCACHE: join(home, ".cache", "go-build"),
    PIP_CACHE_DIR: join(home, ".cache", "pip"),
    PULUMI_HOME: join(home, ".pulumi"),
  };
}

/**
 * Where npm, Go and pip have their settings, as they say themselves.
 *
 * @returns {Promise<{ files: Record<string, string>, variables: Record<string, string> }>}
 */
async function settingsOfMachine() {
  const [npm, go, pip] = await Promise.all([
    printed("npm", ["config", "get", "userconfig"]),
    printed("go", ["env", "GOENV"]),
    printed("python3", ["-m", "pip", "config", "debug"]),
  ]);
  const [netrc, gitconfig] = [join(homedir(), ".netrc"), join(homedir(), ".gitconfig")];
  const files = { ".npmrc": npm.trim(), ".netrc": netrc, ".gitconfig": gitconfig };
  const ofPip = process.env.PIP_CONFIG_FILE ?? /^user:\n(?: .*\n)*? +(.+), exists: True$/m.exec(pip)?.[1];
  return {
    files: Object.fromEntries(Object.entries(files).filter(([, file]) => existsSync(file))),
    variables: { ...(go && { GOENV: go.trim() }), ...(ofPip && { PIP_CONFIG_FILE: ofPip }) },
  };
}

/**
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<string>} empty where there is no such command
 */
async function printed(command, args) {
  const outcome = await run(command, args, { limitMs: 60_000, shell: process.platform === "win32" });
  return outcome.failure ? "" : outcome.stdout;
}

/**
 * A search path that leads neither to the packages of this checkout nor to a CLI of an earlier run.
 *
 * @param {string} path
 * @returns {string}
 */
function withoutCaches(path) {
  const isKept = (/** @type {string} */ folder) =>
    /^\.\.|^([a-z]:)?[\\/]/i.test(relative(getCacheRoot(), folder)) &&
    !/[\\/]node_modules[\\/](.*[\\/])?(\.bin|node-gyp-bin)$/.test(folder);
  return path.split(delimiter).filter(isKept).join(delimiter);
}
