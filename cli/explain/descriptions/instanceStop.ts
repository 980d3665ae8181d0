import type { ResourceDefinition } from "../../../provider/contract/definition.js";
import { isAbsent, isUnknown, type JsonObject } from "../../../provider/schema/json.js";
import { predictUpdate, stopsOnDestroy } from "../../../provider/services/instanceStops/definition.js";
import type { Changed } from "../changed.js";
import { formatArgument } from "../fieldLine.js";
import { type Markdown, md } from "../markdown.js";
import {
  type ChangeDescriptions,
  type Context,
  explainReplacement,
  formatNames,
  formatNoun,
  formatObjectName,
  isHidden,
  keepsObject,
} from "./resourceDescription.js";

export function createInstanceStopDescription(definition: ResourceDefinition): ChangeDescriptions {
  const instance = md`the ${formatNoun(definition)}`;
  const stops = (args: JsonObject, what = md`Stops ${instance}`): Markdown =>
    md`${what}: ${manner(args)}. If the service reports that it is stopped already, no stop is sent.`;
  const waits = (args: JsonObject, { after }: Context): Markdown =>
    after?.retainOnDelete === true
      ? md`Stops nothing: \`retainOnDelete\` prevents the stop of ${instance} when this resource is destroyed.`
      : md`Stops nothing now: ${instance} is stopped when this resource is destroyed, ${manner(args)}.`;
  const stopsOrWaits = (args: JsonObject, context: Context): Markdown => {
    if (isHidden(args.stopOn))
      return md`Whether it stops ${instance} now or when it is destroyed ${depends(args)}.`;
    return stopsOnDestroy(args) ? waits(args, context) : stops(args);
  };
  const stopsOld = (before: JsonObject, old = instance, what?: Markdown): Markdown[] => {
    if (isHidden(before.stopOn)) return [md`Whether it stops ${old} now ${depends(before)}.`];
    return stopsOnDestroy(before) ? [stops(before, what)] : [];
  };

  return {
    isStop: true,
    create: (args, context) => [stopsOrWaits(args, context)],

    update(args, context) {
      const status = context.before?.outputs.status;
      switch (updateOf(args, context)) {
        case "waits":
          return [waits(args, context)];
        case "stops":
          return [stopsOrWaits(args, context)];
        case "mayStop":
          return [
            md`Stops ${instance} if \`stopOn\` was "destroy" and no longer is. The values are not shown.`,
          ];
        case "resumes":
          return [
            md`Its last stop failed, or its outcome is unknown (${formatArgument(status)}): the update resumes waiting for it, or stops ${instance} again, ${manner(args)}.`,
          ];
        case "nothing":
          if (!context.differs) return [md`Stops nothing: no value differs.`];
          return [md`Stops nothing: the next stop of ${instance} uses ${formatNames(pathsOf(context))}.`];
      }
    },

    replace(args, context, before) {
      const now = stopsOrWaits(args, context);
      const isKept = context.keepsOld || keepsObject(context);
      // The heading names the new instance, not this one.
      const named = md`${instance} ${formatObjectName(before, context)}`;
      const old = isKept ? [] : stopsOld(before, named, md`Destroying the old resource stops ${named}`);
      const order = context.before?.isDeletedFirst === true ? [...old, now] : [now, ...old];
      return [explainReplacement(context), ...order];
    },

    delete(before) {
      const [stop = md`Stops nothing and starts nothing: ${instance} is left unchanged.`] = stopsOld(before);
      return [stop];
    },

    ends(args, changed, before) {
      const { operation, keepsOld } = changed;
      const isKept = keepsOld || (operation === "replace" && keepsObject(changed));
      const endsOld = (stopsOnDestroy(before) || isHidden(before.stopOn)) && !isKept;
      const isStopped =
        (operation === "create" && !stopsOnDestroy(args)) ||
        (operation === "replace" && (!stopsOnDestroy(args) || endsOld)) ||
        (operation === "update" && ["stops", "mayStop", "resumes"].includes(updateOf(args, changed))) ||
        (operation === "delete" && endsOld);
      return isStopped ? md`stops the ${formatNoun(definition)}` : undefined;
    },
  };
}

/** The instance also stops if `stopOn` is no longer "destroy". A preview hides this change if the value is a secret. */
function updateOf(args: JsonObject, changed: Changed): ReturnType<typeof predictUpdate> | "mayStop" {
  const { argsBefore, before } = changed;
  const paths = pathsOf(changed);
  const effect = predictUpdate({ args: argsBefore, outputs: before?.outputs ?? {} }, args, paths);
  const mayStop = effect === "nothing" && isHidden(argsBefore.stopOn) && paths.includes("stopOn");
  return mayStop ? "mayStop" : effect;
}

function depends({ stopOn }: JsonObject): Markdown {
  return isUnknown(stopOn) ? md`is known after apply` : md`is not shown: \`stopOn\` is a secret`;
}

function pathsOf({ fields }: Changed): string[] {
  return fields.map(({ path }) => path);
}

function manner({ softStopTimeoutSeconds: seconds }: JsonObject): Markdown {
  if (isUnknown(seconds)) return md`how long the stop waits for its clients is known after apply`;
  if (isAbsent(seconds) || seconds === 0) return md`hard, at once`;
  return md`softly, waiting up to ${formatArgument(seconds)} seconds for clients to use other servers`;
}
