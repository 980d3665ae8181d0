import { allKeys, configurationKeys, getTokenVariableKey, tokenKeys } from "../contract/configuration.js";
import { isAbsent, type Json } from "../schema/json.js";
import { joinPath } from "../schema/path.js";
import { suggestName } from "../schema/suggestion.js";
import { describeWrongType } from "../schema/validate.js";

/** Every argument of a provider, and the type of its value. */
export const argumentTypes = new Map<string, "number" | "string">([
  ...allKeys.map((key) => [key, configurationKeys[key].kind === "number" ? "number" : "string"] as const),
  ...tokenKeys.map((key) => [getTokenVariableKey(key), "string"] as const),
]);

/**
 * The problem of an argument of a provider: it is unknown, or of another type.
 *
 * @param accepts more types, as not every language and configuration tells numbers from texts
 */
export function findArgumentProblem(key: string, value: Json, accepts: string[] = []): string | undefined {
  const type = argumentTypes.get(key);
  if (type !== undefined)
    return isAbsent(value) || [type, ...accepts].includes(typeof value)
      ? undefined
      : `${key}: ${describeWrongType(type, value)}`;
  return `unknown argument ${joinPath("", key)}${suggestName(key, [...argumentTypes.keys()])}`;
}
