import { getOwn, isAbsent, isObject, type Json, mapValues, type PropertyMap } from "./json.js";
import { getPropertySchema, isMap, type ResourceSchema, type Schema } from "./keywords.js";
import { findTwins, formatItemPath, joinPath } from "./path.js";
import { revealOne } from "./secret.js";

/** Paths of secrets that the objects in `value` may have, but do not contain. */
export function findMissingSecrets(schema: Schema, value: Json): string[] {
  return listSecrets(schema, value).flatMap(({ path, isGiven }) => (isGiven ? [] : [path]));
}

export function findGivenSecrets(schema: Schema, value: Json): string[] {
  return listSecrets(schema, value).flatMap(({ path, isGiven }) => (isGiven ? [path] : []));
}

/**
 * Paths of secrets of an existing resource that an update to `declared` would remove, although the program does not mention
 * them. A program removes an object on purpose when it declares a list without it, or the object as `{}`.
 *
 * @param live a response, in the spelling of `declared`
 */
export function findUndeclaredSecrets(
  schema: ResourceSchema,
  declared: PropertyMap,
  live: PropertyMap,
): string[] {
  const held = new Set(findMissingSecrets(schema, live));
  return findMissingSecrets(schema, withUndeclared(schema, declared, live)).filter((path) => held.has(path));
}

/** Completes declared values by the live values of fields that are not declared. */
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

/** Lists the secrets of the schema in the objects of `root`, and those that the service may have there. */
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
    const inside = Object.entries(current).flatMap(([name, child]) =>
      visit(getPropertySchema(at, name), joinPath(path, name), child),
    );
    return [...own, ...inside];
  };
  return visit(schema, "", root);
}

/** Whether the service may have a secret that the object does not contain. */
function mayBeHeld(object: Schema | undefined, name: string, field: Schema, current: PropertyMap): boolean {
  const isGiven = (sibling: string): boolean => !isAbsent(current[sibling]) && current[sibling] !== "";
  if (field.heldWith !== undefined && !isGiven(field.heldWith)) return false;
  if (field.heldWithout?.some(isGiven)) return false;
  const others = object?.exactlyOneOf?.includes(name) === true ? object.exactlyOneOf : [];
  return !others.some((other) => other !== name && !isAbsent(current[other]));
}

/** A secret, or a map of secrets. */
function isSecretField(field: Schema | undefined): boolean {
  return field?.secret === true || field?.additionalProperties?.secret === true;
}

/** An empty map of secrets contains no secret. It only shows the kind of the object. */
function isEmptyMap(field: Schema, value: Json): boolean {
  const map = revealOne(value);
  return isMap(field) && isObject(map) && Object.keys(map).length === 0;
}
