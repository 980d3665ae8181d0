import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../setup.mjs";

const require = createRequire(import.meta.url);

/** @returns {string} the package schema of the built package, as JSON */
export function formatPackageSchema() {
  const built = (/** @type {string} */ file) => require(join(root, "dist", "provider", file));
  const { lifecycles, lookups } = built("resources.js");
  return JSON.stringify(
    built(join("native", "packageSchema.js")).createPackageSchema(lifecycles, lookups),
    null,
    2,
  );
}
