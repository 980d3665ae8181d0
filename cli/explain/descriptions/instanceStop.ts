import { isAbsent, isUnknown, type Json, type JsonObject } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import type { Changed } from "../changed.js";
import { shownArgument } from "../fieldLine.js";
import { type Markdown, md } from "../markdown.js";
import { type Context, names, type ResourceDescription, whyReplaced } from "./resourceDescription.js";

/**
 * The description of a stop.
 *
 * @param what kind of instance is stopped
 * @param name the argument that names the instance
 */
export function createInstanceStopDescription(
  schema: ResourceSchema,
  what: Markdown,
  name: string,
): ResourceDescription {
  const identify = (args: JsonObject): Markdown =>
    md`${shownArgument(args[name])} of the ERP system ${shownArgument(args.erpVirtualInstanceName)} in ${shownArgument(args.resourceGroupName)}`;
  const instance = (args: JsonObject, { inTable }: Context): Markdown =>
    inTable ? md`the ${what}` : md`the ${what} ${identify(args)}`;
  const stops = (args: JsonObject, context: Context): Markdown =>
    md`Stops ${instance(args, context)}: ${manner(args)}. If it is stopped already, nothing is sent.`;
  const waits = (args: JsonObject, context: Context): Markdown =>
    md`Stops nothing now: ${instance(args, context)} is stopped when this resource is destroyed, ${manner(args)}.`;
  const stopsOrWaits = (args: JsonObject, context: Context): Markdown => {
    if (isUnknown(args.stopOn))
      return md`Whether it stops ${instance(args, context)} now or when it is destroyed is known after apply.`;
    return stopsOnDestroy(args) ? waits(args, context) : stops(args, context);
  };

  return {
    schema,
    identify,
    create: (args, context) => [stopsOrWaits(args, context)],

    update(args, context) {
      const status = context.before?.outputs.status;
      switch (updateOf(args, context)) {
        case "waits":
          return [waits(args, context)];
        case "stops":
          return [stopsOrWaits(args, context)];
        case "resumes":
          return [
            md`Its last stop failed, or its outcome is unknown (${shownArgument(status)}): the update resumes waiting for it, or stops ${instance(args, context)} again, ${manner(args)}.`,
          ];
        case "nothing":
          if (!context.differs) return [md`Stops nothing: no value differs.`];
          return [
            md`Stops nothing: ${names(pathsOf(context))} applies to the next stop of ${instance(args, context)}.`,
          ];
      }
    },

    replace: (args, context, before) => [
      whyReplaced(schema, what, context),
      stopsOrWaits(args, context),
      // Another instance than the one that a table names.
      ...(stopsOnDestroy(before) && !context.keepsOld ? [stops(before, { ...context, inTable: false })] : []),
    ],

    delete: (before, context) => [
      stopsOnDestroy(before)
        ? stops(before, context)
        : md`Stops nothing and starts nothing: ${instance(before, context)} is left unchanged.`,
    ],

    ends(args, changed, before) {
      const { operation, keepsOld } = changed;
      const endsOld = stopsOnDestroy(before) && !keepsOld;
      const isStopped =
        (operation === "create" && !stopsOnDestroy(args)) ||
        (operation === "replace" && (!stopsOnDestroy(args) || endsOld)) ||
        (operation === "update" && ["stops", "resumes"].includes(updateOf(args, changed))) ||
        (operation === "delete" && endsOld);
      return isStopped ? md`stops the ${what}` : undefined;
    },
  };
}

/** What an update of a stop does. */
function updateOf(args: JsonObject, changed: Changed): "waits" | "stops" | "resumes" | "nothing" {
  if (stopsOnDestroy(args)) return "waits";
  const asksForOne =
    pathsOf(changed).some((path) => /^triggers\b/.test(path)) || stopsOnDestroy(changed.before?.inputs ?? {});
  if (asksForOne) return "stops";
  return isUnfinished(changed, changed.before?.outputs.status) ? "resumes" : "nothing";
}

function pathsOf({ fields }: Changed): string[] {
  return fields.map(({ path }) => path);
}

function stopsOnDestroy({ stopOn }: JsonObject): boolean {
  return typeof stopOn === "string" && stopOn.toLowerCase() === "destroy";
}

function manner({ softStopTimeoutSeconds: seconds }: JsonObject): Markdown {
  if (isUnknown(seconds)) return md`how long the stop waits for its clients is known after apply`;
  if (isAbsent(seconds) || seconds === 0) return md`hard, at once`;
  return md`softly, waiting up to ${shownArgument(seconds)} seconds for clients to use other servers`;
}

/** A stop that was canceled is over, and one that the service took without showing it. */
function isUnfinished({ before }: Changed, status: Json): boolean {
  if (typeof status !== "string" || stopsOnDestroy(before?.inputs ?? {})) return false;
  return !/^(succeeded|cancell?ed|unobserved)$/i.test(status);
}
