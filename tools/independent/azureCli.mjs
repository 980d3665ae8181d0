import { join } from "node:path";
import { runTool } from "../process.mjs";
import { keepPythonPackages } from "../python.mjs";

// Prints a folder for PYTHONPATH with the Azure CLI, with those of its packages that sign in and request tokens.

await runTool(async () => {
  const requirements = join(import.meta.dirname, "azureCli.txt");
  return (await keepPythonPackages("azure-cli", requirements, "azure/cli")).directory;
});
