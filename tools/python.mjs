import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { hashTexts, keep } from "./cache.mjs";
import { execute } from "./process.mjs";

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} the standard output
 */
export function runPython(args, env) {
  return execute("python3", args, { name: `python3 ${args.slice(0, 3).join(" ")}`, env });
}

/**
 * Installs packages once, with the versions and checksums of a file.
 *
 * @param {string} name of the cache entry
 * @param {string} requirements the file
 * @param {string} needed a folder among the packages
 * @param {readonly string[]} [further] parts of the key
 * @returns {Promise<{ directory: string, key: string }>} the folder, for PYTHONPATH
 */
export async function keepPythonPackages(name, requirements, needed, further = []) {
  const key = [hashTexts([await readFile(requirements, "utf8")]), ...further].join("-");
  const directory = await keep(`${name}-${key}`, {
    make: async (target) => {
      const exact = ["--require-hashes", "--no-deps", "--only-binary", ":all:"];
      const quiet = ["--quiet", "--disable-pip-version-check"];
      const what = ["--requirement", requirements, "--target", target];
      await runPython(["-m", "pip", "install", ...quiet, ...exact, ...what]);
    },
    requireUsable: (target) => readdir(join(target, needed)),
  });
  return { directory, key };
}
