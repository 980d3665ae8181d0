import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { execute } from "../process.mjs";

/**
 * Versions of the CLI, beside the newest one in engine/go.mod. README.md lists the tested pairs.
 */
export const VERSIONS = {
  /** The oldest that passes all tests. */
  oldest: "3.230.0",
  /** The one that npm's launcher downloads: the npm package `pulumi` has the version of its CLI. */
  launcher: "3.259.0",
  /** The first that is not supported. */
  below: "4.0.0",
};

const onWindows = process.platform === "win32";
const program = (/** @type {string} */ name) => (onWindows ? `${name}.exe` : name);

/** File names of a CLI that can run the programs of this project. */
export const files = {
  cli: program("pulumi"),
  languageHost: program("pulumi-language-nodejs"),
  /** The host runs Python programs with this script. */
  pythonExecutor: "pulumi-language-python-exec",
  dynamicPlugin: onWindows ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs",
};

/** Required files beside the CLI: the tests run programs in all of these languages. */
export const hosts = [
  files.languageHost,
  ...["yaml", "go", "python"].map((language) => program(`pulumi-language-${language}`)),
  files.pythonExecutor,
];

/**
 * @param {string} command
 * @returns {Promise<string>} the version that the CLI reports, for example `3.230.0`; rejects if it does not run
 */
export async function askVersion(command) {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const printed = await execute(command, ["version"], { env, limitMs: 30_000, name: '"pulumi version"' });
  const [, version] = /^v?(\d+\.\d+\.\d+(?:-[\w.-]+)?)(?:\+\S+)?\r?$/m.exec(printed) ?? [];
  if (!version) throw new Error(`"pulumi version" gave no version but "${printed.trim()}"`);
  return version;
}

/**
 * Rejects unless the directory contains a CLI of exactly this version, with its language hosts.
 *
 * @param {string} directory
 * @param {string} wanted
 */
export async function requireUsable(directory, wanted) {
  for (const file of [files.cli, ...hosts])
    if (!existsSync(join(directory, file))) throw new Error(`${file} is missing`);
  const version = await askVersion(join(directory, files.cli));
  if (version !== wanted) throw new Error(`it is ${version} and not ${wanted}`);
}

/**
 * Returns the environment variables for the CLI in this directory.
 *
 * @param {string} directory
 * @returns {Record<string, string>}
 */
export function createEnvironment(directory) {
  const { PATH } = process.env;
  // Without both of them, the CLI must be able to download what is missing.
  const isComplete = [files.languageHost, files.dynamicPlugin].every((file) =>
    existsSync(join(directory, file)),
  );
  return {
    PATH: PATH ? `${directory}${delimiter}${PATH}` : directory,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    ...(isComplete && { PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true" }),
  };
}

/**
 * Copies the script that starts dynamic providers to a CLI that was built here. The script belongs to the SDK, so the copy
 * follows the installed version.
 *
 * @param {string} directory
 */
export async function placeDynamicPlugin(directory) {
  const target = join(directory, files.dynamicPlugin);
  const sdk = join(import.meta.dirname, "../../node_modules/@pulumi/pulumi");
  const wanted = await readFile(join(sdk, files.dynamicPlugin)).catch(() => {
    throw new Error("The Pulumi CLI needs @pulumi/pulumi for dynamic resources: run npm install first");
  });
  const present = await readFile(target).catch(() => undefined);
  if (present?.equals(wanted)) return;
  const part = `${target}.${process.pid}`;
  await writeFile(part, wanted, { mode: 0o755 });
  await rename(part, target);
}
