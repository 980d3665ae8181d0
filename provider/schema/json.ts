import { isUnknown, UNKNOWN } from "./engineValues.js";
import { isSecret } from "./secret.js";

export { isUnknown, UNKNOWN };

/** A JSON value in arguments, bodies and states. In properties it may be a `Secret`. */
export type Json = unknown;
export type JsonObject = Record<string, unknown>;
/**
 * Properties of a resource, or arguments of a function, by their names in the schema. Values may be unknown, or a `Secret`. A
 * body in the service's format is a {@link JsonObject}.
 */
export type PropertyMap = Record<string, unknown>;

export function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isSecret(value);
}

/** A `null` in a program declares nothing. */
export function isAbsent(value: Json): value is null | undefined {
  return value === undefined || value === null;
}

/** Visits a value and all values inside it, but not inside a secret. `visit` also gets the name of a property. */
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

export function someValue(value: Json, test: (value: Json) => boolean): boolean {
  if (test(value)) return true;
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return parts.some((part) => someValue(part, test));
}

/**
 * Sets an own property of any name. A tag or the file name of a secret may be `__proto__`, and a plain assignment would lose its
 * value.
 */
export function setOwn(target: JsonObject, name: string, value: Json): void {
  if (name !== "__proto__") target[name] = value;
  else Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}

export function getOwn(source: JsonObject, name: string): Json {
  return Object.hasOwn(source, name) ? source[name] : undefined;
}

const DECIMAL = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Parses a decimal number; undefined for any other text. */
export function readDecimal(text: string): number | undefined {
  return DECIMAL.test(text) ? Number(text) : undefined;
}

export function mapValues(value: JsonObject, map: (name: string, child: Json) => Json): JsonObject {
  const result: JsonObject = {};
  for (const [name, child] of Object.entries(value)) setOwn(result, name, map(name, child));
  return result;
}

/** Maps the items of a list or the values of an object. Any other value stays unchanged. */
export function mapParts(value: Json, map: (part: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((item) => map(item));
  return isObject(value) ? mapValues(value, (_, child) => map(child)) : value;
}

/** Removes absent properties, at any depth. */
export function withoutAbsent(value: PropertyMap): PropertyMap;
export function withoutAbsent(value: Json): Json;
export function withoutAbsent(value: Json): Json {
  if (!isObject(value)) return mapParts(value, withoutAbsent);
  const entries = Object.entries(value).filter(([, child]) => !isAbsent(child));
  return Object.fromEntries(entries.map(([name, child]) => [name, withoutAbsent(child)]));
}

/** Parses JSON; undefined for any other text. */
export function parseJson(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Converts properties to plain JSON. With any other value, the engine would lose the resource: `undefined` blocks the call of a
 * dynamic provider, a bigint or a Date makes it fail after the service has acted, and a native plugin would send an unreadable
 * message.
 */
export function toPlainJson(value: PropertyMap): PropertyMap {
  return JSON.parse(
    JSON.stringify(value, (_, child) => (typeof child === "bigint" ? child.toString() : child)),
  );
}
