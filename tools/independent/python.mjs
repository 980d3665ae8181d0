import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { hashTexts, keep } from "../cache.mjs";
import { runTool } from "../process.mjs";
import { installPythonPackages } from "../python.mjs";

// Prints a folder for PYTHONPATH with the Python packages of the suite `independent`.

const REQUIREMENTS = join(import.meta.dirname, "requirements.txt");

await runTool(async () => {
  const key = `independent-python-${hashTexts([await readFile(REQUIREMENTS, "utf8")])}`;
  return keep(key, {
    make: (directory) => installPythonPackages(REQUIREMENTS, directory),
    requireUsable: (directory) => readdir(join(directory, "azure", "mgmt", "workloads")),
  });
});
