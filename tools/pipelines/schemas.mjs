import { join } from "node:path";
import { runTool } from "../process.mjs";
import { keepPythonPackages } from "../python.mjs";

// Prints where the JSON schemas of GitLab CI and Azure Pipelines are, which a package of Python carries.

const SCHEMAS = join("check_jsonschema", "builtin_schemas", "vendor");

await runTool(async () => {
  const requirements = join(import.meta.dirname, "requirements.txt");
  return join((await keepPythonPackages("pipeline-schemas", requirements, SCHEMAS)).directory, SCHEMAS);
});
