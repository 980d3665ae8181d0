import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installDependencies } from "./install.mjs";
import { execute } from "./process.mjs";
import { findPulumi } from "./pulumi-cli/index.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Prepares a fresh clone: dependencies, dist and a Pulumi CLI. Before that, only Node's own modules can be imported.
 *
 * @param {{ log: (line: string) => void }} options
 * @returns {Promise<{ environment: NodeJS.ProcessEnv }>} the environment variables for the CLI
 */
export async function setUp({ log }) {
  const installed = installDependencies(root, log);
  const [pulumi] = await Promise.all([findPulumi({ log, installed }), installed.then(() => build({ log }))]);
  return pulumi;
}

/**
 * Builds dist.
 *
 * @param {{ log: (line: string) => void }} options
 */
export async function build({ log }) {
  log("Build: provider, command line and emulator");
  const script = join(root, "tools", "build.mjs");
  await execute(process.execPath, [script], { cwd: root, isShown: true, name: "the build" });
}
