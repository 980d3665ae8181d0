import { join } from "node:path";
import { hashTexts, keep, readContents } from "./cache.mjs";
import { describeFailure, run } from "./process.mjs";

const MINUTES = 60_000;

/**
 * Runs Go in the folder of one of this project's own modules.
 *
 * @param {readonly string[]} args
 * @param {import("./process.mjs").RunOptions} options
 */
export function runGo(args, options) {
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    // go.sum decides what is built; whatever else is set for other builds must not change this one.
    GOFLAGS: "-mod=readonly",
    GOWORK: "off",
    // Needs no C compiler, and runs whatever C library the machine has.
    CGO_ENABLED: "0",
  };
  // It runs on this machine, even where builds for others are the rule.
  delete env.GOOS;
  delete env.GOARCH;
  return run("go", args, { env, ...options });
}

/**
 * A program that only some tests need. Go builds it once, in a step of its own: nothing that Go prints can get into what
 * the program prints.
 *
 * @param {object} program
 * @param {string} program.name
 * @param {string} program.module the folder of its module
 * @param {string} program.source the package to build
 * @param {string[]} [program.flags] for `go build`
 * @param {{ args: string[], prints: string }} program.check how to see that it runs
 * @returns {Promise<string>} its path
 */
export async function buildGoProgram({ name, module, source, flags = [], check }) {
  const hash = hashTexts([...(await readContents(module)), source, ...flags]);
  const directory = await keep(`${name}-${hash}-${process.platform}-${process.arch}`, {
    make: async (directory) => {
      const options = { cwd: module, limitMs: 15 * MINUTES };
      // Paths as in the build of the CLI: Go takes over what that has compiled, its whole standard library for one.
      const args = ["build", "-o", join(directory, name), "-trimpath", ...flags, source];
      const outcome = await runGo(args, options);
      if (outcome.failure) throw new Error(`go build: ${describeFailure(outcome, /^go: downloading /)}`);
    },
    requireUsable: async (directory) => {
      const outcome = await run(join(directory, name), check.args, { limitMs: MINUTES });
      if (!`${outcome.stdout}${outcome.stderr}`.includes(check.prints))
        throw new Error(`${name}: ${describeFailure(outcome)}`);
    },
  });
  return join(directory, name);
}
