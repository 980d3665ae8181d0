import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ResourceDefinition } from "../../provider/definition.js";
import * as services from "../../provider/definitions.js";
import { configurationPage, providerTypes } from "./configuration.js";
import { fieldKinds } from "./fieldKinds.js";
import { type FunctionPageOptions, functionPage } from "./functions.js";
import { lifecycleTypes } from "./lifecycleTypes.js";
import { referencePage } from "./reference.js";
import { resourceTypes } from "./types.js";
import { bridge, classes, fileName, type Listed, lifecycleList } from "./wiring.js";

/** Writes what is generated from the definitions; with `--check` only says what would change, and fails. */

const root = join(__dirname, "../..");

const business = 'document "Business Records Update Interface and Request Limits"';

const actions = 'document "Instance Stop Operations and Developer API Tokens"';

const listed: Listed[] = Object.entries(services)
  .flatMap(([folder, definitions]) => definitions.map((definition) => ({ folder, definition })))
  .sort((a, b) => (a.definition.schema.title < b.definition.schema.title ? -1 : 1));

const schemas = listed.map(({ definition }) => definition.schema);

const queries = "provider/services/recordQueries/types.ts";
const filters = "provider/odata/filter.ts";
const options = {
  title: "Options",
  file: "provider/dynamic/function.ts",
  types: ["FunctionOptions"],
};

const functions: FunctionPageOptions[] = [
  {
    name: "getContainerGroup",
    file: "provider/services/containerGroups/function.ts",
    source: 'document "Container Group Management Interface", 2023-05-01',
    tables: [
      {
        title: "Arguments",
        file: "provider/services/containerGroups/function.ts",
        types: ["GetContainerGroupArgs"],
      },
      options,
      {
        title: "Result",
        text:
          "The outputs of [ContainerGroup](container-group.md) that the service returns, without secrets, including " +
          "undocumented fields. Also:",
        file: "provider/services/containerGroups/function.ts",
        types: ["GetContainerGroupResult"],
        isAnswer: true,
      },
    ],
    example: { page: "container-groups.md" },
  },
  {
    name: "getCompanies",
    file: "provider/services/companies/function.ts",
    source: `${business}, v2.0`,
    tables: [
      options,
      {
        title: "Result",
        text: "A list. Each company has all fields that the service returns, including fields that are not listed here.",
        file: "provider/services/companies/function.ts",
        types: ["Company"],
        isAnswer: true,
      },
    ],
    example: { page: "business-records.md" },
  },
  {
    name: "getRecords",
    file: "provider/services/recordQueries/function.ts",
    source: `${business}, query facilities`,
    tables: [
      { title: "Arguments", file: queries, types: ["GetRecordsArgs"] },
      {
        title: "Filter",
        text:
          "A filter object contains fields, each with a value or with comparisons, and any of these entries. All " +
          "conditions must hold.",
        file: filters,
        types: ["Groups"],
      },
      {
        title: "Comparisons",
        text:
          "A value alone stands for `eq`. Fields that hold a time take a `Date`, or a string with a time zone such as " +
          "`2026-01-31T12:00:00Z`; a day alone is its first moment, UTC.",
        file: filters,
        types: ["Equality", "Order", "Search"],
      },
      {
        title: "Expand",
        text: "Options for each collection of related records:",
        file: "provider/odata/expand.ts",
        types: ["ExpandOptions"],
      },
      options,
      {
        title: "Result",
        text:
          "Of `customers`, `items` and `projects` the fields of [Customer](customer.md), [Item](item.md) and " +
          "[Project](project.md), without the arguments that are not fields of the record, and any other fields that the service " +
          "returns; for other collections, the fields that the service returns. Each record also has:",
        file: queries,
        types: ["Fields", "RowOf"],
        isAnswer: true,
      },
    ],
    example: { program: "business-records" },
  },
  {
    name: "getUser",
    file: "provider/services/apps/function.ts",
    source: `${actions}, v0.1`,
    tables: [
      options,
      {
        title: "Result",
        text: "As the service has it: fields that are not listed here are there as well.",
        file: "provider/services/apps/function.ts",
        types: ["UserProfile"],
        isAnswer: true,
      },
    ],
    example: { program: "app-offboarding" },
  },
];

const collections = listed.flatMap(({ definition: { collection, schema } }) =>
  collection === undefined ? [] : [[collection, schema]],
);

const files: Record<string, string> = {
  ...Object.fromEntries(listed.flatMap(({ definition }) => filesOf(definition))),
  ...Object.fromEntries(
    functions.map((each) => [`docs/reference/${dashed(each.name)}.md`, functionPage(each)]),
  ),
  "provider/bridge.ts": bridge(listed),
  "provider/classes.ts": classes(listed),
  "provider/lifecycles.ts": lifecycleList(listed),
  "provider/types/index.ts": schemas.map((schema) => `export * from "./${fileName(schema)}.js";\n`).join(""),
  "provider/types/lifecycles.ts": lifecycleTypes(schemas, fileName),
  "provider/types/fieldKinds.ts": fieldKinds(Object.fromEntries(collections)),
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

function filesOf(resource: ResourceDefinition): [string, string][] {
  const page = dashed(fileName(resource.schema));
  return [
    [`provider/types/${fileName(resource.schema)}.ts`, resourceTypes(resource)],
    [`docs/reference/${page}.md`, referencePage(resource)],
  ];
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
