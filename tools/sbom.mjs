import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

// Writes the SBOMs of the published packages, in CycloneDX's JSON, into a directory, and prints their paths:
// `node tools/sbom.mjs <directory>`. They list what an installation brings, in the versions that were tested.

const root = join(import.meta.dirname, "..");
const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error("Missing directory: node tools/sbom.mjs <directory>");
mkdirSync(directory, { recursive: true });

for (const folder of ["", "emulator"]) {
  const { name, version, license, dependencies } = JSON.parse(
    readFileSync(join(root, folder, "package.json"), "utf8"),
  );
  const scratch = mkdtempSync(join(tmpdir(), "vendorcloud-sbom-"));
  // npm names the project after its directory.
  const cwd = join(scratch, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ name, version, license, dependencies }));
  copyFileSync(join(root, "package-lock.json"), join(cwd, "package-lock.json"));
  /** @param {string[]} args */
  const npm = (...args) =>
    execFileSync("npm", [...args, "--package-lock-only", "--loglevel=error"], { cwd, encoding: "utf8" });
  // Removes from the lockfile what the package does not need. From the whole of it, `npm sbom --omit dev` leaves out each package
  // that a development dependency uses as well, such as axios.
  npm("install", "--offline", "--no-audit", "--no-fund");
  const file = resolve(directory, `${name}-${version}.cdx.json`);
  writeFileSync(file, npm("sbom", "--sbom-format=cyclonedx", "--sbom-type=library"));
  console.log(file);
  rmSync(scratch, { recursive: true });
}
