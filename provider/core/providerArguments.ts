import { allKeys, configurationKeys, getTokenVariableKey, tokenKeys } from "../contract/configuration.js";
import { isAbsent, type Json } from "../schema/json.js";
import { joinPath } from "../schema/path.js";
import { suggestName } from "../schema/suggestion.js";
import { describeWrongType } from "../schema/validate.js";

export const argumentTypes = new Map<string, "number" | "string">([
  ...allKeys.map((key) => [key, configurationKeys[key].kind === "number" ? "number" : "string"] as const),
  ...tokenKeys.map((key) => [getTokenVariableKey(key), "string"] as const),
]);

/**
 * The problem of an argument of a provider: an unknown name or a wrong type.
 *
 * @param accepts additional types, because not every language and configuration distinguishes numbers from texts
 */
export function findArgumentProblem(key: string, value: Json, accepts: string[] = []): string | undefined {
  const type = argumentTypes.get(key);
  if (type !== undefined)
    return isAbsent(value) || [type, ...accepts].includes(typeof value)
      ? undefined
      : `${key}: ${describeWrongType(type, value)}`;
  return `unknown argument ${joinPath("", key)}${suggestName(key, [...argumentTypes.keys()])}`;
}
