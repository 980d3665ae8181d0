import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { runChild } from "./child.mjs";
import { Interrupted } from "./pulumi-cli/run.mjs";
import { root, setUp } from "./setup.mjs";

// `npm test`: all suites, or those that are named; options, such as `--grep X`, are for mocha.

/** Each in a process of its own; the quick ones first. */
const SUITES = ["unit", "contract", "host", "e2e"];
const NEED_CLI = ["host", "e2e"];

const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => arg.startsWith("-"));
const named = firstOption < 0 ? args : args.slice(0, firstOption);
const options = firstOption < 0 ? [] : args.slice(firstOption);
const suites = named.length === 0 ? SUITES : SUITES.filter((suite) => named.includes(suite));

const unknown = named.filter((name) => !SUITES.includes(name));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(", ")}. The suites are ${SUITES.join(", ")}.`);
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), "vendorcloud-test-"));
const total = { passes: 0, failures: 0, pending: 0 };
try {
  const cli = suites.some((suite) => NEED_CLI.includes(suite));
  const environment = await setUp({ log: (line) => console.log(line), cli });
  for (const suite of suites) {
    const counts = await runSuite(suite, environment);
    for (const kind of /** @type {const} */ (["passes", "failures", "pending"])) total[kind] += counts[kind];
  }
  if (total.passes + total.failures === 0) giveUp("not one test ran");
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
  if (error instanceof Interrupted) process.exitCode = 128 + constants.signals[error.signal];
} finally {
  // Also what tests leave behind that were ended in the middle.
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
}
