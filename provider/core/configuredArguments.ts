import { allKeys, explainHowToSet } from "../contract/configuration.js";
import type { Autonaming, Context } from "../contract/lifecycle.js";
import type { Settings } from "../contract/settings.js";
import { listChanges } from "../schema/compare.js";
import type { Finding } from "../schema/finding.js";
import { isAbsent, isUnknown, type PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { isGuid } from "../schema/normalize.js";
import { foreign, message } from "../text/message.js";

/** Adds configured values of arguments that the program omits. */
export function withConfigured(schema: ResourceSchema, args: PropertyMap, settings: Settings): PropertyMap {
  const filledIn = allKeys
    .filter((key) => schema.properties[key]?.configured === true && isAbsent(args[key]))
    .map((key) => [key, settings.get(key)])
    .filter(([, value]) => value !== undefined);
  return { ...args, ...Object.fromEntries(filledIn) };
}

/** Adds to the problem of a missing argument in which other ways to provide it. */
export function explainMissing(schema: ResourceSchema, finding: Finding, autonaming?: Autonaming): Finding {
  if (finding.message !== "required") return finding;
  const { path } = finding;
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
  return finding;
}

interface ConfiguredArguments {
  /** The arguments of the program, without configured ones. */
  news: PropertyMap;
  /** The arguments in the state; empty for a new resource. */
  oldArgs: PropertyMap;
  /** The arguments with configured ones. */
  args: PropertyMap;
}

/**
 * Warns of a setting that is probably a mistake, once for all resources of a run: one that replaces every resource that gets an
 * argument from it, and a subscription that is not a GUID.
 */
export function warnOfSettings(
  schema: ResourceSchema,
  { news, oldArgs, args }: ConfiguredArguments,
  { settings, runtime, log }: Context,
): void {
  const configured = allKeys.filter((key) => schema.properties[key]?.configured === true);
  for (const key of configured) {
    const [before, value] = [oldArgs[key], args[key]];
    if (typeof value !== "string" || isUnknown(value)) continue;
    const isMoved =
      isAbsent(news[key]) &&
      !isAbsent(before) &&
      listChanges(schema, { [key]: before }, { [key]: value }).length > 0;
    if (isMoved)
      runtime.once(`moved ${key} ${String(before)} ${value}`, () =>
        log.warn(
          message`${key}: ${foreign(String(before))} in the state, ${foreign(value)} in ${settings.placeOf(key)}. The difference replaces every resource whose program does not set \`${key}\`. If you do not mean this, correct the setting.`,
        ),
      );
    else if (!isGuid(value) && value !== before)
      runtime.once(`no GUID ${key} ${value}`, () =>
        log.warn(message`${key}: ${foreign(value)} is not a GUID; sent unchanged.`),
      );
  }
}
