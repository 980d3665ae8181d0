import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listInstalledWith, lockedPackages, type PublishedPackage } from "./lockfile.js";

/**
 * The SBOM of a published package, in CycloneDX's JSON: what an installation brings, in the versions that were tested.
 *
 * npm makes it from the part of the lockfile that the package needs. From the whole lockfile, `npm sbom --omit dev` leaves
 * out each package that a development dependency uses as well, such as axios.
 */
export function createSbom(published: PublishedPackage): string {
  const { name, version, license, dependencies } = published;
  const project = { name, version, license, dependencies };
  const packages = listInstalledWith(published).map((path) => [path, lockedPackages[path]]);
  const directory = mkdtempSync(join(tmpdir(), "vendorcloud-sbom-"));
  try {
    // npm names the project after its directory.
    const home = join(directory, name);
    mkdirSync(home);
    writeFileSync(join(home, "package.json"), JSON.stringify(project));
    const lockfile = {
      ...{ name, version, lockfileVersion: 3 },
      packages: { "": project, ...Object.fromEntries(packages) },
    };
    writeFileSync(join(home, "package-lock.json"), JSON.stringify(lockfile));
    const args = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=library"];
    return execFileSync("npm", [...args, "--loglevel=error"], { cwd: home, encoding: "utf8" });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
