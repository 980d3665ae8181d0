import { readdirSync, readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { runChild } from "./child.mjs";
import { root } from "./setup.mjs";

/** Long enough for a machine that is half as fast as one on which the longest suite takes half an hour. */
const LIMIT_MS = 60 * 60_000;

/** A process takes seconds to start: suites of more files than this, which are short ones, have few processes. */
const MOST_PROCESSES = 40;

/**
 * @typedef {object} SuiteResult
 * @property {number} passes
 * @property {number} failures
 * @property {{ title: string, reason: string }[]} skipped
 * @property {string[]} troubles what went wrong apart from tests: a crash, no test file
 */

/**
 * @typedef {object} Run
 * @property {readonly string[]} options for mocha
 * @property {NodeJS.ProcessEnv} environment added to that of this process; `undefined` takes a variable away
 * @property {string} scratch a directory
 */

/**
 * Runs the tests of one suite: its files side by side, in as many mocha processes as there are processors, and then
 * one by one those that measure time. With options for mocha, which ask for a few tests, all in one process.
 *
 * @param {{ name: string, alone?: readonly string[] }} suite `alone`: names of the files that measure time
 * @param {Run} run
 * @returns {Promise<SuiteResult>}
 */
export async function runSuite({ name, alone = [] }, run) {
  const directory = join("test", name);
  if (run.options.length > 0) return runFiles(name, [`${directory}/**/*.test.ts`], run);
  const files = testFilesIn(directory);
  const isAlone = (/** @type {string} */ file) => alone.some((suffix) => file.endsWith(suffix));
  const parts = split(files.filter((file) => !isAlone(file)));
  const results = await sideBySide(
    parts.map((part, index) => () => {
      let text = "";
      const onOutput = (/** @type {string} */ output) => {
        text += output;
      };
      return runFiles(`${name}-${index}`, part, run, onOutput).finally(() => process.stdout.write(text));
    }),
  );
  for (const file of files.filter(isAlone)) results.push(await runFiles(`${name}-alone`, [file], run));
  return {
    passes: results.reduce((sum, { passes }) => sum + passes, 0),
    failures: results.reduce((sum, { failures }) => sum + failures, 0),
    skipped: results.flatMap(({ skipped }) => skipped),
    troubles: results.flatMap(({ troubles }) => troubles),
  };
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
 * @returns {string[][]} each with long and short ones
 */
function split(files) {
  const parts = files.length > MOST_PROCESSES ? 2 * availableParallelism() : files.length;
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
    await Promise.all(Array.from({ length: availableParallelism() }, work));
  } finally {
    waiting.length = 0;
  }
  return results;
}

/**
 * Runs test files in one mocha process.
 *
 * @param {string} name
 * @param {readonly string[]} files
 * @param {Run} run
 * @param {(text: string) => void} [onOutput]
 * @returns {Promise<SuiteResult>}
 */
async function runFiles(name, files, { options, environment, scratch }, onOutput) {
  const countsFile = join(scratch, `${name}.json`);
  const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
  const args = [
    ...["--require", "tsx/cjs"],
    // A limit for what hangs, not a measure of speed: a busy machine is many times slower than a free one.
    ...["--timeout", "60000"],
    ...["--reporter", join(root, "tools", "mocha-reporter.mjs"), "--reporter-option", `counts=${countsFile}`],
    ...options,
    ...files,
  ];
  const ended = await runChild(process.execPath, [mocha, ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    limitMs: LIMIT_MS,
    ...(onOutput ? { onOutput } : {}),
  });
  const counts = readCounts(countsFile);
  if (!counts)
    return {
      passes: 0,
      failures: 0,
      skipped: [],
      troubles: [`${files.join(", ")}: ${ended ?? "no result"}`],
    };
  // Mocha's exit code is the number of failures: anything else happened after the last test.
  return { ...counts, troubles: counts.failures === 0 && ended ? [`${files.join(", ")}: ${ended}`] : [] };
}

/**
 * @param {string} file
 * @returns {Omit<SuiteResult, "troubles"> | undefined}
 */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
