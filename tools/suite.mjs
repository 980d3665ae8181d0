import { readdirSync, readFileSync, statSync } from "node:fs";
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
 * @property {boolean} [acquires] acquires tools: it begins first, and suites that need the CLI wait for its end
 * @property {boolean} [needsCli]
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
 * @typedef {{ suite: Suite, part: string, files: readonly string[] }} Task files for one process
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
  const isFew = run.options.length > 0;
  // Whoever needs one that fails says so.
  for (const { environment } of suites) environment.catch(() => {});
  const tasks = suites.flatMap((suite) => tasksOf(suite, isFew));
  /** @param {Task} task */
  const isAlone = ({ part }) => isFew || part === "alone";
  const results = await sideBySide(
    afterAcquiring(
      tasks.filter((task) => !isAlone(task)),
      async (task) => {
        let text = "";
        const onOutput = (/** @type {string} */ output) => {
          text += output;
        };
        try {
          return await runTask(task, run, onOutput);
        } finally {
          process.stdout.write(`\n== ${task.suite.name}\n${text}`);
        }
      },
    ),
  );
  for (const task of tasks.filter(isAlone)) {
    console.log(`\n== ${task.suite.name}`);
    results.push(await runTask(task, run));
  }
  return results;
}

/**
 * Only tasks that need the CLI wait, and only for tasks that acquire tools: no processor is idle until the last quick
 * file has ended.
 *
 * @param {readonly Task[]} tasks
 * @param {(task: Task) => Promise<Result>} perform
 * @returns {(() => Promise<Result>)[]}
 */
function afterAcquiring(tasks, perform) {
  /** @type {Promise<unknown>[]} */
  const acquiring = [];
  const first = tasks.filter(({ suite }) => suite.acquires);
  const others = tasks.filter(({ suite }) => !suite.acquires);
  return [
    ...first.map((task) => () => {
      const result = perform(task);
      acquiring.push(result);
      return result;
    }),
    ...others.map((task) => async () => {
      if (task.suite.needsCli) await Promise.allSettled(acquiring);
      return perform(task);
    }),
  ];
}

/**
 * @param {Suite} suite
 * @param {boolean} isFew
 * @returns {Task[]}
 */
function tasksOf(suite, isFew) {
  const directory = join("test", suite.name);
  if (isFew) return [{ suite, part: "all", files: [`${directory}/**/*.test.ts`] }];
  const files = testFilesIn(directory);
  const isAlone = (/** @type {string} */ file) => (suite.alone ?? []).some((name) => file.endsWith(name));
  const parts = split(
    files.filter((file) => !isAlone(file)),
    suite.processes,
  );
  const alone = files.filter(isAlone);
  return [
    ...parts.map((part, index) => ({ suite, part: String(index), files: part })),
    ...(alone.length > 0 ? [{ suite, part: "alone", files: alone }] : []),
  ];
}

/**
 * @param {string} directory
 * @returns {string[]} the longest first, which usually take longest
 */
function testFilesIn(directory) {
  const files = readdirSync(join(root, directory), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join(directory, file));
  const sizes = new Map(files.map((file) => [file, statSync(join(root, file)).size]));
  return files.sort((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0));
}

/**
 * @param {readonly string[]} files
 * @param {number} [parts]
 * @returns {string[][]} each with long and short ones
 */
function split(files, parts = files.length) {
  return Array.from({ length: parts }, (_, part) => files.filter((_, index) => index % parts === part));
}

/**
 * @template T
 * @param {readonly (() => Promise<T>)[]} tasks
 * @returns {Promise<T[]>}
 */
async function sideBySide(tasks) {
  const waiting = [...tasks];
  /** @type {T[]} */
  const results = [];
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) results.push(await task());
  };
  try {
    await Promise.all(Array.from({ length: PROCESSES }, work));
  } finally {
    waiting.length = 0;
  }
  return results;
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
  const args = [
    `--max-semi-space-size=${YOUNG_HEAP_MB}`,
    mocha,
    ...["--reporter", join(root, "tools", "mocha-reporter.mjs"), "--reporter-option", `counts=${countsFile}`],
    ...options,
    ...files,
  ];
  const { failure: ended } = await runCommand(process.execPath, args, {
    cwd: root,
    env,
    limitMs: LIMIT_MS,
    ...(onOutput ? { onOutput } : { isShown: true }),
  });
  const counts = readCounts(countsFile);
  const trouble = `${files.join(", ")}: ${ended ?? "no result"}`;
  if (!counts) return { ...nothing, troubles: [trouble] };
  // Mocha's exit code is the number of failures: anything else happened after the last test.
  return { suite: name, ...counts, troubles: counts.failures.length === 0 && ended ? [trouble] : [] };
}

/**
 * @param {string} file
 * @returns {Omit<Result, "suite" | "troubles"> | undefined}
 */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
