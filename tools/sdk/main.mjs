import { resolve } from "node:path";
import { generateSdks } from "./generate.mjs";
import { formatPackageSchema } from "./packageSchema.mjs";

// `npm run sdks -- <folder>`: the SDKs of all languages, as they are generated from the package schema.

const [folder] = process.argv.slice(2);
try {
  if (folder === undefined) throw new Error("Missing folder: npm run sdks -- <folder>");
  const schema = formatPackageSchema();
  for (const which of /** @type {const} */ (["current", "older"]))
    await generateSdks(which, schema, resolve(folder));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
