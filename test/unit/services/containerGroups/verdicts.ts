import { refuseFixedChanges } from "../../../../emulator/services/containerGroups/fixed.js";
import { readContainerGroup } from "../../../../emulator/services/containerGroups/validation.js";
import type { Finding } from "../../../../provider/schema/inspect.js";
import { isObject, type Json, type JsonObject } from "../../../../provider/schema/json.js";
import { isBodyField, type Schema } from "../../../../provider/schema/keywords.js";
import { listArgumentFields } from "../../../../provider/schema/shapes.js";
import { createValidator } from "../../../../provider/schema/validate.js";
import { toWire } from "../../../../provider/schema/wire.js";
import { containerGroupSchema as schema } from "../../../../provider/services/containerGroups/schema.js";

const validate = createValidator(schema);

/** Everything that the provider has to say against arguments. */
export function problemsOf(args: JsonObject): Finding[] {
  return validate(args).problems;
}

/** Whether the emulator takes the body of these arguments. */
export function isTaken(args: JsonObject): boolean {
  return !isRefused(() => readGroup(args));
}

/** Whether the emulator makes one group of the other in place. */
export function isUpdated(before: JsonObject, after: JsonObject): boolean {
  return !isRefused(() => refuseFixedChanges("web", readGroup(before), readGroup(after)));
}

function isRefused(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch {
    return true;
  }
}

function readGroup(args: JsonObject) {
  return readContainerGroup(toWire(schema, args) as Parameters<typeof readContainerGroup>[0], "web");
}

/** A field, an item or an entry of a group. */
export interface Place {
  /** Without positions and keys: `containers[].name`, `volumes[].secret{}`. */
  path: string;
  field: Schema;
  keys: (string | number)[];
  isItem: boolean;
  /** Whether exactly one of this field and others is given. */
  isAlternative: boolean;
}

/** Places of everything that a request can hold: the first one of each path that the group has. */
export function findPlaces(group: JsonObject): Place[] {
  const found = new Map<string, Place>();
  const visit = (at: Schema, value: Json, keys: Place["keys"], path: string): void => {
    const add = (field: Schema, key: string | number, child: Json, its: string, more: Partial<Place>) => {
      const place = { path: its, field, keys: [...keys, key], isItem: false, isAlternative: false, ...more };
      if (!found.has(its)) found.set(its, place);
      visit(field, child, place.keys, its);
    };
    const { items, additionalProperties: entries } = at;
    if (Array.isArray(value) && items !== undefined) {
      for (const [index, item] of value.entries()) add(items, index, item, `${path}[]`, { isItem: true });
    } else if (isObject(value) && entries !== undefined) {
      for (const [key, entry] of Object.entries(value)) add(entries, key, entry, `${path}{}`, {});
    } else if (isObject(value)) {
      for (const [name, field] of bodyFields(at)) {
        const isAlternative = at.exactlyOneOf?.includes(name) === true;
        if (name in value) add(field, name, value[name], join(path, name), { isAlternative });
      }
    }
  };
  visit(schema, group, [], "");
  return [...found.values()];
}

/** Paths of all places that a group can have. */
export function listPaths(at: Schema = schema, path = ""): string[] {
  const { items, additionalProperties: entries } = at;
  if (items !== undefined) return [`${path}[]`, ...listPaths(items, `${path}[]`)];
  if (entries !== undefined) return [`${path}{}`, ...listPaths(entries, `${path}{}`)];
  return bodyFields(at).flatMap(([name, field]) => [join(path, name), ...listPaths(field, join(path, name))]);
}

/** The group with another value in one place; without the field or the item for `undefined`. */
export function withValue(group: JsonObject, { keys }: Place, value: unknown): JsonObject {
  const changed = JSON.parse(JSON.stringify(group)) as JsonObject;
  const [last = "", ...parents] = keys.toReversed();
  const parent = parents.reverse().reduce<JsonObject>((at, key) => at[key] as JsonObject, changed);
  if (value === undefined && Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (value === undefined) delete parent[last];
  else parent[last] = value as Json;
  return changed;
}

function bodyFields(at: Schema): [string, Schema][] {
  return listArgumentFields(at).filter(([, field]) => isBodyField(field));
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
