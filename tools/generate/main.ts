import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { queries } from "../../provider/generated/resources.js";
import * as services from "../../provider/services/index.js";
import { listings } from "../../provider/services/listings.js";
import { formatClasses } from "./classes.js";
import { formatConfigurationPage, formatProviderTypes } from "./configuration.js";
import { functions } from "./functionList.js";
import { formatFunctionPage } from "./functions.js";
import { createPackageSchema } from "./packageSchema.js";
import { formatReferencePage, formatSharedPage, type SharedPage } from "./reference.js";
import { formatInstallation, formatRegistryIndex } from "./registry.js";
import { formatLifecycleTypes, formatResourceTypes } from "./types.js";
import { formatUsage } from "./usage.js";
import {
  formatBridge,
  formatFunctionExports,
  formatLifecycles,
  formatQueries,
  getFileName,
  type Listed,
} from "./wiring.js";

/**
 * Writes the files that are generated from the definitions and the list of functions. With `--check`, it only lists the files
 * that would change, and fails if there are any.
 */

const root = join(__dirname, "../..");

const listed: Listed[] = Object.entries(services)
  .flatMap(([folder, definitions]) => definitions.map((definition) => ({ folder, definition })))
  .sort((a, b) => (a.definition.schema.title < b.definition.schema.title ? -1 : 1));

/** By folder: resources with one reference page. */
const SHARED_PAGES: Record<string, SharedPage> = {
  instanceStops: {
    title: "Instance stops",
    text: "A stop is an action: it is declared, previewed and run once. [Stops of ERP instances](../erp-stops.md) says when.",
  },
};

const schemas = listed.map(({ definition }) => definition.schema);

const check = process.argv.includes("--check");
const stale: string[] = [];
const USAGE = "tools/generate/usageTexts.ts";
const PACKAGE_SCHEMA = "provider/generated/packageSchema.json";
// The converters that write the usage read the package schema.
update(PACKAGE_SCHEMA, formatPackageSchema(read(USAGE) ?? ""));
const usage = formatUsage(read(USAGE));

const files: Record<string, string> = {
  ...Object.fromEntries(listed.flatMap(filesOf)),
  ...Object.fromEntries(Object.entries(SHARED_PAGES).map(sharedPageOf)),
  ...Object.fromEntries(
    functions.map((each) => [`docs/reference/${dashed(each.name)}.md`, formatFunctionPage(each)]),
  ),
  "provider/bridge.ts": formatBridge(listed),
  "provider/generated/classes.ts": formatClasses(listed),
  "provider/generated/functions.ts": formatFunctionExports(functions),
  "provider/generated/lifecycles.ts": formatLifecycles(listed),
  "provider/generated/queries.ts": formatQueries(functions),
  "provider/generated/index.ts": schemas
    .map((schema) => `export * from "./${getFileName(schema)}.js";\n`)
    .join(""),
  "provider/generated/lifecycleTypes.ts": formatLifecycleTypes(schemas),
  "provider/generated/provider.ts": formatProviderTypes(),
  [USAGE]: usage,
  [PACKAGE_SCHEMA]: formatPackageSchema(usage),
  "provider/generated/version.ts": versionConstant(),
  "docs/reference/configuration.md": formatConfigurationPage(),
  "docs/_index.md": formatRegistryIndex(usage),
  "docs/installation-configuration.md": formatInstallation(),
};

for (const [path, text] of Object.entries(files)) update(path, text);
for (const path of new Set(stale)) console.log(`${check ? "out of date" : "written"}: ${path}`);
if (check && stale.length > 0) {
  console.error("Run `npm run generate` and commit what it writes.");
  process.exit(1);
}

function update(path: string, text: string): void {
  if (read(path) === text) return;
  stale.push(path);
  if (check) return;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function formatPackageSchema(usage: string): string {
  const programs = Array.from(usage.matchAll(/^ {2}(\w+): (".*"),$/gm), ([, title = "", text = ""]) => [
    title,
    JSON.parse(text),
  ]);
  const definitions = listed.map(({ definition }) => definition);
  const schema = createPackageSchema(definitions, queries, listings, Object.fromEntries(programs));
  return `${JSON.stringify(schema, null, 2)}\n`;
}

function filesOf({ folder, definition }: Listed): [string, string][] {
  const name = getFileName(definition.schema);
  const types: [string, string] = [`provider/generated/${name}.ts`, formatResourceTypes(definition)];
  if (folder in SHARED_PAGES) return [types];
  return [types, [`docs/reference/${dashed(name)}.md`, formatReferencePage(definition, usage)]];
}

function sharedPageOf([folder, page]: [string, SharedPage]): [string, string] {
  const definitions = listed.filter((each) => each.folder === folder).map(({ definition }) => definition);
  return [`docs/reference/${dashed(folder)}.md`, formatSharedPage(page, definitions, usage)];
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function versionConstant(): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return `// Generated from package.json by \`npm run generate\`. Do not edit.\n\n/** Version of this package. */\nexport const version = "${version}";\n`;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}
