import { runtime } from "@pulumi/pulumi";
import { isAbsent, isObject, type Json, type JsonObject, mapped } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { META } from "../schema/meta.js";
import { propertyPath } from "../schema/path.js";
import {
  extractSecrets,
  GROUP,
  mergeSecrets,
  type Secrets,
  secretTexts,
  valuesAt,
} from "../schema/secrets.js";

/** Inputs or outputs as a hook works with them. */
export interface ResourceProperties {
  /** Arguments and response-only fields, secrets merged back. */
  value: JsonObject;
  /** Live values of fields that were not declared. */
  computed: JsonObject;
  /** The private state of the lifecycle. */
  privateState: JsonObject;
  /** Paths of extracted values that are secret because the program said so. */
  marked: Set<string>;
  /** Paths of those that are not extracted, since the engine keeps them secret where they are. */
  inPlace: string[];
  /** Texts that must never be shown. */
  secrets: string[];
  /** The URN of the resource as far as it is known. */
  urn: string | undefined;
  /** The URN that the inputs hold, which stays as it is when an alias renames the resource. */
  storedUrn: string | undefined;
  /** What the host adds to what a hook returns, and not to what it throws. */
  handler: JsonObject;
}

/** Takes properties as the engine hands them over apart. */
export function decodeProperties(
  schema: ResourceSchema,
  properties: JsonObject,
  earlier: JsonObject = {},
): ResourceProperties {
  const declared = properties[META.declared];
  const isUndeclared = (name: string): boolean =>
    Array.isArray(declared) && isObserved(schema, name) && !declared.includes(name);
  const all = Object.entries(properties).filter(([name]) => !name.startsWith("__"));
  const own = all.filter(([name]) => !isUndeclared(name));
  const observed = Object.fromEntries(all.filter(([name]) => isUndeclared(name)));
  const privateState = properties[META.privateState];
  const extracted = properties[META.secrets];
  const { value, marked } = mergeSecrets(schema, Object.fromEntries(own), extracted, earlier[META.secrets]);
  const paths = properties[META.inPlace];
  const inPlace = Array.isArray(paths) ? paths : [];
  const inPlaceValues =
    inPlace.length > 0 ? valuesAt(schema, { ...observed, ...(value as JsonObject) }, new Set(inPlace)) : [];
  const storedUrn = textOf(properties[META.urn]);
  return {
    value: value as JsonObject,
    computed: observed,
    privateState: isObject(privateState) ? privateState : {},
    marked,
    inPlace,
    secrets: [
      ...secretTexts(valuesNamed(privateState, inPlace)),
      ...textsOfExtracted(extracted),
      ...textsOfExtracted(earlier[META.secrets]),
      ...secretTexts(inPlaceValues),
    ],
    urn: textOf(properties[META.currentUrn]) ?? storedUrn,
    storedUrn,
    handler: META.handler in properties ? { [META.handler]: properties[META.handler] } : {},
  };
}

function textOf(value: Json): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Names of the outermost level are paths, and those in a group of them as well. */
function textsOfExtracted(extracted: Json): string[] {
  if (!isObject(extracted)) return [];
  return Object.entries(extracted).flatMap(([path, value]) =>
    path.endsWith(GROUP) ? textsOfExtracted(value) : secretTexts(value),
  );
}

/** What is kept under the paths of values that the program marked is as secret as they are. */
function valuesNamed(privateState: Json, paths: readonly string[]): Json[] {
  if (!isObject(privateState)) return [];
  return Object.entries(privateState).flatMap(([name, value]) => {
    if (paths.includes(name)) return [value];
    // Of a map that is a secret as a whole its names are secrets, too.
    const map = paths.find((path) => name.startsWith(`${path}.`));
    return map === undefined ? valuesNamed(value, paths) : [{ [name.slice(map.length + 1)]: value }];
  });
}

/** Puts properties together for the engine: secrets extracted again and marked as such, all of it plain JSON. */
export function encodeProperties(
  schema: ResourceSchema,
  value: Json,
  from: Pick<ResourceProperties, "marked" | "inPlace" | "storedUrn">,
): JsonObject {
  const { value: shown, secrets } = extractSecrets(schema, value, from.marked);
  const encoded: JsonObject = { ...(isObject(shown) ? shown : {}) };
  if (from.storedUrn !== undefined) encoded[META.urn] = from.storedUrn;
  const inPlace = from.inPlace.filter((path) => !isObserved(schema, path) || path in encoded);
  if (inPlace.length > 0) encoded[META.inPlace] = inPlace;
  if (Object.keys(secrets).length > 0) encoded[META.secrets] = encodeSecrets(secrets);
  return plain(encoded);
}

/** New inputs with what lives on from the state before: an output that was secret does not come into the open. */
export function following(
  schema: ResourceSchema,
  before: ResourceProperties,
  after: ResourceProperties,
): ResourceProperties {
  const undeclared = before.inPlace.filter((path) => isObserved(schema, path) && isAbsent(after.value[path]));
  return {
    ...after,
    privateState: before.privateState,
    inPlace: [...new Set([...after.inPlace, ...undeclared])],
    secrets: [...after.secrets, ...before.secrets],
  };
}

/** {@link encodeProperties} for outputs: beside the declared values also those that are observed, and what a lifecycle keeps. */
export function encodeOutputs(
  schema: ResourceSchema,
  outputs: JsonObject,
  declared: JsonObject,
  from: Pick<ResourceProperties, "marked" | "inPlace" | "urn" | "storedUrn" | "privateState">,
): JsonObject {
  const encoded = encodeProperties(schema, outputs, from);
  if (from.urn !== undefined && from.urn !== from.storedUrn) encoded[META.currentUrn] = from.urn;
  if (Object.keys(schema.properties).some((name) => isObserved(schema, name))) {
    const names = Object.keys(declared).filter((name) => !isAbsent(declared[name]));
    encoded[META.declared] = names;
    // The engine keeps secret what is secret among the inputs; these are no inputs.
    const hidden = from.inPlace.filter((path) => path in encoded && !names.includes(path));
    for (const name of hidden) encoded[name] = secret(encoded[name]);
  }
  if (Object.keys(from.privateState).length > 0)
    encoded[META.privateState] = secret(plain(from.privateState));
  return encoded;
}

function isObserved(schema: ResourceSchema, name: string): boolean {
  return schema.properties[name]?.computed === true;
}

function encodeSecrets(secrets: Secrets): JsonObject {
  return Object.fromEntries(Object.entries(secrets).map(([path, value]) => [path, secret(value)]));
}

/** Properties in which the values at some paths, none of them in a list, are marked as secrets. */
export function withSecretsAt(properties: JsonObject, paths: readonly string[]): JsonObject {
  const visit = (path: string, value: Json): Json => {
    if (isAbsent(value)) return value;
    if (paths.includes(path)) return secret(value);
    return isObject(value) ? mapped(value, (name, child) => visit(propertyPath(path, name), child)) : value;
  };
  return paths.length === 0
    ? properties
    : mapped(properties, (name, value) => visit(propertyPath("", name), value));
}

/** How the engine is told that a value is a secret, at any depth of what a hook returns. */
export function secret(value: Json): JsonObject {
  return { [runtime.specialSigKey]: runtime.specialSecretSig, value };
}

/**
 * The engine loses a resource whose properties hold anything but plain JSON: `undefined` hangs the call,
 * a bigint or a Date fails it after the service has acted.
 */
function plain(value: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(value, (_, child) => (typeof child === "bigint" ? child.toString() : child)),
  );
}
