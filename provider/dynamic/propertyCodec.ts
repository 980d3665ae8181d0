import { runtime } from "@pulumi/pulumi";
import { echoesOf } from "../core/echoes.js";
import {
  isComputed,
  type ResourceInputs,
  type ResourceOutputs,
  type ResourceProperties,
} from "../core/resourceProperties.js";
import type { KnownSecrets } from "../http/redaction/knownSecrets.js";
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

/** Properties as the dynamic host hands them over, decoded. */
export interface DecodedProperties extends ResourceProperties {
  /** The URN that the inputs hold, which stays as it is when an alias renames the resource. */
  storedUrn: string | undefined;
  /** What the host adds to what a hook returns, and not to what it throws. */
  handler: JsonObject;
}

/**
 * Decodes properties: secrets return to their places, and what begins with `__` leaves them.
 *
 * @param earlier properties whose secrets belong to placeholders that `ignoreChanges` has brought back
 */
export function decodeProperties(
  schema: ResourceSchema,
  properties: JsonObject,
  earlier: JsonObject = {},
): DecodedProperties {
  const declared = properties[META.declared];
  const isUndeclared = (name: string): boolean =>
    Array.isArray(declared) && isComputed(schema, name) && !declared.includes(name);
  const all = Object.entries(properties).filter(([name]) => !name.startsWith("__"));
  const own = all.filter(([name]) => !isUndeclared(name));
  const computed = Object.fromEntries(all.filter(([name]) => isUndeclared(name)));
  const privateState = properties[META.privateState];
  const extracted = properties[META.secrets];
  const { value, marked } = mergeSecrets(schema, Object.fromEntries(own), extracted, earlier[META.secrets]);
  const paths = properties[META.inPlace];
  const inPlace = Array.isArray(paths) ? paths : [];
  const inPlaceValues =
    inPlace.length > 0 ? valuesAt(schema, { ...computed, ...(value as JsonObject) }, new Set(inPlace)) : [];
  const storedUrn = textOf(properties[META.urn]);
  return {
    value: value as JsonObject,
    computed,
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

/** Encodes inputs: secrets leave lists and are marked for the engine, and everything is plain JSON. */
export function encodeProperties(
  schema: ResourceSchema,
  { value, marked, inPlace }: ResourceInputs,
  storedUrn: string | undefined,
): JsonObject {
  const { value: shown, secrets } = extractSecrets(schema, value, marked);
  const encoded: JsonObject = { ...(isObject(shown) ? shown : {}) };
  if (storedUrn !== undefined) encoded[META.urn] = storedUrn;
  const paths = inPlace.filter((path) => !isComputed(schema, path) || path in encoded);
  if (paths.length > 0) encoded[META.inPlace] = paths;
  if (Object.keys(secrets).length > 0) encoded[META.secrets] = encodeSecrets(secrets);
  return plain(encoded);
}

/**
 * Encodes a state. What repeats a secret is a secret as well.
 *
 * @param urns of the resource: now, and in its inputs
 * @param secrets texts that must not be shown
 */
export function encodeOutputs(
  schema: ResourceSchema,
  outputs: ResourceOutputs,
  urns: Pick<DecodedProperties, "urn" | "storedUrn">,
  secrets: KnownSecrets,
): JsonObject {
  const { inputs, inPlace, privateState } = outputs;
  const encoded = encodeProperties(schema, outputs, urns.storedUrn);
  if (urns.urn !== undefined && urns.urn !== urns.storedUrn) encoded[META.currentUrn] = urns.urn;
  if (Object.keys(schema.properties).some((name) => isComputed(schema, name))) {
    const names = Object.keys(inputs).filter((name) => !isAbsent(inputs[name]));
    encoded[META.declared] = names;
    // The engine keeps secret what is secret among the inputs; these are no inputs.
    const hidden = inPlace.filter((path) => path in encoded && !names.includes(path));
    for (const name of hidden) encoded[name] = secret(encoded[name]);
  }
  if (Object.keys(privateState).length > 0) encoded[META.privateState] = secret(plain(privateState));
  return echoesOf(schema, { ...outputs, value: inputs }, secrets).markSecrets(encoded, secret);
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

/** Marks a value as a secret for the engine, at any depth of what a hook returns. */
function secret(value: Json): JsonObject {
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
