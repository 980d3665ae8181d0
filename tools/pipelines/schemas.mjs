import { join } from "node:path";
import { runTool } from "../process.mjs";
import { keepPythonPackages } from "../python.mjs";

// Prints the directory with the JSON schemas of GitLab CI and Azure Pipelines, which a Python package contains.

const SCHEMAS = join("check_jsonschema", "builtin_schemas", "vendor");

await runTool(async () => {
  const requirements = join(import.meta.dirname, "requirements.txt");
  return join((await keepPythonPackages("pipeline-schemas", requirements, SCHEMAS)).directory, SCHEMAS);
});
