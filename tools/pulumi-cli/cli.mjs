import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describeFailure, run } from "./run.mjs";
import { parseVersion } from "./version.mjs";

const onWindows = process.platform === "win32";

/** Names of the files that make up a CLI which can run our programs. */
export const files = {
  cli: onWindows ? "pulumi.exe" : "pulumi",
  languageHost: onWindows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs",
  yamlHost: onWindows ? "pulumi-language-yaml.exe" : "pulumi-language-yaml",
  goHost: onWindows ? "pulumi-language-go.exe" : "pulumi-language-go",
  pythonHost: onWindows ? "pulumi-language-python.exe" : "pulumi-language-python",
  /** What the host of Python programs runs them with. */
  pythonExecutor: "pulumi-language-python-exec",
  dynamicPlugin: onWindows ? "pulumi-resource-pulumi-nodejs.cmd" : "pulumi-resource-pulumi-nodejs",
};

/**
 * @param {string} command
 * @returns {Promise<string>} what the CLI says its version is; rejects when it does not run
 */
export async function askVersion(command) {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const outcome = await run(command, ["version"], { env, totalMs: 30_000 });
  if (outcome.failure) throw new Error(`"pulumi version": ${describeFailure(outcome)}`);
  const version = parseVersion(outcome.stdout);
  if (!version) throw new Error(`"pulumi version" gave no version but "${outcome.stdout.trim()}"`);
  return version;
}

/**
 * Rejects unless the directory holds a CLI of just this version, with its language hosts.
 *
 * @param {string} directory
 * @param {string} wanted
 */
export async function requireUsable(directory, wanted) {
  const { cli, languageHost, yamlHost, goHost, pythonHost, pythonExecutor } = files;
  for (const file of [cli, languageHost, yamlHost, goHost, pythonHost, pythonExecutor]) {
    if (!existsSync(join(directory, file))) throw new Error(`${file} is missing`);
  }
  const version = await askVersion(join(directory, files.cli));
  if (version !== wanted) throw new Error(`it is ${version} and not ${wanted}`);
}

/**
 * The variables to add for running the CLI in this directory.
 *
 * @param {string} directory
 * @param {string | undefined} [searchPath] the PATH to extend
 * @returns {Record<string, string>}
 */
export function environmentFor(directory, searchPath = process.env.PATH) {
  /** @type {Record<string, string>} */
  const environment = {
    PATH: searchPath ? `${directory}${delimiter}${searchPath}` : directory,
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  // Without both of them the CLI must be free to fetch what it lacks.
  const complete = [files.languageHost, files.dynamicPlugin].every((file) =>
    existsSync(join(directory, file)),
  );
  if (complete) environment.PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION = "true";
  return environment;
}
