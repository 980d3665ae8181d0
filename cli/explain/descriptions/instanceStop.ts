import type { ResourceDefinition } from "../../../provider/definition.js";
import { isAbsent, isUnknown, type JsonObject } from "../../../provider/schema/json.js";
import { predictUpdate, stopsOnDestroy } from "../../../provider/services/instanceStops/definition.js";
import type { Changed } from "../changed.js";
import { formatArgument } from "../fieldLine.js";
import { type Markdown, md } from "../markdown.js";
import {
  type Context,
  explainReplacement,
  formatNames,
  formatNoun,
  formatObject,
  type ResourceDescription,
} from "./resourceDescription.js";

/** The description of a stop. */
export function createInstanceStopDescription(definition: ResourceDefinition): ResourceDescription {
  const instance = (args: JsonObject, context: Context): Markdown =>
    md`the ${formatObject(definition, args, context)}`;
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
    definition,
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
            md`Its last stop failed, or its outcome is unknown (${formatArgument(status)}): the update resumes waiting for it, or stops ${instance(args, context)} again, ${manner(args)}.`,
          ];
        case "nothing":
          if (!context.differs) return [md`Stops nothing: no value differs.`];
          return [
            md`Stops nothing: ${formatNames(pathsOf(context))} applies to the next stop of ${instance(args, context)}.`,
          ];
      }
    },

    replace: (args, context, before) => [
      explainReplacement(definition, context),
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
      return isStopped ? md`stops the ${formatNoun(definition)}` : undefined;
    },
  };
}

function updateOf(args: JsonObject, changed: Changed): ReturnType<typeof predictUpdate> {
  const { argsBefore, before } = changed;
  return predictUpdate({ args: argsBefore, outputs: before?.outputs ?? {} }, args, pathsOf(changed));
}

function pathsOf({ fields }: Changed): string[] {
  return fields.map(({ path }) => path);
}

function manner({ softStopTimeoutSeconds: seconds }: JsonObject): Markdown {
  if (isUnknown(seconds)) return md`how long the stop waits for its clients is known after apply`;
  if (isAbsent(seconds) || seconds === 0) return md`hard, at once`;
  return md`softly, waiting up to ${formatArgument(seconds)} seconds for clients to use other servers`;
}
