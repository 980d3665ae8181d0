import { isUnknown, UNKNOWN } from "./engineValues.js";
import { isSecret } from "./secret.js";

export { isUnknown, UNKNOWN };

/** A JSON value in arguments, bodies and states. Among properties some of them are a `Secret`. */
export type Json = unknown;
export type JsonObject = Record<string, unknown>;
/**
 * Properties of a resource, or arguments of a function, by their names in the schema: what a program declares and what a state
 * keeps. Values may be unknown, or a `Secret`. The service's spelling of them, in bodies, is a {@link JsonObject}.
 */
export type PropertyMap = Record<string, unknown>;

export function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isSecret(value);
}

/** JSON knows `null` and absence; a declared `null` declares nothing. */
export function isAbsent(value: Json): value is null | undefined {
  return value === undefined || value === null;
}

/** Visits a value and every value in it, but nothing in a secret. The value of a property comes with its name. */
export function visitValues(
  value: Json,
  visit: (value: Json, name?: string) => void,
  ownName?: string,
): void {
  visit(value, ownName);
  if (Array.isArray(value)) for (const item of value) visitValues(item, visit);
  else if (isObject(value))
    for (const [name, child] of Object.entries(value)) visitValues(child, visit, name);
}

/** Whether a test holds for a value, or for one in it. */
export function someValue(value: Json, test: (value: Json) => boolean): boolean {
  if (test(value)) return true;
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return parts.some((part) => someValue(part, test));
}

/**
 * Sets an own property, whatever its name: plain assignment to `__proto__`, which a tag or a secret's file
 * name may well be called, would lose the value.
 */
export function setOwn(target: JsonObject, name: string, value: Json): void {
  if (name !== "__proto__") target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

export function getOwn(source: JsonObject, name: string): Json {
  return Object.hasOwn(source, name) ? source[name] : undefined;
}

const DECIMAL = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** The number that a string is the decimal of. */
export function readDecimal(text: string): number | undefined {
  return DECIMAL.test(text) ? Number(text) : undefined;
}

/** An object with other values under the same names. */
export function mapValues(value: JsonObject, map: (name: string, child: Json) => Json): JsonObject {
  const result: JsonObject = {};
  for (const [name, child] of Object.entries(value)) setOwn(result, name, map(name, child));
  return result;
}

/** A list or an object with other items or properties; every other value is as it was. */
export function mapParts(value: Json, map: (part: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => map(item));
  return isObject(value) ? mapValues(value, (_, child) => map(child)) : value;
}

/** A value without what declares nothing, at any depth. */
export function withoutAbsent(value: PropertyMap): PropertyMap;
export function withoutAbsent(value: Json): Json;
export function withoutAbsent(value: Json): Json {
  if (!isObject(value)) return mapParts(value, withoutAbsent);
  const entries = Object.entries(value).filter(([, child]) => !isAbsent(child));
  return Object.fromEntries(entries.map(([name, child]) => [name, withoutAbsent(child)]));
}

/** The value of a text in JSON; undefined for any other text. */
export function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Properties as plain JSON. The engine loses a resource whose properties hold anything else: `undefined` hangs the call of a
 * dynamic provider, a bigint or a Date fails it after the service has acted, and a native plugin would send an unreadable message.
 */
export function toPlainJson(value: PropertyMap): PropertyMap {
  return JSON.parse(
    JSON.stringify(value, (_, child) => (typeof child === "bigint" ? child.toString() : child)),
  );
}
