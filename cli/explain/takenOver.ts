import type { JsonObject } from "../../provider/schema/json.js";
import type { Changed } from "./changed.js";
import { getManagedKey } from "./descriptions/resourceDescription.js";
import { getDescription } from "./descriptions/table.js";

/**
 * By each deleted resource the one of the same preview that is created for what it stands for: a resource that has got
 * another name in the program, without an alias. What a run has just created it does not delete.
 */
export function findTakenOver(all: Changed[]): Map<Changed, Changed> {
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
  const definition = getDescription(type)?.definition;
  const key = definition && getManagedKey(definition, args);
  return key && JSON.stringify([type, key]);
}
