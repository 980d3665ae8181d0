import { join } from "node:path";
import { hashTexts, keep, PLATFORM, readContents } from "./cache.mjs";
import { execute, run } from "./process.mjs";

/**
 * For `GOFLAGS` of all builds, so that each takes over what another one has compiled: paths of no machine, and nothing for
 * debuggers, which takes a tenth of the time. Programs of tests use the same, see `test/support/nativeLanguages.ts`.
 */
const BUILD_FLAGS = "-trimpath -gcflags=all=-dwarf=false";

/**
 * Runs Go in the folder of one of this project's own modules.
 *
 * @param {readonly string[]} args
 * @param {import("./process.mjs").RunOptions} options
 * @returns {Promise<string>} what it prints
 */
export function runGo(args, options) {
  return execute("go", args, {
    ...options,
    name: `go ${args[0]}`,
    noise: /^go: downloading /,
    env: {
      ...process.env,
      // go.sum decides what is built; whatever else is set for other builds must not change this one.
      GOFLAGS: `-mod=readonly ${BUILD_FLAGS}`,
      // A process of the compiler ends soon: it collects no garbage before it has this much.
      GOGC: "off",
      GOMEMLIMIT: "512MiB",
      GOWORK: "off",
      // Needs no C compiler, and runs whatever C library the machine has.
      CGO_ENABLED: "0",
      // It runs on this machine, even where builds for others are the rule.
      GOOS: undefined,
      GOARCH: undefined,
    },
  });
}

/**
 * A program that only some tests need. Go builds it once, in a separate step: nothing that Go prints can get into what
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
