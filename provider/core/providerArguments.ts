import { allKeys, configurationKeys, getTokenVariableKey, tokenKeys } from "../contract/configuration.js";
import { isAbsent, type Json } from "../schema/json.js";
import { joinPath } from "../schema/path.js";
import { findNearestName } from "../schema/suggestion.js";
import { describeWrongType } from "../schema/validate.js";

/** Every argument of a provider, and the type of its value. */
export const argumentTypes = new Map<string, "number" | "string">([
  ...allKeys.map((key) => [key, configurationKeys[key].kind === "number" ? "number" : "string"] as const),
  ...tokenKeys.map((key) => [getTokenVariableKey(key), "string"] as const),
]);

/** Whether a value can be set: a number may be a text and a text a number, as languages and configurations write them. */
export function isSetting(value: Json): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

/** The problem of an argument of a provider: it is unknown, or of another type. */
export function findArgumentProblem(key: string, value: Json): string | undefined {
  const type = argumentTypes.get(key);
  if (type !== undefined)
    return isAbsent(value) || isSetting(value) ? undefined : `${key}: ${describeWrongType(type, value)}`;
  const near = findNearestName(key, [...argumentTypes.keys()]);
  const question = near === undefined ? "" : `; did you mean ${near}?`;
  return `unknown argument ${joinPath("", key)}${question}`;
}
