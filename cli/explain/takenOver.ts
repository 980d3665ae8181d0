import type { JsonObject } from "../../provider/schema/json.js";
import type { Changed } from "./changed.js";
import { managedKey } from "./descriptions/resourceDescription.js";
import { descriptionOf } from "./descriptions/table.js";

/**
 * By each deleted resource the one of the same preview that is created for what it stands for: a resource that has got
 * another name in the program, without an alias. What a run has just created it does not delete.
 */
export function takenOver(all: Changed[]): Map<Changed, Changed> {
  const created = new Map(
    all
      .filter(({ operation }) => operation === "create" || operation === "replace")
      .map((one) => [identityOf(one.type, one.argsAfter), one]),
  );
  return new Map(
    all.flatMap((one) => {
      if (one.operation !== "delete") return [];
      const identity = identityOf(one.type, one.argsBefore);
      const successor = identity === undefined ? undefined : created.get(identity);
      return successor === undefined ? [] : [[one, successor]];
    }),
  );
}

function identityOf(type: string, args: JsonObject): string | undefined {
  const definition = descriptionOf(type)?.definition;
  const key = definition && managedKey(definition, args);
  return key && JSON.stringify([type, key]);
}
