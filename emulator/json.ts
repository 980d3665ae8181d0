export type Json = string | number | boolean | null | Json[] | JsonObject;

/** A JSON object. A key that is `undefined` counts as absent. */
export interface JsonObject {
  [key: string]: Json | undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export type Test = (value: unknown) => boolean;

export const isText: Test = (value) => typeof value === "string";

/**
 * Refuses unknown keys and values in a request to the control interface: a misspelled fault would never occur, and a test would
 * pass for the wrong reason.
 *
 * @throws TypeError that describes the error in one sentence
 */
export function refuseUnknown(what: string, value: object, tests: Record<string, Test>) {
  for (const [key, field] of Object.entries(value)) {
    if (field !== undefined && tests[key]?.(field) !== true)
      throw new TypeError(`A ${what} cannot have '${key}' with the value ${JSON.stringify(field)}.`);
  }
}

/**
 * Applies a JSON merge patch (RFC 7396): merges objects by key, removes keys that are `null`, and replaces everything else,
 * arrays included. Changes neither argument.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return structuredClone(patch);
  const result = isObject(target) ? structuredClone(target) : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      delete result[key];
    } else {
      result[key] = mergePatch(result[key], value);
    }
  }
  return result;
}

/**
 * Copies a value, and replaces all fields at any depth that have one of some names, in any letter case. A null stays.
 */
export function replaceFields(value: unknown, names: ReadonlySet<string>, replacement: string): unknown {
  const replaced = (child: unknown, name = "") =>
    names.has(name.toLowerCase()) && child !== null ? replacement : replaceFields(child, names, replacement);
  if (Array.isArray(value)) return value.map((item) => replaced(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, replaced(child, name)]));
}
