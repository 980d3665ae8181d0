import type { ResourceDefinition } from "../../provider/contract/definition.js";
import { isUnknown, type JsonObject } from "../../provider/schema/json.js";
import { PLACEHOLDER } from "../../provider/schema/secret.js";
import type { Changed, Operation } from "./changed.js";

/** Other resources of the preview that declare the same object. */
export interface SameObject {
  /** For a delete: with the same provider, which does not delete an object that the program declares. */
  successor?: Changed;
  /** The reverse of `successor`. */
  predecessor?: Changed;
  /** For a delete: with another provider, which runs in another process: the delete follows the create. */
  namesake?: Changed;
}

/** After these operations, the object belongs to the resource. Deletes follow all of them. */
const DECLARING: readonly Operation[] = ["create", "replace", "update", "rename"];

export function findSameObjects(all: Changed[]): Map<Changed, SameObject> {
  const declaring = new Map<string, Changed[]>();
  for (const one of all.filter(({ operation }) => DECLARING.includes(operation))) {
    const key = keyOf(one, one.argsAfter);
    if (key !== undefined) declaring.set(key, [...(declaring.get(key) ?? []), one]);
  }
  const found = new Map<Changed, SameObject>();
  for (const one of all.filter(({ operation }) => operation === "delete")) {
    const others = declaring.get(keyOf(one, one.argsBefore) ?? "") ?? [];
    const isOfSameProvider = (other: Changed): boolean => other.after?.provider === one.before?.provider;
    const successor = others.find((other) => isOfSameProvider(other) && declaresAll(one, other));
    const namesake = others.find((other) => !isOfSameProvider(other));
    if (successor !== undefined) found.set(one, { successor }).set(successor, { predecessor: one });
    else if (namesake !== undefined) found.set(one, { namesake });
  }
  return found;
}

export function isSameObject({ definition, argsBefore, argsAfter }: Changed): boolean {
  const key = getManagedKey(definition, argsAfter);
  return key !== undefined && key === getManagedKey(definition, argsBefore);
}

/** Returns the key of the managed object, as the provider computes it. Undefined while a part of it is unknown or hidden. */
function getManagedKey(definition: ResourceDefinition | undefined, args: JsonObject): string | undefined {
  const shown = Object.entries(args).filter(([, value]) => value !== PLACEHOLDER);
  return definition?.manages?.(Object.fromEntries(shown)).key;
}

function keyOf({ definition }: Changed, args: JsonObject): string | undefined {
  const key = getManagedKey(definition, args);
  return key && JSON.stringify([definition?.schema.title, key]);
}

/** Whether `argsAfter` declares every field of `argsBefore`: the delete of a record restores all other fields. */
function declaresAll({ definition, argsBefore }: Changed, { argsAfter }: Changed): boolean {
  const known = Object.entries(argsAfter).filter(([, value]) => !isUnknown(value));
  const fieldsOf = (args: JsonObject): string[] => definition?.manages?.(args).fields ?? [];
  const declared = new Set(fieldsOf(Object.fromEntries(known)));
  return fieldsOf(argsBefore).every((field) => declared.has(field));
}
