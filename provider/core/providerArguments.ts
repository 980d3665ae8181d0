import { allKeys, configurationKeys, getTokenVariableKey, tokenKeys } from "../contract/configuration.js";
import { joinPath } from "../schema/path.js";
import { findNearestName } from "../schema/suggestion.js";

/** Every argument of a provider, and the type of its value. */
export const argumentTypes = new Map<string, "number" | "string">([
  ...allKeys.map((key) => [key, configurationKeys[key].kind === "number" ? "number" : "string"] as const),
  ...tokenKeys.map((key) => [getTokenVariableKey(key), "string"] as const),
]);

/** The problem of an argument that no provider has. */
export function describeUnknownArgument(key: string): string {
  const near = findNearestName(key, [...argumentTypes.keys()]);
  const question = near === undefined ? "" : `; did you mean ${near}?`;
  return `unknown argument ${joinPath("", key)}${question}`;
}
