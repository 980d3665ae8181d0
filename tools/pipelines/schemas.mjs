import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { hashTexts, keep } from "../cache.mjs";
import { describeFailure, run } from "../process.mjs";

// Prints where the JSON schemas of GitLab CI and Azure Pipelines are, which a package of Python carries.

const MINUTES = 60_000;
const requirements = join(import.meta.dirname, "requirements.txt");
const SCHEMAS = join("check_jsonschema", "builtin_schemas", "vendor");

try {
  const key = `pipeline-schemas-${hashTexts([await readFile(requirements, "utf8")])}`;
  const requireUsable = (/** @type {string} */ directory) => readdir(join(directory, SCHEMAS));
  console.log(join(await keep(key, { make: unpack, requireUsable }), SCHEMAS));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** @param {string} directory */
async function unpack(directory) {
  const wheels = join(directory, "wheels");
  await mkdir(wheels);
  const options = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--quiet"];
  await python(["-m", "pip", "download", ...options, "--requirement", requirements, "--dest", wheels]);
  for (const wheel of await readdir(wheels))
    await python(["-m", "zipfile", "-e", join(wheels, wheel), directory]);
}

/** @param {string[]} args */
async function python(args) {
  const outcome = await run("python3", args, { limitMs: 5 * MINUTES });
  if (outcome.failure) throw new Error(`python3 ${args.slice(0, 3).join(" ")}: ${describeFailure(outcome)}`);
}
