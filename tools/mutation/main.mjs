import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashTexts, keep } from "../cache.mjs";
import { installDependencies } from "../install.mjs";
import { execute, runTool } from "../process.mjs";
import { build, root } from "../setup.mjs";

// `npm run mutation -- provider/partialUpdates`: mutation testing of folders or files with their own unit tests, if there are any.
// Folders of other tests may follow; options, such as `--concurrency 2`, go to Stryker. Stryker is installed on first use, into a
// cache: `npm ci` and `npm test` do not need it.

const LIMIT_MS = 6 * 60 * 60_000;
const STRYKER = join("node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
const MOCHA = join("node_modules", "mocha", "index.js");

const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => arg.startsWith("-"));
const places = firstOption < 0 ? args : args.slice(0, firstOption);
const options = firstOption < 0 ? [] : args.slice(firstOption);

await runTool(async () => {
  if (places.length === 0)
    throw new Error("Missing folder. Example: npm run mutation -- provider/partialUpdates");
  const isTest = (/** @type {string} */ place) => place.startsWith("test/");
  const mutated = places.filter((place) => !isTest(place));
  const patterns = await Promise.all(mutated.map((place) => patternOf(place, "/**/*.ts")));
  const tests = [
    ...mutated.map(ownTests).filter((place) => existsSync(join(root, place))),
    ...places.filter(isTest),
  ];
  if (tests.length === 0)
    throw new Error(`No unit tests of its own: ${mutated.join(", ")}. Add a folder of tests.`);
  const spec = await Promise.all(tests.map((place) => patternOf(place, "/**/*.test.ts")));
  await installDependencies(root, console.log);
  await build({ log: console.log });
  const directory = await installStryker();
  const scratch = await mkdtemp(join(tmpdir(), "vendorcloud-mutation-"));
  try {
    const config = join(scratch, "stryker.json");
    await writeFile(config, await withTests(spec));
    const args = ["run", config, "--mutate", patterns.join(","), "--tempDirName", scratch, ...options];
    await execute(process.execPath, [join(directory, STRYKER), ...args], {
      cwd: root,
      env: { ...process.env, TMPDIR: scratch, MUTATION_MOCHA: join(directory, MOCHA) },
      limitMs: LIMIT_MS,
      isShown: true,
      name: "Stryker",
    });
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
});

/**
 * @param {string} place a folder or file
 * @param {string} files pattern of the files in a folder
 * @returns {Promise<string>} pattern for Stryker
 */
async function patternOf(place, files) {
  const path = place.replace(/\/$/, "");
  return (await stat(join(root, path))).isDirectory() ? `${path}${files}` : path;
}

/**
 * @param {string} place for example `provider/http` or `provider/contract/runtime.ts`
 * @returns {string} for example `test/unit/http` or `test/unit/contract/runtime.test.ts`
 */
function ownTests(place) {
  const [, folder = "", part] = place.split("/");
  if (["services", "protocols"].includes(folder) && part) return `test/unit/${folder}/${part}`;
  return `test/unit/${folder.replace(/\.ts$/, ".test.ts")}`;
}

/**
 * @param {readonly string[]} spec
 * @returns {Promise<string>} Stryker's configuration
 */
async function withTests(spec) {
  const config = JSON.parse(await readFile(join(import.meta.dirname, "stryker.json"), "utf8"));
  return JSON.stringify({ ...config, mochaOptions: { ...config.mochaOptions, spec } });
}

/** @returns {Promise<string>} the directory of the installation */
async function installStryker() {
  const files = ["package.json", "package-lock.json"];
  const texts = await Promise.all(files.map((name) => readFile(join(import.meta.dirname, name), "utf8")));
  return keep(`stryker-${hashTexts(texts)}`, {
    make: async (directory) => {
      for (const name of files) await copyFile(join(import.meta.dirname, name), join(directory, name));
      await installDependencies(directory, (line) => console.log(`Stryker, on first use: ${line}`));
    },
    requireUsable: (directory) => stat(join(directory, STRYKER)),
  });
}
