import { canonical, withOldSecrets } from "../schema/canonical.js";
import { changes } from "../schema/compare.js";
import { containsUnknown, type JsonObject } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { movedMarks, valuesAt } from "../schema/secrets.js";
import type { ResourceInputs } from "./resourceProperties.js";

type Marks = Pick<ResourceInputs, "marked" | "inPlace">;

/**
 * New inputs as they go into the state: old spellings, and old secrets where nothing but secrets differs.
 *
 * Inputs that give no reason for an update stay as they were. The engine then keeps the old outputs, from which a
 * refresh makes its inputs: anything new in the inputs would print as drift.
 */
export function canonicalInputs(
  schema: ResourceSchema,
  given: ResourceInputs,
  before: ResourceInputs,
  { warn, shown }: { warn(message: string): void; shown(path: string): string },
): ResourceInputs {
  const value = canonical(schema, given.value, before.value) as JsonObject;
  const marked = movedMarks(schema, given.marked, given.value, value);
  const canonicalised = { value, marked, inPlace: given.inPlace };
  const found = changes(schema, before.value, value);
  if (found.some((change) => !change.secret)) return canonicalised;
  const isKnown = (path: string): boolean => !valuesAt(schema, value, new Set([path])).some(containsUnknown);
  const differing = found.map(({ path }) => path).filter(isKnown);
  if (differing.length > 0) {
    warn(
      `only secrets changed, and the service does not return them for comparison: ${differing.map(shown).join(", ")}. ` +
        "They are not sent. Change `secretsVersion` to send them.",
    );
  }
  if (newMarks(before, canonicalised).length === 0) return before;
  return { ...canonicalised, value: withOldSecrets(schema, value, before.value) as JsonObject };
}

/** Outputs are kept when nothing changes, and would go on holding in the clear what is a secret from now on. */
export function newlySecret(
  before: Marks,
  after: Marks,
  shown: (path: string) => string,
): string | undefined {
  const paths = newMarks(before, after);
  if (paths.length === 0) return undefined;
  return `now marked as a secret: ${paths.map(shown).join(", ")}. The update removes the plain value from the state.`;
}

/** Paths of the values that the program marks as secrets. */
export function secretPaths({ marked, inPlace }: Marks): Set<string> {
  return new Set([...marked, ...inPlace]);
}

/** Paths that are marked as secret in `after` and were not in `before`. */
function newMarks(before: Marks, after: Marks): string[] {
  const known = secretPaths(before);
  return [...secretPaths(after)].filter((path) => !known.has(path));
}
