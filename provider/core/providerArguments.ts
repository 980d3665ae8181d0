import { allKeys, configurationKeys, isConfigurationKey } from "../contract/configuration.js";
import { isAbsent, type Json } from "../schema/json.js";
import { joinPath } from "../schema/path.js";
import { suggestName } from "../schema/suggestion.js";
import { describeWrongType } from "../schema/validate.js";

/**
 * The problem of an argument of a provider: an unknown name or a wrong type.
 *
 * @param accepts additional types, because not every language and configuration distinguishes numbers from texts
 */
export function findArgumentProblem(key: string, value: Json, accepts: string[] = []): string | undefined {
  if (!isConfigurationKey(key)) return `unknown argument ${joinPath("", key)}${suggestName(key, allKeys)}`;
  const type = configurationKeys[key].kind === "number" ? "number" : "string";
  const isRight = isAbsent(value) || [type, ...accepts].includes(typeof value);
  return isRight ? undefined : `${key}: ${describeWrongType(type, value)}`;
}
