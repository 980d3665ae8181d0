import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { installDependencies } from "./install.mjs";
import { Interrupted, run } from "./process.mjs";
import { findPulumi } from "./pulumi-cli/index.mjs";
import { makeScratch } from "./scratch.mjs";
import { build, root } from "./setup.mjs";

// `npm test`: what guards a change. `npm run test:all` (`--all`, the first argument): everything, with more random runs. Names
// select suites. Options, such as `--grep X`, go to mocha.

/**
 * The directories in `test`. The suites of a round share processes. Rounds without the CLI are first, because a fresh machine
 * builds it meanwhile. `isMeasured`: coverage is measured, because these suites test single parts. The files of the first suite
 * of a round start first: put the longest there.
 *
 * @typedef {{ suites: string[], needsCli?: boolean, isMeasured?: boolean, isExtra?: boolean }} Round
 * @type {Round[]}
 */
const rounds = [
  { suites: ["unit", "contract"], isMeasured: true },
  { suites: ["soak", "property", "hostile"] },
  { suites: ["pages", "package", "e2e", "host", "browser"], needsCli: true },
  { suites: ["independent"], needsCli: true },
  // Runs only if it is named.
  { suites: ["compatibility"], needsCli: true, isExtra: true },
];

/** `npm test` leaves these suites out unless they are named. `host` has facts about the engine, which our code does not change. */
const SLOW_SUITES = ["soak", "host", "browser", "independent"];

/**
 * `npm test` leaves these files out, whose subjects cheaper suites test in parts. Random tests have fewer runs there
 * (test/support/randomRuns.ts).
 */
const SLOW_FILES = [
  ...["e2e/adoptMany", "e2e/boundaries", "e2e/foreignText", "e2e/nativeFaults", "e2e/nativeLanguages"],
  ...["e2e/packageLookup", "e2e/planAfterFailure", "e2e/printedCommands", "e2e/quota", "e2e/sharedState"],
  ...["e2e/show", "e2e/transformations", "e2e/vaultReferences"],
  ...["package/archives", "package/install", "package/managers", "package/npm"],
  ...["pages/examples", "pages/inlineCommands", "pages/languages"],
].map((name) => join("test", `${name}.test.ts`));

/** For one round. The longest takes 15 minutes on a fast machine; this allows for a machine with a quarter of the speed. */
const LIMIT_MS = 60 * 60_000;

/** Tests wait for commands, and commands for each other and the disk. */
const JOBS = availableParallelism() + 1;

/** Most objects of tests are short-lived, and a larger young generation needs fewer collections. */
const YOUNG_HEAP_MB = 64;

const isAll = process.argv[2] === "--all";
const args = process.argv.slice(isAll ? 3 : 2);
const firstOption = args.findIndex((arg) => arg.startsWith("-"));
const names = firstOption < 0 ? args : args.slice(0, firstOption);
const options = firstOption < 0 ? [] : args.slice(firstOption);
const wanted = rounds
  .map((round) => ({
    ...round,
    suites: round.suites.filter((name) => {
      if (names.length > 0) return names.includes(name);
      return !round.isExtra && (isAll || !SLOW_SUITES.includes(name));
    }),
  }))
  .filter(({ suites }) => suites.length > 0);

const suites = rounds.flatMap(({ suites }) => suites);
const unknown = names.filter((name) => !suites.includes(name));
if (unknown.length > 0) {
  console.error(`No suite is called ${unknown.join(", ")}: ${suites.join(", ")}`);
  process.exit(2);
}

// Also removes the files of suites that were interrupted.
const scratch = makeScratch();
let passes = 0;
/** @type {string[]} */
const failed = [];
/** @type {string[]} */
const skipped = [];
try {
  const installed = installDependencies(root, console.log);
  // The build of the CLI may take minutes. Suites without the CLI run meanwhile; the others report why it is missing.
  const cli = wanted.some(({ needsCli }) => needsCli)
    ? findPulumi({ log: console.log, installed })
    : Promise.resolve({ environment: {} });
  cli.catch(() => undefined);
  await installed;
  await build({ log: console.log });
  for (const round of wanted) await runRound(round, cli);
  if (passes + failed.length === 0) failed.push("not one test ran");
} catch (error) {
  failed.push(error instanceof Error ? error.message : String(error));
  if (error instanceof Interrupted) process.exitCode = 130;
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
}

