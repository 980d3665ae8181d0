import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { hashTexts, keep } from "../cache.mjs";
import { runTool } from "../process.mjs";
import { installPythonPackages } from "../python.mjs";

// Prints where the JSON schemas of GitLab CI and Azure Pipelines are, which a package of Python carries.

const REQUIREMENTS = join(import.meta.dirname, "requirements.txt");
const SCHEMAS = join("check_jsonschema", "builtin_schemas", "vendor");

await runTool(async () => {
  const key = `pipeline-schemas-${hashTexts([await readFile(REQUIREMENTS, "utf8")])}`;
  const directory = await keep(key, {
    make: (directory) => installPythonPackages(REQUIREMENTS, directory),
    requireUsable: (directory) => readdir(join(directory, SCHEMAS)),
  });
  return join(directory, SCHEMAS);
});
