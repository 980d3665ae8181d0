import { allKeys, type ConfigurationKey, explainHowToSet } from "../contract/configuration.js";
import type { Settings } from "../contract/settings.js";
import type { Finding } from "../schema/inspect.js";
import { isAbsent, type PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";

/** Adds configured values of arguments that the program omits. */
export function withConfigured(schema: ResourceSchema, args: PropertyMap, settings: Settings): PropertyMap {
  const filledIn = configuredKeys(schema)
    .filter((key) => isAbsent(args[key]) && settings.get(key) !== undefined)
    .map((key) => [key, settings.get(key)]);
  return { ...args, ...Object.fromEntries(filledIn) };
}

/** Adds to the problem of a missing argument how to configure it for all resources. */
export function withCommand(schema: ResourceSchema, { path, message }: Finding): Finding {
  const key = configuredKeys(schema).find((name) => name === path);
  if (key === undefined || message !== "required") return { path, message };
  return { path, message: `required. Set it, or set a default with ${explainHowToSet(key)}` };
}

function configuredKeys(schema: ResourceSchema): ConfigurationKey[] {
  return allKeys.filter((key) => schema.properties[key]?.configured === true);
}