if (skipped.length > 0) console.log(["\nSkipped:", ...skipped].join("\n  "));
if (failed.length > 0) console.error(["\nFailed:", ...failed].join("\n  "));
const skippedToo = skipped.length > 0 ? `, ${skipped.length} skipped` : "";
console.log(`${passes} passed, ${failed.length} failed${skippedToo}`);
if (failed.length > 0) process.exitCode ??= 1;

/**
 * Runs the files of a round in parallel. With options for mocha, which select few tests, all run one after the other.
 *
 * @param {Round} round
 * @param {Promise<{ environment: NodeJS.ProcessEnv }>} cli
 */
async function runRound(round, cli) {
  console.log(`\n== ${round.suites.join(", ")}`);
  const files = round.suites.flatMap((suite) => listTestFiles(join("test", suite)));
  try {
    const env = await environmentOf(round, cli);
    if (options.length > 0) return await runMocha([...options, ...files], env);
    // Mocha ends the processes of parallel tests within a second, before they can write their coverage.
    const isSerial = round.isMeasured && process.env.NODE_V8_COVERAGE !== undefined;
    const parallel = isSerial ? [] : ["--parallel", "--jobs", String(JOBS)];
    await runMocha([...parallel, ...files], env);
  } catch (error) {
    if (error instanceof Interrupted) throw error;
    failed.push(`${round.suites.join(", ")}: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * @param {string} directory
 * @returns {string[]} the largest first, which usually take longest
 */
function listTestFiles(directory) {
  const sizeOf = (/** @type {string} */ file) => statSync(join(root, file)).size;
  return readdirSync(join(root, directory), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join(directory, file))
    .filter((file) => isAll || !SLOW_FILES.includes(file))
    .sort((one, other) => sizeOf(other) - sizeOf(one));
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function runMocha(args, env) {
  const counts = join(scratch, "counts.json");
  rmSync(counts, { force: true });
  const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
  const reporting = [
    "--reporter",
    join(root, "tools", "mocha-reporter.mjs"),
    "--reporter-option",
    `counts=${counts}`,
  ];
  const node = [`--max-semi-space-size=${YOUNG_HEAP_MB}`, mocha, ...reporting, ...args];
  const { failure } = await run(process.execPath, node, { cwd: root, env, limitMs: LIMIT_MS, isShown: true });
  if (!existsSync(counts)) throw new Error(failure ?? "no result");
  const result = JSON.parse(readFileSync(counts, "utf8"));
  passes += result.passes;
  failed.push(...result.failures);
  skipped.push(...result.skipped);
  // Mocha's exit code is the number of failures. Another failure happened after the last test.
  if (result.failures.length === 0 && failure) throw new Error(failure);
}

/**
 * Returns the environment variables for the tests of a round. A proxy is only for downloads of tools: the services of tests are
 * on this machine. Coverage is off in the long random tests. Without coverage, Node keeps compiled code (from 22.1 on) and starts
 * faster.
 *
 * @param {Round} round
 * @param {Promise<{ environment: NodeJS.ProcessEnv }>} cli
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function environmentOf({ needsCli = false, isMeasured = false, isExtra = false }, cli) {
  const quickStart = {
    NODE_COMPILE_CACHE: join(scratch, "code"),
    // Every command of the CLI starts two or three processes. The engine has enough memory, and Node loads only the modules that
    // are used.
    GOGC: "400",
    NODE_OPTIONS: `--require ${JSON.stringify(join(root, "test/support/quickStart.cjs"))}`,
  };
  const env = {
    ...process.env,
    ...(needsCli ? (await cli).environment : {}),
    ...(isMeasured ? {} : { NODE_V8_COVERAGE: undefined, ...(isExtra ? {} : quickStart) }),
    ...{ TMPDIR: scratch, TMP: scratch, TEMP: scratch },
    ...(isAll && { TEST_RUNS: "all" }),
  };
  if (!needsCli) {
    const isProxy = (/** @type {string} */ name) => /^(https?|all)_proxy$/i.test(name);
    return Object.fromEntries(Object.entries(env).filter(([name]) => !isProxy(name)));
  }
  const noProxy = [process.env.no_proxy ?? process.env.NO_PROXY ?? "", "localhost,127.0.0.1,[::1]"];
  return { ...env, no_proxy: undefined, NO_PROXY: noProxy.filter(Boolean).join(",") };
}
