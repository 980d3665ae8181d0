import { allKeys, configurationKeys, tokenKeys, tokenVariableKey } from "../configuration.js";
import { propertyPath } from "../schema/path.js";
import { nearestName } from "../schema/suggestion.js";

/** Every argument of a provider, and the type of its value. */
export const argumentTypes = new Map<string, "number" | "string">([
  ...allKeys.map((key) => [key, configurationKeys[key].kind === "number" ? "number" : "string"] as const),
  ...tokenKeys.map((key) => [tokenVariableKey(key), "string"] as const),
]);

/** What to say of an argument that no provider has. */
export function unknownArgument(key: string): string {
  const near = nearestName(key, [...argumentTypes.keys()]);
  const question = near === undefined ? "" : `; did you mean ${near}?`;
  return `unknown argument ${propertyPath("", key)}${question}`;
}
