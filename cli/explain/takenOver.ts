import { containsUnknown, type JsonObject } from "../../provider/schema/json.js";
import type { Changed } from "./changed.js";
import { wordsOf } from "./words/table.js";

/**
 * The resource of the same preview that is created for what a deleted one stands for: a resource that has got another
 * name in the program, without an alias. What a run has just created it does not delete.
 */
export function takenOverBy(deleted: Changed, all: Changed[]): Changed | undefined {
  if (deleted.operation !== "delete") return undefined;
  const identity = identityOf(deleted.type, deleted.before?.inputs);
  if (identity === undefined) return undefined;
  return all.find(
    ({ operation, type, after }) =>
      (operation === "create" || operation === "replace") &&
      type === deleted.type &&
      identityOf(type, after?.inputs) === identity,
  );
}

/** What a service finds a thing by. */
function identityOf(type: string, args: JsonObject | undefined): string | undefined {
  const words = wordsOf(type);
  if (words === undefined || args === undefined) return undefined;
  const { properties } = words.schema;
  const path = Object.keys(properties).filter((name) => properties[name]?.wire === "path");
  const values = [...path, ...(words.marker === undefined ? [] : [words.marker])].map((name) => args[name]);
  // A number that is left out marks nothing.
  if (containsUnknown(values) || (words.marker !== undefined && !args[words.marker])) return undefined;
  return JSON.stringify(values).toLowerCase();
}
