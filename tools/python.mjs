import { execute } from "./process.mjs";

/**
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<string>} what it prints
 */
export function runPython(args, env) {
  return execute("python3", args, { name: `python3 ${args.slice(0, 3).join(" ")}`, env });
}

/**
 * Installs packages into a folder, in the versions and with the checksums of a file.
 *
 * @param {string} requirements the file
 * @param {string} directory
 */
export async function installPythonPackages(requirements, directory) {
  const exact = ["--require-hashes", "--no-deps", "--only-binary", ":all:"];
  const quiet = ["--quiet", "--disable-pip-version-check"];
  const what = ["--requirement", requirements, "--target", directory];
  await runPython(["-m", "pip", "install", ...quiet, ...exact, ...what]);
}
