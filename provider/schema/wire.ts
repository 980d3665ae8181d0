import { spellEnum } from "./canonical.js";
import {
  isAbsent,
  isObject,
  type Json,
  type JsonObject,
  type PropertyMap,
  readDecimal,
  setOwn,
} from "./json.js";
import {
  findUnlistedFields,
  getPropertySchema,
  isBodyField,
  isResponseOnly,
  type Schema,
} from "./keywords.js";
import { decodeName, encodeName, NO_GUID } from "./normalize.js";
import type { Profile } from "./profile.js";

/**
 * Prefix of an unknown argument of a flattened object that belongs beside `flatten.into` in the body. Without the prefix, an
 * unknown argument is sent under `flatten.into`, where the service has its newer fields.
 */
const OUTSIDE = "/";

/**
 * Converts arguments to a request body. Response-only fields, parts of the id and options of the provider are omitted. The fields
 * have the order of the schema: a service that applies them one by one may reset a field when it applies an earlier one.
 */
export function toWire(schema: Schema | undefined, value: PropertyMap, profile?: Profile): JsonObject;
export function toWire(schema: Schema | undefined, value: Json, profile?: Profile): Json;
export function toWire(schema: Schema | undefined, value: Json, profile: Profile = "vendor"): Json {
  if (Array.isArray(value)) return value.map((item) => toWire(schema?.items, item, profile));
  if (typeof value === "string") return toWireText(schema, value);
  if (!isObject(value)) return value;
  const body: JsonObject = {};
  const inner: JsonObject = {};
  for (const [name, child] of inOrder(schema?.properties, value)) {
    const childSchema = getPropertySchema(schema, name);
    if (childSchema?.wire === "additionalProperties" && isObject(child)) {
      for (const [field, given] of inOrder(childSchema.entries, child)) {
        if (isAbsent(given)) continue;
        const { target, wireName } = place(schema, field);
        const sent = toWire(getPropertySchema(childSchema, field), given, profile);
        setOwn(target === "inside" ? inner : body, wireName, sent);
      }
    }
    if (child === undefined || isResponseOnly(childSchema) || !isBodyField(childSchema)) continue;
    const { target, wireName } = place(schema, name);
    const sent = childSchema?.wireNames?.[profile] ?? wireName;
    setOwn(target === "inside" ? inner : body, sent, toWire(childSchema, child, profile));
  }
  const { into, isRequired } = schema?.flatten ?? {};
  if (into !== undefined && (isRequired === true || Object.keys(inner).length > 0)) setOwn(body, into, inner);
  return body;
}

/** Converts a response, or a recorded body, to the shape of arguments. Response-only fields are kept. */
export function fromWire(schema: Schema | undefined, body: JsonObject): PropertyMap;
export function fromWire(schema: Schema | undefined, body: Json): Json;
export function fromWire(schema: Schema | undefined, body: Json): Json {
  if (Array.isArray(body)) return body.map((item) => fromWire(schema?.items, item));
  if (typeof body === "string") return fromWireText(schema, body);
  if (!isObject(body)) return body;
  const flatten = schema?.flatten;
  const result: PropertyMap = {};
  const names = listWireNames(schema);
  for (const [wireName, child] of Object.entries(body)) {
    const name = names.get(wireName) ?? wireName;
    if (flatten !== undefined && name === flatten.into && isObject(child)) continue;
    const argument = flatten === undefined || flatten.except.includes(name) ? name : OUTSIDE + name;
    setOwn(result, argument, fromWire(getPropertySchema(schema, argument), child));
  }
  const inner = flatten === undefined ? undefined : body[flatten.into];
  if (isObject(inner)) {
    for (const [wireName, child] of Object.entries(inner)) {
      const name = names.get(wireName) ?? wireName;
      setOwn(result, name, fromWire(getPropertySchema(schema, name), child));
    }
  }
  const beside = schema && findUnlistedFields(schema);
  // The fields of a flattened object keep their places: see `liveObject`.
  if (beside !== undefined && flatten === undefined) setOwn(result, beside, unlisted(schema, body));
  return result;
}

/** The entries of an object in the order of its schema, and then those that the schema does not have. */
function inOrder(known: Record<string, Schema> = {}, value: PropertyMap): [string, Json][] {
  const names = Object.keys(known).filter((name) => Object.hasOwn(value, name));
  const others = Object.keys(value).filter((name) => !Object.hasOwn(known, name));
  return [...names, ...others].map((name) => [name, value[name]]);
}

function toWireText(schema: Schema | undefined, value: string): string {
  if (schema?.encodedName === true) return encodeName(decodeName(spellEnum(schema, value) ?? value));
  return schema?.format === "guid" && value === "" ? NO_GUID : value;
}

/** Names of arguments by their names in a body, for those whose name depends on the profile. */
export function listWireNames(schema: Schema | undefined): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(schema?.properties ?? {}).flatMap(([name, { wireNames = {} }]) =>
      Object.values(wireNames).map((wireName) => [wireName, name] as const),
    ),
  );
}

/** A service may send decimals as strings, as with `IEEE754Compatible` of OData. */
function fromWireText(schema: Schema | undefined, text: string): Json {
  if (schema?.type === "number" || schema?.type === "integer") return readDecimal(text) ?? text;
  return schema?.encodedName === true ? decodeName(text) : text;
}

/** The fields that the schema does not list. A program may have declared them in the argument for additional fields. */
function unlisted(schema: Schema | undefined, body: JsonObject): JsonObject {
  const fields = Object.entries(body).filter(([name]) => getPropertySchema(schema, name) === undefined);
  return Object.fromEntries(fields);
}

function place(schema: Schema | undefined, name: string): { target: "inside" | "beside"; wireName: string } {
  const flatten = schema?.flatten;
  if (flatten === undefined || flatten.except.includes(name)) return { target: "beside", wireName: name };
  if (name.startsWith(OUTSIDE)) return { target: "beside", wireName: name.slice(OUTSIDE.length) };
  return { target: "inside", wireName: name };
}
