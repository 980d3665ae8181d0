import { isObject } from "./json.js";

/**
 * Applies a JSON merge patch (RFC 7396): objects are merged key by key, `null` removes a key, everything else,
 * lists included, replaces what was there. Neither argument is changed.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) {
    return structuredClone(patch);
  }
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
