import { getOwn, isAbsent, isObject, type Json, mapValues, type PropertyMap } from "./json.js";
import { getPropertySchema, isMap, type ResourceSchema, type Schema } from "./keywords.js";
import { findTwins, formatItemPath, joinPath } from "./path.js";
import { revealOne } from "./secret.js";

/** Paths of secrets that belong to the objects in `value` and that it does not have. */
export function findMissingSecrets(schema: Schema, value: Json): string[] {
  return listSecrets(schema, value).flatMap(({ path, isGiven }) => (isGiven ? [] : [path]));
}

/** Paths of secrets that `value` has. */
export function findGivenSecrets(schema: Schema, value: Json): string[] {
  return listSecrets(schema, value).flatMap(({ path, isGiven }) => (isGiven ? [path] : []));
}

/**
 * Paths of secrets that an existing resource holds, and that an update to `declared` would remove although the
 * program does not mention them. A program removes an object when it declares the list without it, or the object as `{}`.
 *
 * @param live an answer of the service, in the spelling of `declared`
 */
export function findUndeclaredSecrets(
  schema: ResourceSchema,
  declared: PropertyMap,
  live: PropertyMap,
): string[] {
  const held = new Set(findMissingSecrets(schema, live));
  return findMissingSecrets(schema, withUndeclared(schema, declared, live)).filter((path) => held.has(path));
}

/** Declared values, with live ones in the place of fields that are left out. */
function withUndeclared(schema: Schema | undefined, declared: Json, live: Json): Json {
  if (isAbsent(declared)) return live;
  if (Array.isArray(declared) && Array.isArray(live)) {
    const twins = findTwins(schema, declared, live);
    if (twins === undefined) return [];
    return declared.map((item, index) => withUndeclared(schema?.items, item, twins[index]));
  }
  if (!isObject(declared) || !isObject(live) || Object.keys(declared).length === 0) return declared;
  const both = mapValues(live, (name, child) =>
    withUndeclared(getPropertySchema(schema, name), getOwn(declared, name), child),
  );
  return { ...declared, ...both };
}

interface SecretPlace {
  path: string;
  isGiven: boolean;
}

/** The secrets of the schema in the objects of `root`: those that are given, and those that may be held there. */
function listSecrets(schema: Schema, root: Json): SecretPlace[] {
  const visit = (at: Schema | undefined, path: string, value: Json): SecretPlace[] => {
    const current = revealOne(value);
    if (Array.isArray(current))
      return current.flatMap((item, index) => visit(at?.items, formatItemPath(at, path, item, index), item));
    if (!isObject(current)) return [];
    const own = Object.entries(at?.properties ?? {}).flatMap(([name, field]) => {
      if (!isSecretField(field)) return [];
      const isGiven = !isAbsent(current[name]) && !isEmptyMap(field, current[name]);
      return isGiven || mayBeHeld(at, name, field, current) ? [{ path: joinPath(path, name), isGiven }] : [];
    });
    const parts = Object.entries(current).filter(([name]) => !isSecretField(getPropertySchema(at, name)));
    return [
      ...own,
      ...parts.flatMap(([name, child]) => visit(getPropertySchema(at, name), joinPath(path, name), child)),
    ];
  };
  return visit(schema, "", root);
}

/** Whether the service may hold a secret that an object does not show. */
function mayBeHeld(object: Schema | undefined, name: string, field: Schema, current: PropertyMap): boolean {
  const isGiven = (sibling: string): boolean => !isAbsent(current[sibling]) && current[sibling] !== "";
  if (field.heldWith !== undefined && !isGiven(field.heldWith)) return false;
  if (field.heldWithout !== undefined && isGiven(field.heldWithout)) return false;
  const others = object?.exactlyOneOf?.includes(name) === true ? object.exactlyOneOf : [];
  return !others.some((other) => other !== name && !isAbsent(current[other]));
}

/** A secret, or a map of secrets. */
function isSecretField(field: Schema | undefined): boolean {
  return field?.secret === true || field?.additionalProperties?.secret === true;
}

/** An empty map of secrets says what kind of thing it is in, and no secret. */
function isEmptyMap(field: Schema, value: Json): boolean {
  const map = revealOne(value);
  return isMap(field) && isObject(map) && Object.keys(map).length === 0;
}
