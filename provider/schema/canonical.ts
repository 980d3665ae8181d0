import { findSame, isSame, meansAbsent } from "./compare.js";
import { getOwn, isAbsent, isObject, type Json, type PropertyMap, setOwn } from "./json.js";
import {
  getPropertySchema,
  isPositional,
  isResponseOnly,
  isSilent,
  type ResourceSchema,
  type Schema,
} from "./keywords.js";
import { formatMapKey, indexByKey, mapNamesByKey, mapTwins, orderOfKeys } from "./path.js";
import { isSecret, revealOne } from "./secret.js";
import { asSecret } from "./secretTree.js";

/**
 * Converts new arguments to the spelling of the old ones. Values that are the same for the service keep their old text and order,
 * so that the engine's comparison shows only real changes. Secrets of the schema keep their new values. A value is a secret if
 * it is one in the new arguments.
 */
export function canonicalize(schema: ResourceSchema, after: PropertyMap, before: PropertyMap): PropertyMap;
export function canonicalize(schema: Schema | undefined, after: Json, before: Json): Json;
export function canonicalize(schema: Schema | undefined, after: Json, before: Json): Json {
  if (isSecret(after)) return asSecret(canonicalize(schema, after.value, before));
  if (isSecret(before)) return canonicalize(schema, after, before.value);
  // Comparisons ignore this argument, but its new value applies when another field changes.
  if (isSilent(schema)) return after;
  if (meansAbsent(schema, after) && meansAbsent(schema, before)) return before;
  if (isAbsent(before) || schema?.secret === true) return after;
  if (Array.isArray(after) && Array.isArray(before)) return canonicalList(schema, after, before);
  if (isObject(after) && isObject(before)) return canonicalObject(schema, after, before);
  return isSame(schema, before, after) ? before : after;
}

/** Replaces secrets of the schema by those of `before`, if both have one. */
export function withOldSecrets(schema: ResourceSchema, after: PropertyMap, before: PropertyMap): PropertyMap;
export function withOldSecrets(schema: Schema | undefined, after: Json, before: Json): Json;
export function withOldSecrets(schema: Schema | undefined, after: Json, before: Json): Json {
  if (isAbsent(after) || isAbsent(before)) return after;
  if (schema?.secret === true) return before;
  if (isSecret(after)) return asSecret(withOldSecrets(schema, after.value, before));
  if (isSecret(before)) return withOldSecrets(schema, after, before.value);
  return mapTwins(schema, after, before, withOldSecrets);
}

/** Keeps the old names of map entries, and old fields that mean the same as none. */
function canonicalObject(schema: Schema | undefined, after: PropertyMap, before: PropertyMap): PropertyMap {
  const oldNames = mapNamesByKey(schema, before);
  const result: PropertyMap = {};
  for (const [name, value] of Object.entries(after)) {
    const oldName = oldNames.get(formatMapKey(schema, name)) ?? name;
    const kept = canonicalize(getPropertySchema(schema, name), value, getOwn(before, oldName));
    if (kept !== undefined) setOwn(result, oldName, kept);
  }
  for (const [name, old] of Object.entries(before)) {
    const [child, value] = [getPropertySchema(schema, name), revealOne(old)];
    // An explicit absent value, such as `null`, is a spelling to keep.
    const isKept = value !== undefined && meansAbsent(child, value) && !isResponseOnly(child);
    if (isKept && !Object.hasOwn(result, name)) setOwn(result, name, value);
  }
  return result;
}

/** Keeps the old order where the order has no meaning, and the old spelling of each item. */
function canonicalList(schema: Schema | undefined, after: Json[], before: Json[]): Json[] {
  if (schema?.listType === "set") return canonicalSet(schema, after, before);
  const olds = indexByKey(schema, before);
  const news = indexByKey(schema, after);
  if (olds === undefined || news === undefined) {
    if (after.length !== before.length && !isPositional(schema)) return after;
    return after.map((item, index) => canonicalize(schema?.items, item, before[index]));
  }
  return orderOfKeys(schema, news, olds).map((key) =>
    canonicalize(schema?.items, news.get(key), olds.get(key)),
  );
}

/** An equal item stays in its place. An added item takes the place of a removed one. */
function canonicalSet(schema: Schema, after: Json[], before: Json[]): Json[] {
  const { twins, rest } = findSame(schema.items, before, after);
  const kept = before.flatMap((old, index) => {
    const found = twins[index]?.length ? twins[index] : rest.splice(0, 1);
    return found.map((item) => canonicalize(schema.items, item, old));
  });
  return [...kept, ...rest];
}
