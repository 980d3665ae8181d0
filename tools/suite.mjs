import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Interrupted, run as runCommand } from "./process.mjs";
import { root } from "./setup.mjs";

/** For one process. Long enough for a machine that is a quarter as fast as one on which the longest takes a quarter of an hour. */
const LIMIT_MS = 60 * 60_000;

/** One more than there are processors: tests wait for commands, and these for each other and for the disk. */
const PROCESSES = availableParallelism() + 1;

/** Megabytes for what has just been made: most of what tests make is gone soon, and collecting it later takes less time. */
const YOUNG_HEAP_MB = 64;

/**
 * @typedef {object} Suite
 * @property {string} name of the directory in `test`
 * @property {number} [processes] for its files, each of which takes seconds to start; default: one for each file. The
 *   machine does not decide, so that the same files are together, and disturb each other, everywhere
 * @property {readonly string[]} [alone] names of the files that measure time: nothing runs beside them
 * @property {boolean} [acquires] acquires tools: it begins first
 * @property {boolean} [needsTools] waits until they are acquired
 * @property {Promise<NodeJS.ProcessEnv>} environment added to that of this process, once it is known; `undefined` takes a
 *   variable away
 *
 * @typedef {object} Result
 * @property {string} suite
 * @property {number} passes
 * @property {string[]} failures titles
 * @property {{ title: string, reason: string }[]} skipped
 * @property {string[]} troubles what went wrong apart from tests: a crash, no test file
 *
 * @typedef {object} Run
 * @property {readonly string[]} options for mocha
 * @property {string} scratch a directory
 *
 * @typedef {{ suite: Suite, part: string, files: readonly string[], isAlone?: boolean }} Task files for one process
 */

/**
 * Runs the tests of some suites: their files side by side, in one mocha process more than there are processors, and then
 * one by one those that measure time. With options for mocha, which ask for a few tests, a suite is one process.
 *
 * @param {readonly Suite[]} suites in the order in which they begin
 * @param {Run} run
 * @returns {Promise<Result[]>}
 */
export async function runSuites(suites, run) {
  // Whoever needs one that fails says so.
  for (const { environment } of suites) environment.catch(() => {});
  const tasks = suites.flatMap((suite) => tasksOf(suite, run.options.length > 0));
  const shared = tasks.filter(({ isAlone }) => !isAlone);
  const waiting = [
    ...shared.filter(({ suite }) => suite.acquires),
    ...shared.filter(({ suite }) => !suite.acquires),
  ];
  /** @type {Promise<unknown>[]} */
  const acquiring = [];
  /** @type {Result[]} */
  const results = [];
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const { name, acquires, needsTools } = task.suite;
      if (needsTools) await Promise.allSettled(acquiring);
      let text = "";
      const result = runTask(task, run, (output) => {
        text += output;
      });
      if (acquires) acquiring.push(result);
      results.push(await result.finally(() => process.stdout.write(`\n== ${name}\n${text}`)));
    }
  };
  try {
    await Promise.all(Array.from({ length: PROCESSES }, work));
  } finally {
    waiting.length = 0;
  }
  for (const task of tasks.filter(({ isAlone }) => isAlone)) {
    console.log(`\n== ${task.suite.name}`);
    results.push(await runTask(task, run));
  }
  return results;
}

/**
 * @param {Suite} suite
 * @param {boolean} isFew
 * @returns {Task[]}
 */
function tasksOf(suite, isFew) {
  const directory = join("test", suite.name);
  if (isFew) return [{ suite, part: "all", files: [`${directory}/**/*.test.ts`], isAlone: true }];
  const files = testFilesIn(directory);
  const alone = files.filter((file) => suite.alone?.some((name) => file.endsWith(name)));
  const others = files.filter((file) => !alone.includes(file));
  const { processes = others.length } = suite;
  // Each process has long files and short ones.
  const parts = Array.from({ length: processes }, (_, part) =>
    others.filter((_, index) => index % processes === part),
  );
  return [
    ...parts.map((files, index) => ({ suite, part: String(index), files })),
    ...alone.map((file, index) => ({ suite, part: `alone-${index}`, files: [file], isAlone: true })),
  ];
}

/**
 * @param {string} directory
 * @returns {string[]} the longest first, which usually take longest
 */
function testFilesIn(directory) {
  const sizeOf = (/** @type {string} */ file) => statSync(join(root, file)).size;
  return readdirSync(join(root, directory), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join(directory, file))
    .sort((one, other) => sizeOf(other) - sizeOf(one));
}

/**
 * Runs test files in one mocha process.
 *
 * @param {Task} task
 * @param {Run} run
 * @param {(text: string) => void} [onOutput]
 * @returns {Promise<Result>}
 */
async function runTask({ suite: { name, environment }, part, files }, { options, scratch }, onOutput) {
  const nothing = { suite: name, passes: 0, failures: [], skipped: [] };
  /** @type {NodeJS.ProcessEnv} */
  let env;
  try {
    env = { ...process.env, ...(await environment) };
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    return { ...nothing, troubles: [error instanceof Error ? error.message : String(error)] };
  }
  const countsFile = join(scratch, `${name}-${part}.json`);
  const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
  const reporter = join(root, "tools", "mocha-reporter.mjs");
  const heap = `--max-semi-space-size=${YOUNG_HEAP_MB}`;
  const reporting = ["--reporter", reporter, "--reporter-option", `counts=${countsFile}`];
  const { failure } = await runCommand(process.execPath, [heap, mocha, ...reporting, ...options, ...files], {
    cwd: root,
    env,
    limitMs: LIMIT_MS,
    ...(onOutput ? { onOutput } : { isShown: true }),
  });
  const trouble = `${files.join(", ")}: ${failure ?? "no result"}`;
  if (!existsSync(countsFile)) return { ...nothing, troubles: [trouble] };
  const counts = JSON.parse(readFileSync(countsFile, "utf8"));
  // Mocha's exit code is the number of failures: anything else happened after the last test.
  return { suite: name, ...counts, troubles: counts.failures.length === 0 && failure ? [trouble] : [] };
}
