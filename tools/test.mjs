import { rmSync } from "node:fs";
import { join } from "node:path";
import { installDependencies } from "./install.mjs";
import { Interrupted } from "./process.mjs";
import { findPulumi } from "./pulumi-cli/index.mjs";
import { makeScratch } from "./scratch.mjs";
import { build, root } from "./setup.mjs";
import { runSuites } from "./suite.mjs";

// `npm test`: all suites, or those that are named; options, such as `--grep X`, are for mocha.

/**
 * Those that need no CLI first: on a fresh machine it is built meanwhile. Then one that needs no other tool, those with a
 * long file, and short ones that fill up the end. The minutes are approximate, on two cores and with every tool at hand, for
 * a suite by itself.
 */
const suites = [
  { name: "unit", minutes: 2, isMeasured: true, processes: 4 },
  { name: "contract", minutes: 1, isMeasured: true, processes: 2 },
  { name: "model", minutes: 3, processes: 2 },
  { name: "simulation", minutes: 1, processes: 3 },
  { name: "faults", minutes: 1 },
  { name: "hostile", minutes: 2, processes: 5 },
  { name: "soak", minutes: 1 },
  { name: "tools", minutes: 1, needsCli: true, acquires: true },
  { name: "package", minutes: 2, needsCli: true, isInstalled: true },
  { name: "pages", minutes: 3, needsCli: true, needsTools: true },
  { name: "e2e", minutes: 7, needsCli: true, needsTools: true, processes: 10, alone: ["quota.test.ts"] },
  { name: "browser", minutes: 1, needsCli: true, needsTools: true },
  { name: "host", minutes: 1, needsCli: true, processes: 4 },
];

/**
 * Variables for the tests of a suite. A proxy of this machine is for what the tools download: services of tests are on
 * this machine, or nowhere. Coverage is that of the suites that say what each part does: measuring it takes time, which
 * the long random searches would rather use. In the others Node keeps the code that it compiles (from 22.1 on) and starts
 * quickly, unless it is an installed package's that has to run without this repository.
 *
 * @param {{ needsCli?: boolean, isMeasured?: boolean, isInstalled?: boolean }} suite
 * @param {Promise<{ environment: NodeJS.ProcessEnv }>} cli
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function environmentOf({ needsCli = false, isMeasured = false, isInstalled = false }, cli) {
  const quick = isInstalled ? {} : { NODE_COMPILE_CACHE: join(scratch, "code"), ...quickStart };
  const unmeasured = isMeasured ? {} : { NODE_V8_COVERAGE: undefined, ...quick };
  const directories = { ...unmeasured, TMPDIR: scratch, TMP: scratch, TEMP: scratch };
  if (!needsCli) return { ...withoutProxy, ...directories };
  const noProxy = [process.env.no_proxy ?? process.env.NO_PROXY ?? "", "localhost,127.0.0.1,[::1]"];
  const exceptions = noProxy.filter(Boolean).join(",");
  return {
    ...{ ...(await cli).environment, ...directories },
    ...{ no_proxy: undefined, NO_PROXY: exceptions },
  };
}

/** Every command of the CLI starts two or three processes: the engine has memory enough, and Node loads what is used. */
const quickStart = {
  GOGC: "400",
  NODE_OPTIONS: `--require ${JSON.stringify(join(root, "test/support/quickStart.cjs"))}`,
};

const withoutProxy = Object.fromEntries(
  ["http_proxy", "https_proxy", "all_proxy"].flatMap((name) => [
    [name, undefined],
    [name.toUpperCase(), undefined],
  ]),
);

/** Additional minutes of the first run on a machine, which downloads and builds tools. */
const FIRST_RUN_MINUTES = 4;

const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => arg.startsWith("-"));
const names = firstOption < 0 ? args : args.slice(0, firstOption);
const options = firstOption < 0 ? [] : args.slice(firstOption);
const wanted = suites.filter(({ name }) => names.length === 0 || names.includes(name));

const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(`No suite is called ${unknown.join(", ")}: ${suites.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

// Whatever a suite leaves behind when it is ended in the middle goes with it.
const scratch = makeScratch();
let passes = 0;
const failed = new Set();
const skipped = [];
console.log(
  `Suites, and about how long each takes on two cores (the first run ${FIRST_RUN_MINUTES} min more, for tools):`,
);
for (const { name, minutes } of suites) {
  const isLeftOut = !wanted.some((suite) => suite.name === name);
  console.log(
    `  ${name.padEnd(10)}${String(minutes).padStart(2)} min${isLeftOut ? ", not in this run" : ""}`,
  );
}
try {
  const installed = installDependencies(root, console.log);
  // It may take minutes to build. Suites that need no CLI run meanwhile; the others say why there is none.
  const cli = wanted.some(({ needsCli }) => needsCli)
    ? findPulumi({ log: console.log, installed })
    : Promise.resolve({ environment: {} });
  cli.catch(() => undefined);
  await installed;
  await build({ log: console.log });
  const ready = wanted.map((suite) => ({ ...suite, environment: environmentOf(suite, cli) }));
  for (const result of await runSuites(ready, { options, scratch })) {
    const { suite } = result;
    passes += result.passes;
    skipped.push(...result.skipped.map(({ title, reason }) => ({ title: `${suite}: ${title}`, reason })));
    // A CLI that cannot be had is the trouble of each process that needs it: named once.
    for (const what of [...result.failures, ...result.troubles]) failed.add(`${suite}: ${what}`);
  }
  if (passes + failed.size === 0) failed.add("not one test ran");
} catch (error) {
  failed.add(error instanceof Error ? error.message : String(error));
  if (error instanceof Interrupted) process.exitCode = 130;
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
}

if (skipped.length > 0) console.log("\nSkipped:");
for (const reason of new Set(skipped.map((test) => test.reason))) {
  console.log(`  ${reason}`);
  for (const test of skipped) if (test.reason === reason) console.log(`    ${test.title}`);
}
if (failed.size > 0) console.error(["\nFailed:", ...failed].join("\n  "));
const skippedToo = skipped.length > 0 ? `, ${skipped.length} skipped` : "";
console.log(`${passes} passed, ${failed.size} failed${skippedToo}`);
if (failed.size > 0) process.exitCode ??= 1;
