import type { ResourceDefinition } from "../../../provider/contract/definition.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { type Markdown, md } from "../markdown.js";
import {
  type Context,
  explainReplacement,
  formatNoun,
  formatObject,
  formatObjectName,
  keepsObject,
  type ResourceDescription,
} from "./resourceDescription.js";

/** Describes an object that a create makes and a delete removes, for resources without their own description. */
export function createObjectDescription(definition: ResourceDefinition): ResourceDescription {
  const noun = formatNoun(definition);
  const object = (args: JsonObject, context: Context): Markdown => formatObject(definition, args, context);
  const isKept = (args: JsonObject): boolean => definition.isDeleteNoop?.({ args }) === true;

  return {
    definition,

    create: (args, context) => [md`Creates the ${object(args, context)}.`],

    update: (args, context) => [
      context.differs
        ? md`The ${object(args, context)} is updated in place.`
        : md`The ${object(args, context)} is updated, although no value differs. A warning below says why.`,
    ],

    replace(args, context, before) {
      const why = explainReplacement(definition, context);
      const isDeletedFirst = context.before?.isDeletedFirst === true;
      if (keepsObject(definition, context, before, args))
        return [why, md`It is the same ${noun}: it is not deleted.`];
      const create = md`The ${noun} ${formatObjectName(definition, args, context)} is created.`;
      if (context.keepsOld) return [why, create];
      const end = isKept(before)
        ? md`The old one stays at the service.`
        : md`The old one, ${formatObjectName(definition, before, context)}, is deleted.`;
      return isDeletedFirst ? [why, end, create] : [why, create, end];
    },

    delete: (before, context) => [
      isKept(before)
        ? md`Nothing is sent to the service: the ${object(before, context)} is left unchanged.`
        : md`Deletes the ${object(before, context)}. This cannot be undone.`,
    ],

    ends(_args, { operation, keepsOld, before }, old) {
      if (keepsOld || isKept(old)) return undefined;
      if (operation === "delete") return md`deletes the ${noun}`;
      return operation === "replace" && before?.isDeletedFirst === true
        ? md`deletes the old ${noun} first`
        : undefined;
    },
  };
}
