import { isSame } from "../schema/compare.js";
import {
  getOwn,
  isAbsent,
  isObject,
  type Json,
  type JsonObject,
  type PropertyMap,
  setOwn,
} from "../schema/json.js";
import {
  findUnlistedFields,
  getPropertySchema,
  isBodyField,
  isResponseOnly,
  listLinkedNames,
  type ResourceSchema,
  type Schema,
} from "../schema/keywords.js";
import { isSpelling, isStoredAs } from "../schema/spelling.js";
import { toWire } from "../schema/wire.js";
import { foreign, joinTexts, type Message } from "../text/message.js";

/** Fields of a record by path: `displayName`, `additionalFields.creditLimit`. */
export type Fields = Record<string, Json>;

/** The fields of the body that the arguments declare. */
export function getManagedFields(schema: ResourceSchema, args: PropertyMap): Fields {
  const fields = Object.entries(args).flatMap(([name, value]): [string, Json][] => {
    const field = getPropertySchema(schema, name);
    if (isResponseOnly(field)) return [];
    if (field?.wire === "additionalProperties" && isObject(value))
      return Object.entries(value).map(([inner, given]) => [`${name}.${inner}`, given]);
    return isBodyField(field) ? [[name, value]] : [];
  });
  return Object.fromEntries(fields.filter(([, value]) => !isAbsent(value)));
}

/** The paths of the fields that the schema lists and that an update can set. */
export function listWritablePaths({ properties }: ResourceSchema): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    if (isResponseOnly(field)) return [];
    if (field.wire === "additionalProperties")
      return Object.keys(field.entries ?? {}).map((inner) => `${name}.${inner}`);
    return isBodyField(field) ? [name] : [];
  });
}

/** The value of a field in arguments, or in a response in their shape. */
export function getField(schema: ResourceSchema, from: PropertyMap, path: string): Json {
  const [outer, inner] = split(schema, path);
  const value = getOwn(from, outer);
  if (inner === undefined) return value;
  return isObject(value) ? getOwn(value, inner) : undefined;
}

/**
 * The path that is the same for all declarations of a field. A field that the schema does not list may be an argument, or in
 * `additionalFields`.
 */
export function getCommonPath(schema: ResourceSchema, path: string): string {
  const [outer, inner] = split(schema, path);
  if (inner !== undefined) return Object.hasOwn(schema.properties, inner) ? inner : path;
  const group = findUnlistedFields(schema);
  return group === undefined || getPropertySchema(schema, outer) !== undefined ? path : `${group}.${outer}`;
}

/** The path of the other spelling of a field, if it has one. See {@link Schema.linkedTo}. */
export function getLinkedPath(schema: ResourceSchema, path: string): string | undefined {
  const [outer, inner] = split(schema, getCommonPath(schema, path));
  if (inner === undefined) return listLinkedNames(schema.properties, outer)[0];
  const [linked] = listLinkedNames(schema.properties[outer]?.entries ?? {}, inner);
  return linked === undefined ? undefined : `${outer}.${linked}`;
}

/** The path that is the same for all declarations of a field, in each of its spellings. */
export function getFieldName(schema: ResourceSchema, path: string): string {
  const common = getCommonPath(schema, path);
  const isFirst = fieldSchema(schema, common)?.linkedTo !== undefined;
  return isFirst ? common : (getLinkedPath(schema, common) ?? common);
}

/** The path among `paths` with the other spelling of a field. */
export function findLinked(
  schema: ResourceSchema,
  paths: readonly string[],
  path: string,
): string | undefined {
  const linked = getLinkedPath(schema, path);
  return linked === undefined
    ? undefined
    : paths.find((other) => other !== path && getCommonPath(schema, other) === linked);
}

