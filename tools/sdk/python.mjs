import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { hashTexts, keep, PLATFORM } from "../cache.mjs";
import { runTool } from "../process.mjs";
import { keepPythonPackages, runPython } from "../python.mjs";
import { keepSdks } from "./sdks.mjs";

/*
 * Prints two folders for PYTHONPATH: the SDK as pip installs it, and Pulumi's own SDK with a type checker. They replace a virtual
 * environment, which not every Python can create.
 */

await runTool(async () => {
  const version = await runPython(["-c", "import sys; print(*sys.version_info[:2], sep='.')"]);
  const requirements = join(import.meta.dirname, "python", "requirements.txt");
  const further = [version.trim(), PLATFORM];
  const packages = await keepPythonPackages("python-packages", requirements, "pulumi", further);
  const sdks = await keepSdks();
  const code = hashTexts([await readFile(import.meta.filename, "utf8")]);
  const installed = await keep(`python-${sdks.key}-${code}-${packages.key}`, {
    make: (directory) => installSdk(join(sdks.directory, "python"), packages.directory, directory),
    requireUsable: (directory) => readdir(join(directory, "pulumi_vendorcloud")),
  });
  return `${installed}\n${packages.directory}`;
});

/**
 * @param {string} sdk
 * @param {string} packages contains setuptools, which builds the SDK
 * @param {string} directory
 */
async function installSdk(sdk, packages, directory) {
  // pip builds in the folder of the source.
  const source = join(directory, "source");
  await cp(sdk, source, { recursive: true });
  const options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation"];
  await runPython(["-m", "pip", "install", ...options, "--target", directory, source], {
    ...process.env,
    PYTHONPATH: packages,
  });
  await rm(source, { recursive: true });
}
