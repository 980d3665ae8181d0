import { copyFile, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keep } from "../buildCache.mjs";
import { runChild } from "../child.mjs";
import { installDependencies } from "../install.mjs";
import { fingerprint } from "../pulumi-cli/go-modules.mjs";
import { root, setUp } from "../setup.mjs";

// `npm run mutation -- provider/records`: mutation testing of some folders or files. Options, such as `--concurrency 2`, are
// for Stryker. Stryker is installed on first use, into a cache: `npm ci` and `npm test` do without it.

const LIMIT_MS = 6 * 60 * 60_000;
const STRYKER = join("node_modules", "@stryker-mutator", "core", "bin", "stryker.js");
const MOCHA = join("node_modules", "mocha", "index.js");

const args = process.argv.slice(2);
const firstOption = args.findIndex((arg) => arg.startsWith("-"));
const places = firstOption < 0 ? args : args.slice(0, firstOption);
const options = firstOption < 0 ? [] : args.slice(firstOption);

try {
  if (places.length === 0) throw new Error("Missing folder. Example: npm run mutation -- provider/records");
  const patterns = await Promise.all(places.map(patternOf));
  await setUp({ log: console.log, cli: false });
  const directory = await installStryker();
  const scratch = await mkdtemp(join(tmpdir(), "vendorcloud-mutation-"));
  try {
    const failure = await runChild(
      process.execPath,
      [
        ...[join(directory, STRYKER), "run", join(import.meta.dirname, "stryker.json")],
        ...["--mutate", patterns.join(","), "--tempDirName", scratch, ...options],
      ],
      {
        cwd: root,
        env: { ...process.env, TMPDIR: scratch, MUTATION_MOCHA: join(directory, MOCHA) },
        limitMs: LIMIT_MS,
      },
    );
    if (failure) throw new Error(`Stryker ${failure}`);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * @param {string} place a folder or file
 * @returns {Promise<string>} for Stryker
 */
async function patternOf(place) {
  const path = place.replaceAll("\\", "/").replace(/\/$/, "");
  const isFolder = (await stat(join(root, path))).isDirectory();
  return isFolder ? `${path}/**/*.ts` : path;
}

/** @returns {Promise<string>} the directory that it is installed in */
async function installStryker() {
  const files = ["package.json", "package-lock.json"];
  const texts = await Promise.all(files.map((name) => readFile(join(import.meta.dirname, name), "utf8")));
  return keep(`stryker-${fingerprint(texts)}`, {
    make: async (directory) => {
      for (const name of files) await copyFile(join(import.meta.dirname, name), join(directory, name));
      await installDependencies(directory, (line) => console.log(`Stryker, on first use: ${line}`));
    },
    requireUsable: (directory) => stat(join(directory, STRYKER)),
  });
}
