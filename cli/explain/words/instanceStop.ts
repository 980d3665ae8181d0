import type { ResourceSchema } from "../../../provider/schema/dialect.js";
import { isAbsent, isUnknown, type Json, type JsonObject } from "../../../provider/schema/json.js";
import type { Changed } from "../changed.js";
import { shownArgument } from "../fieldLine.js";
import { type Markdown, md } from "../markdown.js";
import { names, type ResourceWords, whyReplaced } from "./resourceWords.js";

/**
 * Words for a stop.
 *
 * @param what kind of instance is stopped
 * @param name the argument that names the instance
 */
export function instanceStopWords(schema: ResourceSchema, what: Markdown, name: string): ResourceWords {
  const instance = (args: JsonObject): Markdown =>
    md`the ${what} ${shownArgument(args[name])} of the ERP system ${shownArgument(args.erpVirtualInstanceName)} in ${shownArgument(args.resourceGroupName)}`;
  const stops = (args: JsonObject): Markdown =>
    md`Stops ${instance(args)}: ${manner(args)}. If it is stopped already, nothing is sent.`;
  const waits = (args: JsonObject): Markdown =>
    md`Stops nothing now: ${instance(args)} is stopped when this resource is destroyed, ${manner(args)}.`;
  const stopsOrWaits = (args: JsonObject): Markdown => {
    if (isUnknown(args.stopOn))
      return md`Whether it stops ${instance(args)} now or when it is destroyed is known after apply.`;
    return stopsOnDestroy(args) ? waits(args) : stops(args);
  };

  return {
    schema,
    create: (args) => [stopsOrWaits(args)],

    update(args, changed) {
      if (stopsOnDestroy(args)) return [waits(args)];
      const status = changed.before?.outputs.status;
      const paths = changed.fields.map(({ path }) => path);
      const asksForOne =
        paths.some((path) => /^triggers\b/.test(path)) || stopsOnDestroy(changed.before?.inputs ?? {});
      if (asksForOne) return [stopsOrWaits(args)];
      if (isUnfinished(changed, status)) {
        return [
          md`Its last stop did not end well, or was not seen to end (${shownArgument(status)}): the update takes it up, or stops ${instance(args)} again, ${manner(args)}.`,
        ];
      }
      if (!changed.differs) return [md`Stops nothing: no value differs.`];
      return [md`Stops nothing: ${names(paths)} is for the next stop of ${instance(args)}.`];
    },

    replace: (args, changed, before) => [
      whyReplaced(schema, what, changed),
      stopsOrWaits(args),
      ...(stopsOnDestroy(before) && !changed.keepsOld ? [stops(before)] : []),
    ],

    delete: (before) => [
      stopsOnDestroy(before)
        ? stops(before)
        : md`Stops nothing and starts nothing: ${instance(before)} is left as it is.`,
    ],
  };
}

function stopsOnDestroy({ stopOn }: JsonObject): boolean {
  return typeof stopOn === "string" && stopOn.toLowerCase() === "destroy";
}

function manner({ softStopTimeoutSeconds: seconds }: JsonObject): Markdown {
  if (isUnknown(seconds)) return md`how long the stop waits for its clients is known after apply`;
  if (isAbsent(seconds) || seconds === 0) return md`hard, at once`;
  return md`softly, waiting up to ${shownArgument(seconds)} seconds for clients to go elsewhere`;
}

/** A stop that was canceled is over, and one that the service took without showing it. */
function isUnfinished({ before }: Changed, status: Json): boolean {
  if (typeof status !== "string" || stopsOnDestroy(before?.inputs ?? {})) return false;
  return !/^(succeeded|cancell?ed|unobserved)$/i.test(status);
}
