import { join } from "node:path";
import { runTool } from "../process.mjs";
import { keepPythonPackages } from "../python.mjs";

// Prints two folders for PYTHONPATH with the Python packages of the suite `independent`: all of them, and those that replace some by
// the newest ones.

await runTool(async () => {
  const requirements = join(import.meta.dirname, "requirements.txt");
  const newest = join(import.meta.dirname, "newest.txt");
  const all = await keepPythonPackages("independent-python", requirements, "azure/mgmt/workloads");
  const newer = await keepPythonPackages("independent-newest", newest, "azure/mgmt/containerinstance");
  return `${all.directory}\n${newer.directory}`;
});
