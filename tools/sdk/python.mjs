import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { hashTexts, keep } from "../cache.mjs";
import { describeFailure, run } from "../process.mjs";
import { keepSdks } from "./keepSdks.mjs";

/*
 * Prints two folders for PYTHONPATH: the SDK as pip installs it, and Pulumi's own SDK with a type checker. They take the
 * place of a virtual environment, which not every Python can make.
 */

const MINUTES = 60_000;
const REQUIREMENTS = join(import.meta.dirname, "python", "requirements.txt");

try {
  const version = await python(["-c", "import sys; print(*sys.version_info[:2], sep='.')"]);
  const texts = await Promise.all([REQUIREMENTS, import.meta.filename].map((file) => readFile(file, "utf8")));
  const key = `${hashTexts(texts)}-${version}-${process.platform}-${process.arch}`;
  const packages = await keep(`python-packages-${key}`, {
    make: (directory) => {
      const exact = ["--require-hashes", "--only-binary", ":all:", "--no-deps"];
      return pip([...exact, "--target", directory, "--requirement", REQUIREMENTS]);
    },
    requireUsable: (directory) => readdir(join(directory, "pulumi")),
  });
  const sdks = await keepSdks();
  const installed = await keep(`python-${sdks.key}-${key}`, {
    make: (directory) => installSdk(join(sdks.directory, "python"), packages, directory),
    requireUsable: (directory) => readdir(join(directory, "pulumi_vendorcloud")),
  });
  console.log(installed);
  console.log(packages);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * @param {string} sdk
 * @param {string} packages has setuptools, which builds the SDK
 * @param {string} directory
 */
async function installSdk(sdk, packages, directory) {
  // pip builds in the folder of the source.
  const source = join(directory, "source");
  await cp(sdk, source, { recursive: true });
  const env = { ...process.env, PYTHONPATH: packages };
  await pip(["--no-deps", "--no-build-isolation", "--target", directory, source], env);
  await rm(source, { recursive: true });
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
async function pip(args, env) {
  await python(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...args], env);
}

/**
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
async function python(args, env = process.env) {
  const outcome = await run("python3", args, { limitMs: 10 * MINUTES, env });
  if (outcome.failure) throw new Error(`python3 ${args.slice(0, 3).join(" ")}: ${describeFailure(outcome)}`);
  return outcome.stdout.trim();
}
