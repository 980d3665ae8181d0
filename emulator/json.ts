/** Any value that JSON can carry. */
export type Json = string | number | boolean | null | Json[] | JsonObject;

/** A JSON object; a key that is `undefined` counts as absent. */
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** Whether a value is an object with keys, so neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
