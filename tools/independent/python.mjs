import { join } from "node:path";
import { runTool } from "../process.mjs";
import { keepPythonPackages } from "../python.mjs";

// Prints a folder for PYTHONPATH with the Python packages of the suite `independent`.

await runTool(async () => {
  const requirements = join(import.meta.dirname, "requirements.txt");
  return (await keepPythonPackages("independent-python", requirements, "azure/mgmt/workloads")).directory;
});
