import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keep } from "./buildCache.mjs";
import { go } from "./pulumi-cli/build.mjs";
import { fingerprint } from "./pulumi-cli/go-modules.mjs";
import { describeFailure, run } from "./pulumi-cli/run.mjs";

const MINUTES = 60_000;

/**
 * A program that only some tests need. Go builds it once, in a step of its own: nothing that Go prints can get into what
 * the program prints.
 *
 * @param {object} program
 * @param {string} program.name
 * @param {string} program.module the folder with its go.mod and go.sum
 * @param {string} program.source the package to build
 * @param {string[]} [program.files] in that folder, of which the program is made beside modules
 * @param {string[]} [program.flags] for `go build`
 * @param {{ args: string[], prints: string }} program.check how to see that it runs
 * @returns {Promise<string>} its path
 */
export async function goProgram({ name, module, source, files = [], flags = [], check }) {
  const texts = await Promise.all(["go.sum", ...files].map((file) => readFile(join(module, file), "utf8")));
  const directory = await keep(`${name}-${fingerprint(texts)}-${process.platform}-${process.arch}`, {
    make: async (directory) => {
      const options = { cwd: module, totalMs: 15 * MINUTES };
      const outcome = await go(["build", ...flags, "-o", join(directory, name), source], options);
      if (outcome.failure) throw new Error(`go build: ${describeFailure(outcome, /^go: downloading /)}`);
    },
    requireUsable: async (directory) => {
      const outcome = await run(join(directory, name), check.args, { totalMs: MINUTES });
      if (!`${outcome.stdout}${outcome.stderr}`.includes(check.prints))
        throw new Error(`${name}: ${describeFailure(outcome)}`);
    },
  });
  return join(directory, name);
}
