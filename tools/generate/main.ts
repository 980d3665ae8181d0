import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ResourceSchema } from "../../provider/schema/dialect.js";
import { appUserRemovalSchema } from "../../provider/services/apps/schema.js";
import { containerGroupSchema } from "../../provider/services/containerGroups/schema.js";
import { defaultDimensionSchema } from "../../provider/services/defaultDimensions/schema.js";
import {
  applicationServerInstanceStopSchema,
  databaseInstanceStopSchema,
} from "../../provider/services/instanceStops/schema.js";
import { customerSchema, itemSchema, projectSchema } from "../../provider/services/records/schema.js";
import { salesQuoteSchema } from "../../provider/services/salesQuotes/schema.js";
import { configurationPage, providerTypes } from "./configuration.js";
import { type ReferenceOptions, referencePage } from "./reference.js";
import { resourceTypes } from "./types.js";

/** Writes what is generated from the schemas; with `--check` only says what would change, and fails. */

const root = join(__dirname, "../..");

const business = 'document "Business Records Update Interface and Request Limits"';

const actions = 'document "Instance Stop Operations and Developer API Tokens"';

const resources: ReferenceOptions[] = [
  {
    schema: containerGroupSchema,
    source: 'document "Container Group Management Interface", 2023-05-01',
    optional: new Set(["containerGroupName"]),
    example: "container-group",
  },
  ...[customerSchema, itemSchema, projectSchema, salesQuoteSchema].map((schema) => ({
    schema,
    source: `${business}, v2.0`,
    optional: new Set<string>(),
    example: "business-records",
  })),
  {
    schema: defaultDimensionSchema,
    source: `${business}, v1.0`,
    optional: new Set(),
    example: "business-records",
  },
  ...[databaseInstanceStopSchema, applicationServerInstanceStopSchema].map((schema) => ({
    schema,
    source: `${actions}, 2023-04-01`,
    optional: new Set<string>(),
    example: "erp-nightly-stop",
  })),
  {
    schema: appUserRemovalSchema,
    source: `${actions}, v0.1`,
    optional: new Set(),
    example: "app-offboarding",
  },
];

const files: Record<string, string> = {
  ...Object.fromEntries(resources.flatMap(filesOf)),
  "provider/types/index.ts": resources
    .map(({ schema }) => `export * from "./${fileName(schema)}.js";\n`)
    .join(""),
  "provider/types/provider.ts": providerTypes(),
  "provider/types/version.ts": versionConstant(),
  "docs/reference/configuration.md": configurationPage(),
};

const check = process.argv.includes("--check");
const stale = Object.entries(files).filter(([path, text]) => read(path) !== text);
for (const [path, text] of check ? [] : stale) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
for (const [path] of stale) console.log(`${check ? "out of date" : "written"}: ${path}`);
if (check && stale.length > 0) {
  console.error("Run `npm run generate` and commit what it writes.");
  process.exit(1);
}

function filesOf(resource: ReferenceOptions): [string, string][] {
  const page = fileName(resource.schema).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [
    [`provider/types/${fileName(resource.schema)}.ts`, resourceTypes(resource)],
    [`docs/reference/${page}.md`, referencePage(resource)],
  ];
}

function fileName({ title }: ResourceSchema): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
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
