import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installDependencies } from "./install.mjs";
import { run } from "./process.mjs";
import { findPulumi } from "./pulumi-cli/index.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Everything that a fresh clone needs before anything in it can run: dependencies, dist and a Pulumi CLI. Until it
 * is done only Node's own modules can be imported.
 *
 * @param {object} options
 * @param {(line: string) => void} options.log
 * @param {boolean} [options.cli] false where no CLI is needed: it may take minutes to build
 * @returns {Promise<{ environment: NodeJS.ProcessEnv }>} the variables to add for running the CLI
 */
export async function setUp({ log, cli = true }) {
  await installDependencies(root, log);
  log("Build: provider, command line and emulator");
  const build = join(root, "tools", "build.mjs");
  const { failure } = await run(process.execPath, [build], { cwd: root, isShown: true });
  if (failure) throw new Error(`the build ${failure}`);
  return cli ? findPulumi({ log }) : { environment: {} };
}
