import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

// Writes the SBOMs of the published packages, in the JSON format of CycloneDX, into a directory, and prints their paths: `node
// tools/sbom.mjs <directory>`. They list the packages of an installation, in the tested versions.

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
  // Removes unneeded packages from the lockfile. With all of them, `npm sbom --omit dev` omits packages that a development
  // dependency also uses, such as axios.
  npm("install", "--offline", "--no-audit", "--no-fund");
  const file = resolve(directory, `${name}-${version}.cdx.json`);
  writeFileSync(file, npm("sbom", "--sbom-format=cyclonedx", "--sbom-type=library"));
  console.log(file);
  rmSync(scratch, { recursive: true });
}
