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
  type Profile,
  type Schema,
} from "./keywords.js";
import { decodeName, encodeName, NO_GUID, spellEnum } from "./normalize.js";

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
  const [body, inner]: [JsonObject, JsonObject] = [{}, {}];
  for (const { isInside, name, sent } of listSentFields(schema, value, profile))
    setOwn(isInside ? inner : body, name, sent);
  const { into, isRequired } = schema?.flatten ?? {};
  if (into !== undefined && (isRequired === true || Object.keys(inner).length > 0)) setOwn(body, into, inner);
  return body;
}

/** A field of a request: its name there, its value there, and whether it is inside of `flatten.into`. */
interface SentField extends Location {
  sent: Json;
}

/** The fields of an object that a request has, among them the entries of an argument for additional fields. */
function listSentFields(schema: Schema | undefined, value: PropertyMap, profile: Profile): SentField[] {
  const fields: SentField[] = [];
  for (const [name, child] of inOrder(schema?.properties, value)) {
    const field = getPropertySchema(schema, name);
    if (field?.wire === "additionalProperties" && isObject(child)) {
      fields.push(...listAdditional(schema, field, child, profile));
    } else if (child !== undefined && !isResponseOnly(field) && isBodyField(field)) {
      const { isInside, name: plainName } = findLocation(schema, name);
      const wireName = field?.wireNames?.[profile] ?? plainName;
      fields.push({ isInside, name: wireName, sent: toWire(field, child, profile) });
    }
  }
  return fields;
}

function listAdditional(
  schema: Schema | undefined,
  argument: Schema,
  entries: PropertyMap,
  profile: Profile,
): SentField[] {
  const given = inOrder(argument.entries, entries).filter(([, entry]) => !isAbsent(entry));
  return given.map(([name, entry]) => ({
    ...findLocation(schema, name),
    sent: toWire(getPropertySchema(argument, name), entry, profile),
  }));
}

/** Converts a response, or a recorded body, to the shape of arguments. Response-only fields are kept. */
export function fromWire(schema: Schema | undefined, body: JsonObject): PropertyMap;
export function fromWire(schema: Schema | undefined, body: Json): Json;
export function fromWire(schema: Schema | undefined, body: Json): Json {
  if (Array.isArray(body)) return body.map((item) => fromWire(schema?.items, item));
  if (typeof body === "string") return fromWireText(schema, body);
  if (!isObject(body)) return body;
  const result: PropertyMap = {};
  for (const [name, child] of listArguments(schema, body))
    setOwn(result, name, fromWire(getPropertySchema(schema, name), child));
  const beside = schema && findUnlistedFields(schema);
  // The fields of a flattened object keep their places: see `liveObject`.
  if (beside !== undefined && schema?.flatten === undefined) setOwn(result, beside, unlisted(schema, body));
  return result;
}

/** The fields of a body under the names of their arguments, those inside of `flatten.into` last. */
function listArguments(schema: Schema | undefined, body: JsonObject): [string, Json][] {
  const names = listWireNames(schema);
  const rename = (fields: JsonObject): [string, Json][] =>
    Object.entries(fields).map(([wireName, child]) => [names.get(wireName) ?? wireName, child]);
  if (schema?.flatten === undefined) return rename(body);
  const { into, except } = schema.flatten;
  const inner = body[into];
  const beside = rename(body)
    .filter(([name, child]) => name !== into || !isObject(child))
    .map(([name, child]): [string, Json] => [except.includes(name) ? name : OUTSIDE + name, child]);
  return isObject(inner) ? [...beside, ...rename(inner)] : beside;
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

/** Where a body has an argument: under which name, and whether inside of `flatten.into`. */
interface Location {
  name: string;
  isInside: boolean;
}

function findLocation(schema: Schema | undefined, name: string): Location {
  const flatten = schema?.flatten;
  if (flatten === undefined || flatten.except.includes(name)) return { isInside: false, name };
  if (name.startsWith(OUTSIDE)) return { isInside: false, name: name.slice(OUTSIDE.length) };
  return { isInside: true, name };
}