/** Leaves out a path if another one is the other spelling of the same field: the declared one is preferred, or the first. */
export function withoutSecondSpellings(
  schema: ResourceSchema,
  paths: readonly string[],
  declared: Fields,
): string[] {
  return paths.filter((path, index) => {
    const other = findLinked(schema, paths, path);
    if (other === undefined) return true;
    const isPreferred = Object.hasOwn(declared, path);
    return isPreferred === Object.hasOwn(declared, other) ? index < paths.indexOf(other) : isPreferred;
  });
}

/** Converts paths to those in `declared`, because a program may move a field to `additionalFields`. */
export function createPathConverter(schema: ResourceSchema, declared: Fields): (path: string) => string {
  const paths = new Map(Object.keys(declared).map((path) => [getCommonPath(schema, path), path]));
  return (path) => paths.get(getCommonPath(schema, path)) ?? path;
}

/** Copies `from` with other values for some fields. */
export function withFields(schema: ResourceSchema, from: PropertyMap, fields: Fields): PropertyMap {
  const result = { ...from };
  for (const [path, value] of Object.entries(fields)) {
    const [outer, inner] = split(schema, path);
    if (inner === undefined) setOwn(result, outer, value);
    else {
      const group = isObject(result[outer]) ? { ...result[outer] } : {};
      setOwn(group, inner, value);
      setOwn(result, outer, group);
    }
  }
  return result;
}

/** The body that sets only these fields. `null` clears a field; no program declares it. */
export function createBody(schema: ResourceSchema, fields: Fields): JsonObject {
  const body = toWire(schema, withFields(schema, {}, fields));
  for (const [path, value] of Object.entries(fields)) {
    const [outer, inner = outer] = split(schema, path);
    if (value === null) setOwn(body, inner, null);
  }
  return body;
}

/** Converts the paths of fields. */
export function mapPaths(fields: Fields, toPath: (path: string) => string): Fields {
  return Object.fromEntries(Object.entries(fields).map(([path, value]) => [toPath(path), value]));
}

export function pick(fields: Fields, paths: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([path]) => paths.includes(path)));
}

/** Leaves out the fields that `others` has. */
export function omit(fields: Fields, others: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([path]) => !Object.hasOwn(others, path)));
}

/** The values of a response at `paths`. `null` is included: it is the service's value of an empty field. */
export function getValues(schema: ResourceSchema, answer: PropertyMap, paths: string[]): Fields {
  const found = paths.map((path) => [path, getField(schema, answer, path)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

export function isSameField(schema: ResourceSchema, path: string, a: Json, b: Json): boolean {
  return isSame(fieldSchema(schema, path), a, b);
}

/** Whether the service may have stored `value` as `live`. See {@link isStoredAs}. */
export function isStoredField(schema: ResourceSchema, path: string, live: Json, value: Json): boolean {
  return isStoredAs(fieldSchema(schema, path), value, live);
}

/** Whether `live` is the service's spelling of `value`. See {@link isSpelling}. */
export function isSpelledField(
  schema: ResourceSchema,
  path: string,
  live: Json,
  value: Json,
  before?: Json,
): boolean {
  return isSpelling(fieldSchema(schema, path), value, live, before);
}

/** Formats paths for messages. The name of a field that the schema does not list may be a secret, so it is foreign. */
export function formatFields(schema: ResourceSchema, paths: string[]): Message {
  const texts = paths.map((path) => (getPropertySchema(schema, path) === undefined ? foreign(path) : path));
  return joinTexts(texts, ", ");
}

function fieldSchema(schema: ResourceSchema, path: string): Schema | undefined {
  const [outer, inner] = split(schema, path);
  const field = getPropertySchema(schema, outer);
  return inner === undefined ? field : getPropertySchema(field, inner);
}

/** The argument that has a field, and its name there if it is one of the fields that the schema does not list. */
function split(schema: ResourceSchema, path: string): [string, string?] {
  const dot = path.indexOf(".");
  const outer = path.slice(0, dot);
  return dot > 0 && getPropertySchema(schema, outer)?.wire === "additionalProperties"
    ? [outer, path.slice(dot + 1)]
    : [path];
}
