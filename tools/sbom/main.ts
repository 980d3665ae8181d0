import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishedPackages } from "./lockfile.js";
import { createSbom } from "./sbom.js";

// Writes the SBOMs of the published packages into a directory, and prints their paths:
//
//   npx tsx tools/sbom/main.ts <directory>

const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error("Missing directory: npx tsx tools/sbom/main.ts <directory>");
mkdirSync(directory, { recursive: true });
for (const published of publishedPackages) {
  const file = join(directory, `${published.name}-${published.version}.cdx.json`);
  writeFileSync(file, createSbom(published));
  console.log(file);
}
