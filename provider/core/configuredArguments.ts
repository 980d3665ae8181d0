import { allKeys, explainHowToSet } from "../contract/configuration.js";
import type { Autonaming } from "../contract/lifecycle.js";
import type { Settings } from "../contract/settings.js";
import type { Finding } from "../schema/finding.js";
import { isAbsent, type PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";

/** Adds configured values of arguments that the program omits. */
export function withConfigured(schema: ResourceSchema, args: PropertyMap, settings: Settings): PropertyMap {
  const filledIn = allKeys
    .filter((key) => schema.properties[key]?.configured === true && isAbsent(args[key]))
    .map((key) => [key, settings.get(key)])
    .filter(([, value]) => value !== undefined);
  return { ...args, ...Object.fromEntries(filledIn) };
}

/** Adds to the problem of a missing argument in which other ways to provide it. */
export function explainMissing(
  schema: ResourceSchema,
  { path, message }: Finding,
  autonaming?: Autonaming,
): Finding {
  if (message !== "required") return { path, message };
  const { configured, derived, resolvedBy } = schema.properties[path] ?? {};
  const key = allKeys.find((name) => name === path);
  if (resolvedBy !== undefined)
    return { path, message: `required. Set it, or set ${resolvedBy} to look it up` };
  if (configured === true && key !== undefined)
    return { path, message: `required. Set it, or set a default with ${explainHowToSet(key)}` };
  if (derived === true && autonaming?.mode === "disable")
    return {
      path,
      message: "required, since the stack's configuration `pulumi:autonaming` disables automatic names",
    };
  return { path, message };
}
