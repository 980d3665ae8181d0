import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runChild } from "./child.mjs";
import { root } from "./setup.mjs";

/** Long enough for a machine that is half as fast as one on which the longest suite takes half an hour. */
const LIMIT_MS = 60 * 60_000;

/**
 * @typedef {object} SuiteResult
 * @property {number} passes
 * @property {number} failures
 * @property {{ title: string, reason: string }[]} skipped
 * @property {string | undefined} trouble what went wrong apart from tests: a crash, no test file
 */

/**
 * Runs the tests of one suite in a mocha process of its own.
 *
 * @param {string} name
 * @param {object} run
 * @param {readonly string[]} run.options for mocha
 * @param {NodeJS.ProcessEnv} run.environment added to that of this process
 * @param {string} run.scratch a directory
 * @returns {Promise<SuiteResult>}
 */
export async function runSuite(name, { options, environment, scratch }) {
  const countsFile = join(scratch, `${name}.json`);
  const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
  const args = [
    ...["--require", "tsx/cjs"],
    // A limit for what hangs, not a measure of speed: a busy machine is many times slower than a free one.
    ...["--timeout", "60000"],
    ...["--reporter", join(root, "tools", "mocha-reporter.mjs"), "--reporter-option", `counts=${countsFile}`],
    ...options,
    `test/${name}/**/*.test.ts`,
  ];
  const ended = await runChild(process.execPath, [mocha, ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    limitMs: LIMIT_MS,
  });
  const counts = readCounts(countsFile);
  if (!counts) return { passes: 0, failures: 0, skipped: [], trouble: ended ?? "it gave no result" };
  // Mocha's exit code is the number of failures: anything else happened after the last test.
  return { ...counts, trouble: counts.failures === 0 ? ended : undefined };
}

/**
 * @param {string} file
 * @returns {Omit<SuiteResult, "trouble"> | undefined}
 */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}
