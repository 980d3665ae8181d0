import { join } from "node:path";
import { hashTexts, keep, PLATFORM, readContents } from "./cache.mjs";
import { execute, run } from "./process.mjs";

/**
 * Flags of all builds, so that they share compiled packages: independent of paths, and without debug information, which saves a
 * tenth of the time. Programs of tests use the same flags, see `test/support/nativeLanguages.ts`.
 */
const BUILD_FLAGS = "-trimpath -gcflags=all=-dwarf=false";

/**
 * Runs Go in the folder of a module of this project.
 *
 * @param {readonly string[]} args
 * @param {import("./process.mjs").RunOptions} options
 * @returns {Promise<string>} the standard output
 */
export function runGo(args, options) {
  return execute("go", args, {
    ...options,
    name: `go ${args[0]}`,
    noise: /^go: downloading /,
    env: {
      ...process.env,
      // go.sum decides what is built, regardless of settings for other builds.
      GOFLAGS: `-mod=readonly ${BUILD_FLAGS}`,
      // Compiler processes are short, so they collect no garbage below the memory limit.
      GOGC: "off",
      GOMEMLIMIT: "512MiB",
      GOWORK: "off",
      // Needs no C compiler, and runs with any C library.
      CGO_ENABLED: "0",
      // The program runs on this machine, even if the settings name another target.
      GOOS: undefined,
      GOARCH: undefined,
    },
  });
}

/**
 * Builds a program that only some tests need, once. The build is a separate step, so that Go's output cannot mix with the
 * program's output.
 *
 * @param {object} program
 * @param {string} program.name
 * @param {string} program.module folder of its module
 * @param {string} program.source package to build
 * @param {string[]} [program.flags] for `go build`
 * @param {{ args: string[], prints: string }} program.check arguments and expected output of a test run
 * @returns {Promise<string>} its path
 */
export async function buildGoProgram({ name, module, source, flags = [], check }) {
  const hash = hashTexts([...(await readContents(module)), source, ...flags]);
  const directory = await keep(`${name}-${hash}-${PLATFORM}`, {
    make: (directory) => runGo(["build", "-o", join(directory, name), ...flags, source], { cwd: module }),
    requireUsable: async (directory) => {
      const { stdout, stderr } = await run(join(directory, name), check.args);
      const printed = `${stdout}${stderr}`;
      if (!printed.includes(check.prints)) throw new Error(`${name} does not run: ${printed}`);
    },
  });
  return join(directory, name);
}
