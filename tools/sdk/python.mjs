import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { keep } from "../buildCache.mjs";
import { fingerprint } from "../pulumi-cli/go-modules.mjs";
import { describeFailure, run } from "../pulumi-cli/run.mjs";
import { keepSdks } from "./keepSdks.mjs";

/*
 * Prints two folders for PYTHONPATH: the SDK as pip installs it, and Pulumi's own SDK with a type checker. They take the
 * place of a virtual environment, which not every Python can make.
 */

const MINUTES = 60_000;
const REQUIREMENTS = join(import.meta.dirname, "python", "requirements.txt");

try {
  const sdks = await keepSdks();
  const installed = await keep(`python-${sdks.key}`, {
    make: (directory) => installSdk(join(sdks.directory, "python"), directory),
    requireUsable: (directory) => readdir(join(directory, "pulumi_vendorcloud")),
  });
  console.log(installed);
  console.log(await packages());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/**
 * @param {string} sdk
 * @param {string} directory
 */
async function installSdk(sdk, directory) {
  // pip builds in the folder of the source.
  const source = join(directory, "source");
  await cp(sdk, source, { recursive: true });
  await pip(["--no-deps", "--target", directory, source]);
  await rm(source, { recursive: true });
}

async function packages() {
  const version = await python(["-c", "import sys; print(*sys.version_info[:2], sep='.')"]);
  const hash = fingerprint([await readFile(REQUIREMENTS, "utf8")]);
  return keep(`python-packages-${hash}-${version}-${process.platform}-${process.arch}`, {
    make: (directory) => {
      const exact = ["--require-hashes", "--only-binary", ":all:", "--no-deps"];
      return pip([...exact, "--target", directory, "--requirement", REQUIREMENTS]);
    },
    requireUsable: (directory) => readdir(join(directory, "pulumi")),
  });
}

/** @param {string[]} args */
async function pip(args) {
  await python(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...args]);
}

/** @param {string[]} args */
async function python(args) {
  const outcome = await run("python3", args, { totalMs: 10 * MINUTES });
  if (outcome.failure) throw new Error(`python3 ${args.slice(0, 3).join(" ")}: ${describeFailure(outcome)}`);
  return outcome.stdout.trim();
}
