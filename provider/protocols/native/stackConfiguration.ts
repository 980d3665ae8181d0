import { allKeys, ENGINE_KEYS } from "../../contract/configuration.js";
import { toSecretValue } from "../../schema/engineValues.js";
import { isAbsent, isObject, type JsonObject, type PropertyMap, parseJson } from "../../schema/json.js";

/** Among the arguments of an explicit provider, the names of those that the program gives, where the stack gives others. */
const OWN_ARGUMENTS = "__ownArguments";

/**
 * An explicit provider's arguments, completed by the stack's configuration. The state keeps both, so that a refresh and
 * `pulumi destroy` find what the resources were created with. The engine does not say which values of the stack are secrets.
 *
 * @param isMarked whether the arguments always list those that the program gives: the name is that of a default provider
 */
export function withStackConfiguration(values: PropertyMap, isMarked: boolean): PropertyMap {
  const stack = readStackConfiguration() ?? {};
  const added = allKeys.filter((key) => isAbsent(values[key]) && typeof stack[key] === "string");
  if (added.length === 0 && !isMarked) return values;
  const fallback = added.map((key) => [key, toSecretValue(stack[key])]);
  return { ...values, ...Object.fromEntries(fallback), [OWN_ARGUMENTS]: listGiven(values).join(",") };
}

/** Whether these are the stack's configuration: an explicit provider may have the name of a default one. */
export function isStackConfiguration(values: PropertyMap): boolean {
  const stack = readStackConfiguration();
  if (stack === undefined) return true;
  return Object.entries(values).every(([key, value]) => ENGINE_KEYS.includes(key) || value === stack[key]);
}

/**
 * Names of the arguments that the program gives.
 *
 * @param hasDefaultName whether the name is that of a default provider: without a list it gives none
 */
export function listOwnArguments(values: PropertyMap, hasDefaultName: boolean): string[] {
  const own = values[OWN_ARGUMENTS];
  if (typeof own === "string") return own.split(",");
  return hasDefaultName ? [] : listGiven(values);
}

function listGiven(values: PropertyMap): string[] {
  return Object.keys(values).filter((key) => !isAbsent(values[key]));
}

/**
 * The engine starts a plugin with the stack's configuration of its namespace, under bare names. Undefined where it did not
 * start this process.
 */
function readStackConfiguration({ PULUMI_CONFIG: text } = process.env): JsonObject | undefined {
  if (text === undefined) return undefined;
  const stack = parseJson(text);
  return isObject(stack) ? stack : {};
}
