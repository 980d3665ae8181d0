import { getOwn, isAbsent, isObject, isUnknown, type Json, mapValues, type PropertyMap } from "./json.js";
import { getPropertySchema, isMap, isPositional, type Schema } from "./keywords.js";
import { revealOne } from "./secret.js";

/** Paths are for users: `containers[web].environmentVariables[KEY].value`. Their grammar is in `secret.ts`. */

const plainName = /^[A-Za-z_$][\w$-]*$/;

/** The path of a property. A name that is no identifier, such as a map key, is quoted. */
export function joinPath(parent: string, name: string): string {
  if (!plainName.test(name)) return `${parent}[${JSON.stringify(name)}]`;
  return parent === "" ? name : `${parent}.${name}`;
}

/** The path of an item by its position. `#` distinguishes it from an item whose name is a number. */
export function formatIndexPath(parent: string, index: number): string {
  return `${parent}[#${index}]`;
}

/** The path of an item: by its key in a `map` list, or else by its position. */
export function formatItemPath(list: Schema | undefined, parent: string, item: Json, index: number): string {
  const key = formatItemName(list, item);
  return key === undefined
    ? formatIndexPath(parent, index)
    : `${parent}[${/[[\]"]|^#/.test(key) ? JSON.stringify(key) : key}]`;
}

/** A value of a resource with its schema and its path. */
export interface Part {
  schema: Schema | undefined;
  path: string;
  value: Json;
}

/** The names in a path such as `containers[].ports`. */
export function namesIn(path: string): string[] {
  return path.split(/(?:\[\])?\./);
}

/** The parts at a path of names, in every item of the lists on the way. An unknown or invalid value on the way is the part itself. */
export function findParts(part: Part, [name, ...rest]: string[]): Part[] {
  const { schema, path, value } = part;
  if (isAbsent(value)) return [];
  if (name === undefined) return [part];
  if (Array.isArray(value))
    return value.flatMap((item, index) => {
      const itsPath = formatItemPath(schema, path, item, index);
      return findParts({ schema: schema?.items, path: itsPath, value: item }, [name, ...rest]);
    });
  if (!isObject(value)) return [part];
  const child = { schema: getPropertySchema(schema, name), path: joinPath(path, name) };
  return findParts({ ...child, value: getOwn(value, name) }, rest);
}

/** The name of an item of a `map` list in paths: `web`, `80/TCP`. */
export function formatItemName(list: Schema | undefined, item: Json): string | undefined {
  const parts = keyParts(list, item);
  return parts?.filter((part) => part !== "").join("/");
}

/** The key of an item, which is equal for two items that are the same; undefined if the item has no usable key. */
export function formatItemKey(list: Schema | undefined, item: Json): string | undefined {
  const parts = keyParts(list, item);
  if (parts === undefined) return undefined;
  const keys = list?.listMapKeys ?? [];
  return JSON.stringify(
    parts.map((part, index) => {
      const schema = list?.items?.properties?.[keys[index] ?? ""];
      const named = part === "" ? (schema?.enum?.[0] ?? "") : part;
      return schema?.caseInsensitive === true || schema?.format === "guid" ? named.toLowerCase() : named;
    }),
  );
}

/** The first key is required. Another one, such as the protocol of a port, has its first enum value as default. */
function keyParts(list: Schema | undefined, item: Json): string[] | undefined {
  const fields = revealOne(item);
  if (list?.listType !== "map" || list.listMapKeys === undefined || !isObject(fields)) return undefined;
  const parts: string[] = [];
  for (const key of list.listMapKeys) {
    const value = revealOne(getOwn(fields, key));
    if ((typeof value === "string" && !isUnknown(value)) || typeof value === "number")
      parts.push(String(value));
    else if (isAbsent(value) && parts.length > 0) parts.push("");
    else return undefined;
  }
  return parts;
}

/** Items of a `map` list by key; undefined if keys are missing or duplicate. */
export function indexByKey(list: Schema | undefined, items: Json[]): Map<string, Json> | undefined {
  const byKey = new Map<string, Json>();
  for (const item of items) {
    const key = formatItemKey(list, item);
    if (key === undefined || byKey.has(key)) return undefined;
    byKey.set(key, item);
  }
  return byKey;
}

/** Keys of the new items in the old order. An added item takes the place of a removed one, so that other items do not move. */
export function orderOfKeys(
  schema: Schema | undefined,
  news: ReadonlyMap<string, Json>,
  olds: ReadonlyMap<string, Json>,
): string[] {
  if (schema?.ordered === true) return [...news.keys()];
  const added = [...news.keys()].filter((key) => !olds.has(key));
  const kept = [...olds.keys()].flatMap((key) => (news.has(key) ? [key] : added.splice(0, 1)));
  return [...kept, ...added];
}

/**
 * For each item, the one of `others` with the same key, or with the same position in a positional list of the same length;
 * undefined if {@link indexByKey} is.
 */
export function findTwins(list: Schema | undefined, items: Json[], others: Json): Json[] | undefined {
  if (!Array.isArray(others)) return undefined;
  if (isPositional(list) && items.length === others.length) return others;
  const own = indexByKey(list, items);
  const byKey = indexByKey(list, others);
  return own && byKey && [...own.keys()].map((key) => byKey.get(key));
}

type MapTwins = (schema: Schema | undefined, part: Json, twin: Json) => Json;

/** Maps each part of a list or an object, together with the corresponding part of `other`. */
export function mapTwins(schema: Schema | undefined, value: Json, other: Json, map: MapTwins): Json {
  if (Array.isArray(value)) {
    const twins = findTwins(schema, value, other) ?? (Array.isArray(other) ? other : []);
    return value.map((item, index) => map(schema?.items, item, twins[index]));
  }
  if (!isObject(value)) return value;
  const others = isObject(other) ? other : {};
  return mapValues(value, (name, child) => map(getPropertySchema(schema, name), child, getOwn(others, name)));
}

export function formatMapKey(schema: Schema | undefined, name: string): string {
  return isMap(schema) && schema?.caseInsensitive === true ? name.toLowerCase() : name;
}

/** Names of properties by their {@link formatMapKey}. */
export function mapNamesByKey(schema: Schema | undefined, object: PropertyMap): Map<string, string> {
  return new Map(Object.keys(object).map((name) => [formatMapKey(schema, name), name]));
}

export function isAtOrBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);
}

export function topLevelName(path: string): string {
  return /^[^.[]+/.exec(path)?.[0] ?? path;
}

/** The steps of a path of a resource option, in the engine's syntax: `containers[*].image`, `tags["a.b"]`, `*`. */
export function parseOptionPath(path: string): string[] {
  const parts = path.matchAll(/\["((?:\\"|[^"])*)"\]|\[([^"\]]*)\]|([^.[\]]+)/g);
  return [...parts].map(
    ([, quoted, bracketed, name]) => quoted?.replaceAll('\\"', '"') ?? bracketed ?? name ?? "",
  );
}
