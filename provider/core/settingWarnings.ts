import { allKeys } from "../contract/configuration.js";
import type { Context } from "../contract/lifecycle.js";
import { listChanges } from "../schema/compare.js";
import { isAbsent, isUnknown, type PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { isGuid } from "../schema/normalize.js";
import { foreign, message } from "../text/message.js";

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
      runtime.shared(`moved ${key} ${String(before)} ${value}`, () =>
        log.warn(
          message`${key}: ${foreign(String(before))} in the state, ${foreign(value)} in ${settings.placeOf(key)}. The difference replaces every resource whose program does not set \`${key}\`. If you do not mean this, correct the setting.`,
        ),
      );
    else if (!isGuid(value) && value !== before)
      runtime.shared(`no GUID ${key} ${value}`, () =>
        log.warn(message`${key}: ${foreign(value)} is not a GUID; sent unchanged.`),
      );
  }
}
