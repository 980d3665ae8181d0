import { containsUnknown, isAbsent, type JsonObject } from "../../provider/schema/json.js";
import type { Changed } from "./changed.js";
import { descriptionOf } from "./descriptions/table.js";

/**
 * By each deleted resource the one of the same preview that is created for what it stands for: a resource that has got
 * another name in the program, without an alias. What a run has just created it does not delete.
 */
export function takenOver(all: Changed[]): Map<Changed, Changed> {
  const created = new Map(
    all
      .filter(({ operation }) => operation === "create" || operation === "replace")
      .map((one) => [identityOf(one.type, one.after?.inputs), one]),
  );
  return new Map(
    all.flatMap((one) => {
      if (one.operation !== "delete") return [];
      const identity = identityOf(one.type, one.before?.inputs);
      const successor = identity === undefined ? undefined : created.get(identity);
      return successor === undefined ? [] : [[one, successor]];
    }),
  );
}

/** What a service finds a thing by. */
function identityOf(type: string, args: JsonObject | undefined): string | undefined {
  const description = descriptionOf(type);
  if (description === undefined || args === undefined) return undefined;
  const { properties } = description.schema;
  const path = Object.keys(properties).filter((name) => properties[name]?.identity === true);
  const values = [...path, ...(description.marker === undefined ? [] : [description.marker])].map(
    (name) => args[name],
  );
  if (values.every(isAbsent)) return undefined;
  // A number that is left out marks nothing.
  if (containsUnknown(values) || (description.marker !== undefined && !args[description.marker]))
    return undefined;
  return JSON.stringify([type, values]).toLowerCase();
}
