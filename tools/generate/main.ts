import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { containerGroupSchema } from "../../provider/services/containerGroups/schema.js";
import { configurationPage, providerTypes } from "./configuration.js";
import { referencePage } from "./reference.js";
import { resourceTypes } from "./types.js";

/** Writes what is generated from the schemas; with `--check` only says what would change, and fails. */

const root = join(__dirname, "../..");

const containerGroup = {
  schema: containerGroupSchema,
  source: 'document "Container Group Management Interface", 2023-05-01',
  optional: new Set(["subscriptionId", "containerGroupName"]),
};

const files: Record<string, string> = {
  "provider/types/containerGroup.ts": resourceTypes(containerGroup),
  "provider/types/provider.ts": providerTypes(),
  "provider/types/version.ts": versionConstant(),
  "docs/reference/container-group.md": referencePage(containerGroup),
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
