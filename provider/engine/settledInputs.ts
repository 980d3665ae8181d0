import { canonical, withOldSecrets } from "../schema/canonical.js";
import { changes } from "../schema/compare.js";
import type { ResourceSchema } from "../schema/dialect.js";
import { containsUnknown, type JsonObject } from "../schema/json.js";
import { valuesAt } from "../schema/secrets.js";

/** New inputs as they go into the state: old spellings, and old secrets where nothing but secrets differs. */
export function settledInputs(
  schema: ResourceSchema,
  given: JsonObject,
  before: JsonObject,
  { warn, shown }: { warn(message: string): void; shown(path: string): string },
): JsonObject {
  const settled = canonical(schema, given, before) as JsonObject;
  const found = changes(schema, before, settled);
  if (found.some((change) => !change.secret)) return settled;
  const isKnown = (path: string): boolean =>
    !valuesAt(schema, settled, new Set([path])).some(containsUnknown);
  const secretPaths = found.map(({ path }) => path).filter(isKnown);
  if (secretPaths.length > 0) {
    warn(
      `only secrets differ, and the service does not return them to compare: ${secretPaths.map(shown).join(", ")}. ` +
        "Not sent. Change `secretsVersion` to send them.",
    );
  }
  return withOldSecrets(schema, settled, before) as JsonObject;
}
