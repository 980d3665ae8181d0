import { allKeys, ENGINE_KEYS } from "../../contract/configuration.js";
import { isAbsent, isObject, type JsonObject, type PropertyMap, parseJson } from "../../schema/json.js";
import { asSecret } from "../../schema/secretTree.js";

/** The provider argument that lists the names of those that the program sets. */
const OWN_ARGUMENTS = "__ownArguments";

/**
 * Adds the stack's configuration to an explicit provider's arguments. The state keeps both, so that `pulumi refresh` and
 * `pulumi destroy` use the configuration of the last update. Each added value is a secret, because the engine does not say
 * which ones are.
 *
 * @param isMarked whether to list the program's arguments even if the stack adds none, for a default provider's name
 */
export function withStackConfiguration(values: PropertyMap, isMarked: boolean): PropertyMap {
  const stack = readStackConfiguration() ?? {};
  const added = allKeys.filter((key) => isAbsent(values[key]) && typeof stack[key] === "string");
  if (added.length === 0 && !isMarked) return values;
  const fallback = added.map((key) => [key, asSecret(stack[key])]);
  return { ...values, ...Object.fromEntries(fallback), [OWN_ARGUMENTS]: listGiven(values).join(",") };
}

/** Whether all values come from the stack's configuration: an explicit provider may have the name of a default one. */
export function isStackConfiguration(values: PropertyMap): boolean {
  const stack = readStackConfiguration();
  if (stack === undefined) return true;
  return Object.entries(values).every(([key, value]) => ENGINE_KEYS.includes(key) || value === stack[key]);
}

/**
 * Names of the arguments that the program sets.
 *
 * @param hasDefaultName whether the name is that of a default provider: without a list, the program has set none
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
 * Reads the stack's configuration from the environment, by name without the namespace.
 *
 * @returns undefined if the engine did not start this process
 */
function readStackConfiguration({ PULUMI_CONFIG: text } = process.env): JsonObject | undefined {
  if (text === undefined) return undefined;
  const stack = parseJson(text);
  return isObject(stack) ? stack : {};
}
