import { allKeys } from "../configuration.js";
import { toSecretValue } from "../engineValues.js";
import { isAbsent, isObject, type JsonObject, type PropertyMap } from "../schema/json.js";

/** Among the arguments of an explicit provider, the names of those that the program gives, where the stack gives others. */
const OWN_ARGUMENTS = "__ownArguments";

/**
 * An explicit provider's arguments, completed by the stack's configuration. The state keeps both, so that a refresh and
 * `pulumi destroy` find what the resources were created with. The engine does not say which values of the stack are secrets.
 */
export function withStackConfiguration(values: PropertyMap): PropertyMap {
  const stack = readStackConfiguration();
  const added = allKeys.filter((key) => isAbsent(values[key]) && typeof stack[key] === "string");
  if (added.length === 0) return values;
  const fallback = added.map((key) => [key, toSecretValue(stack[key])]);
  return { ...values, ...Object.fromEntries(fallback), [OWN_ARGUMENTS]: listGiven(values).join(",") };
}

/** Names of the arguments that the program gives. */
export function listOwnArguments(values: PropertyMap): string[] {
  const own = values[OWN_ARGUMENTS];
  return typeof own === "string" ? own.split(",") : listGiven(values);
}

function listGiven(values: PropertyMap): string[] {
  return Object.keys(values).filter((key) => !isAbsent(values[key]));
}

/** The engine starts a plugin with the stack's configuration of its namespace, under bare names. */
function readStackConfiguration({ PULUMI_CONFIG: text = "{}" } = process.env): JsonObject {
  try {
    const stack: unknown = JSON.parse(text);
    return isObject(stack) ? stack : {};
  } catch {
    return {};
  }
}
