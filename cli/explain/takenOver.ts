import { isUnknown, type JsonObject } from "../../provider/schema/json.js";
import type { Changed, Operation } from "./changed.js";
import { getManagedKey } from "./descriptions/resourceDescription.js";
import { getDescription } from "./descriptions/table.js";

/** Deleted resources whose object another resource of the preview declares. */
export interface TakenOver {
  /** Resources with the same provider, which does not delete an object that the program declares. */
  successors: Map<Changed, Changed>;
  /** The reverse of `successors`. */
  predecessors: Map<Changed, Changed>;
  /** Resources with another provider, which runs in another process: the delete follows the create. */
  namesakes: Map<Changed, Changed>;
}

/** After these operations, the object belongs to the resource. Deletes follow all of them. */
const DECLARING: readonly Operation[] = ["create", "replace", "update", "rename"];

export function findTakenOver(all: Changed[]): TakenOver {
  const declaring = new Map<string, Changed[]>();
  for (const one of all.filter(({ operation }) => DECLARING.includes(operation))) {
    const key = keyOf(one.type, one.argsAfter);
    if (key !== undefined) declaring.set(key, [...(declaring.get(key) ?? []), one]);
  }
  const found: TakenOver = { successors: new Map(), predecessors: new Map(), namesakes: new Map() };
  for (const one of all.filter(({ operation }) => operation === "delete")) {
    const others = declaring.get(keyOf(one.type, one.argsBefore) ?? "") ?? [];
    const isOfSameProvider = (other: Changed): boolean => other.after?.provider === one.before?.provider;
    const successor = others.find((other) => isOfSameProvider(other) && declaresAll(one, other));
    const namesake = others.find((other) => !isOfSameProvider(other));
    if (successor !== undefined) {
      found.successors.set(one, successor);
      found.predecessors.set(successor, one);
    } else if (namesake !== undefined) found.namesakes.set(one, namesake);
  }
  return found;
}

function keyOf(type: string, args: JsonObject): string | undefined {
  const definition = getDescription(type)?.definition;
  const key = definition && getManagedKey(definition, args);
  return key && JSON.stringify([definition.schema.title, key]);
}

/** Whether `argsAfter` declares every field of `argsBefore`: the delete of a record restores all other fields. */
function declaresAll({ type, argsBefore }: Changed, { argsAfter }: Changed): boolean {
  const known = Object.entries(argsAfter).filter(([, value]) => !isUnknown(value));
  const fieldsOf = (args: JsonObject): string[] =>
    getDescription(type)?.definition.manages?.(args).fields ?? [];
  const declared = new Set(fieldsOf(Object.fromEntries(known)));
  return fieldsOf(argsBefore).every((field) => declared.has(field));
}
