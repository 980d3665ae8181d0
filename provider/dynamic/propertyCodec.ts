import { runtime } from "@pulumi/pulumi";
import type { ResourceSchema } from "../schema/dialect.js";
import { isAbsent, isObject, type Json, type JsonObject, mapped } from "../schema/json.js";
import { META } from "../schema/meta.js";
import { propertyPath } from "../schema/path.js";
import { GROUP, liftSecrets, mergeSecrets, type Secrets, secretTexts, valuesAt } from "../schema/secrets.js";

/** Inputs or outputs as a hook works with them. */
export interface Opened {
  /** Arguments and response-only fields, secrets merged back. */
  value: JsonObject;
  /** Live values of fields that were not declared. */
  observed: JsonObject;
  /** What the lifecycle kept. */
  kept: JsonObject;
  /** Paths of lifted values that are secret because the program said so. */
  marked: Set<string>;
  /** Paths of those that are not lifted, since the engine keeps them secret where they are. */
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
export function open(schema: ResourceSchema, properties: JsonObject, earlier: JsonObject = {}): Opened {
  const declared = properties[META.declared];
  const isUndeclared = (name: string): boolean =>
    Array.isArray(declared) && isObserved(schema, name) && !declared.includes(name);
  const all = Object.entries(properties).filter(([name]) => !name.startsWith("__"));
  const own = all.filter(([name]) => !isUndeclared(name));
  const observed = Object.fromEntries(all.filter(([name]) => isUndeclared(name)));
  const kept = properties[META.kept];
  const lifted = properties[META.secrets];
  const { value, marked } = mergeSecrets(schema, Object.fromEntries(own), lifted, earlier[META.secrets]);
  const paths = properties[META.inPlace];
  const inPlace = Array.isArray(paths) ? paths : [];
  const inPlaceValues =
    inPlace.length > 0 ? valuesAt(schema, { ...observed, ...(value as JsonObject) }, new Set(inPlace)) : [];
  const storedUrn = textOf(properties[META.urn]);
  return {
    value: value as JsonObject,
    observed,
    kept: isObject(kept) ? kept : {},
    marked,
    inPlace,
    secrets: [
      ...secretTexts(valuesNamed(kept, inPlace)),
      ...textsOfLifted(lifted),
      ...textsOfLifted(earlier[META.secrets]),
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
function textsOfLifted(lifted: Json): string[] {
  if (!isObject(lifted)) return [];
  return Object.entries(lifted).flatMap(([path, value]) =>
    path.endsWith(GROUP) ? textsOfLifted(value) : secretTexts(value),
  );
}

/** What is kept under the paths of values that the program marked is as secret as they are. */
function valuesNamed(kept: Json, paths: readonly string[]): Json[] {
  if (!isObject(kept)) return [];
  return Object.entries(kept).flatMap(([name, value]) => {
    if (paths.includes(name)) return [value];
    // Of a map that is a secret as a whole its names are secrets, too.
    const map = paths.find((path) => name.startsWith(`${path}.`));
    return map === undefined ? valuesNamed(value, paths) : [{ [name.slice(map.length + 1)]: value }];
  });
}

/** Puts properties together for the engine: secrets lifted out again and marked as such, all of it plain JSON. */
export function seal(
  schema: ResourceSchema,
  value: Json,
  from: Pick<Opened, "marked" | "inPlace" | "storedUrn">,
): JsonObject {
  const { value: shown, secrets } = liftSecrets(schema, value, from.marked);
  const sealed: JsonObject = { ...(isObject(shown) ? shown : {}) };
  if (from.storedUrn !== undefined) sealed[META.urn] = from.storedUrn;
  const inPlace = from.inPlace.filter((path) => !isObserved(schema, path) || path in sealed);
  if (inPlace.length > 0) sealed[META.inPlace] = inPlace;
  if (Object.keys(secrets).length > 0) sealed[META.secrets] = sealSecrets(secrets);
  return plain(sealed);
}

/** New inputs with what lives on from the state before: an output that was secret does not come into the open. */
export function following(schema: ResourceSchema, before: Opened, after: Opened): Opened {
  const undeclared = before.inPlace.filter((path) => isObserved(schema, path) && isAbsent(after.value[path]));
  return {
    ...after,
    kept: before.kept,
    inPlace: [...new Set([...after.inPlace, ...undeclared])],
    secrets: [...after.secrets, ...before.secrets],
  };
}

/** {@link seal} for outputs: beside the declared values also those that are observed, and what a lifecycle keeps. */
export function sealOutputs(
  schema: ResourceSchema,
  outputs: JsonObject,
  declared: JsonObject,
  from: Pick<Opened, "marked" | "inPlace" | "urn" | "storedUrn" | "kept">,
): JsonObject {
  const sealed = seal(schema, outputs, from);
  if (from.urn !== undefined && from.urn !== from.storedUrn) sealed[META.currentUrn] = from.urn;
  if (Object.keys(schema.properties).some((name) => isObserved(schema, name))) {
    const names = Object.keys(declared).filter((name) => !isAbsent(declared[name]));
    sealed[META.declared] = names;
    // The engine keeps secret what is secret among the inputs; these are no inputs.
    const hidden = from.inPlace.filter((path) => path in sealed && !names.includes(path));
    for (const name of hidden) sealed[name] = secret(sealed[name]);
  }
  if (Object.keys(from.kept).length > 0) sealed[META.kept] = secret(plain(from.kept));
  return sealed;
}

function isObserved(schema: ResourceSchema, name: string): boolean {
  return schema.properties[name]?.observed === true;
}

function sealSecrets(secrets: Secrets): JsonObject {
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
