import { isObject, type Json, type JsonObject } from "../../../provider/schema/json.js";
import {
  isBodyField,
  listArgumentFields,
  type ResourceSchema,
  type Schema,
} from "../../../provider/schema/keywords.js";

/** A field, an item or an entry of the arguments of a resource. */
export interface Place {
  /** Without positions and keys: `containers[].name`, `volumes[].secret{}`. */
  path: string;
  field: Schema;
  keys: (string | number)[];
  isItem: boolean;
  /** Whether exactly one of this field and others is given. */
  isAlternative: boolean;
}

/** Places of everything that a request can hold: the first one of each path that the arguments have. */
export function findPlaces(root: ResourceSchema, args: JsonObject): Place[] {
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
        const rules = [at, ...(at.published ?? [])];
        const isAlternative = rules.some(({ exactlyOneOf = [] }) => exactlyOneOf.includes(name));
        if (name in value) add(field, name, value[name], join(path, name), { isAlternative });
      }
    }
  };
  visit(root, args, [], "");
  return [...found.values()];
}

/** Paths of all places that arguments can have. */
export function listPaths(at: Schema, path = ""): string[] {
  const { items, additionalProperties: entries } = at;
  if (items !== undefined) return [`${path}[]`, ...listPaths(items, `${path}[]`)];
  if (entries !== undefined) return [`${path}{}`, ...listPaths(entries, `${path}{}`)];
  return bodyFields(at).flatMap(([name, field]) => [join(path, name), ...listPaths(field, join(path, name))]);
}

/** The arguments with another value in one place; without the field or the item for `undefined`. */
export function withValue(args: JsonObject, { keys }: Place, value: unknown): JsonObject {
  const changed = JSON.parse(JSON.stringify(args)) as JsonObject;
  const [last = "", ...parents] = keys.toReversed();
  const parent = parents.reverse().reduce<JsonObject>((at, key) => at[key] as JsonObject, changed);
  if (value === undefined && Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (value === undefined) delete parent[last];
  else parent[last] = value as Json;
  return changed;
}

function bodyFields(at: Schema): [string, Schema][] {
  const fields = [...listArgumentFields(at), ...Object.entries(at.entries ?? {})];
  return fields.filter(([, field]) => isBodyField(field) || field.entries !== undefined);
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
