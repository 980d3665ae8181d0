import type { ResourceDefinition } from "../../../provider/contract/definition.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { formatArgument } from "../fieldLine.js";
import type { Field } from "../fields.js";
import { type Markdown, md } from "../markdown.js";
import {
  type Context,
  explainReplacement,
  formatObject,
  isHidden,
  keepsObject,
  type ResourceDescription,
} from "./resourceDescription.js";

/** Describes an existing record with some managed fields. */
export function createRecordDescription(definition: ResourceDefinition): ResourceDescription {
  const record = (args: JsonObject, context: Context): Markdown => formatObject(definition, args, context);
  /** If the preview hides `onDestroy`, the values may be restored. */
  const restores = (args: JsonObject): boolean =>
    isHidden(args.onDestroy) || definition.isDeleteNoop?.({ args }) !== true;
  const ifSo = ({ onDestroy }: JsonObject): Markdown =>
    isHidden(onDestroy) ? md`, if \`onDestroy\` ${formatArgument(onDestroy)} is "restore"` : md``;
  const kept = (before: JsonObject, context: Context): Markdown =>
    restores(before)
      ? md`Restores the original values of the fields of the ${record(before, context)}${ifSo(before)}, except those that another client has changed since or another resource declares.`
      : md`The ${record(before, context)} is left unchanged, with the values that were last set.`;
  const left = (args: JsonObject, context: Context, before: JsonObject): Markdown =>
    restores(before) && keepsObject(definition, context, before, args)
      ? md`It is the same record: its original values are lost${ifSo(before)}, and a later destroy does not restore them. \`deleteBeforeReplace: true\` keeps them.`
      : // The item of the list names the new record, not this one.
        kept(before, { ...context, inList: false });
  const plan = (args: JsonObject, { after }: Context): Markdown => {
    const isRestored = restores(args) && after?.retainOnDelete !== true;
    return md`Destroying this resource later ${isRestored ? md`restores the current values${ifSo(args)}` : md`leaves the record unchanged`}.`;
  };

  return {
    definition,

    create: (args, context) => [
      md`Sets fields of the ${record(args, context)}, which must exist. Their current values are unknown in a preview; fields that already have these values are not sent.`,
      plan(args, context),
    ],

    update: (args, context, before) => [
      context.differs && context.fields.some((field) => isSent(field, restores(args)))
        ? md`Updates the ${record(args, context)} in place and sends only these fields. If another client has changed one of them, the update fails and the record is left unchanged.`
        : md`Nothing is sent to the service, unless a warning below says so.`,
      ...changedPlans(restores(before), restores(args), context.fields),
    ],

    replace: (args, context, before) => [
      explainReplacement(definition, context),
      md`Sets fields of the ${record(args, context)}.`,
      ...(context.keepsOld ? [] : [left(args, context, before)]),
    ],

    delete: (before, context) => [md`No record is deleted.`, kept(before, context)],

    ends: () => undefined,

    note(field, args) {
      if (field.kind !== "removed" || !isManaged(field)) return undefined;
      return restores(args)
        ? md`no longer managed: its original value is restored${ifSo(args)}, if it is known and no other client has changed the field`
        : md`no longer managed: left unchanged`;
    },
  };
}

/** `onDestroy` is an option of the provider, not a field of the record. */
function isManaged({ path }: Field): boolean {
  return path !== "onDestroy";
}

function isSent(field: Field, restores: boolean): boolean {
  return isManaged(field) && (field.kind !== "removed" || restores);
}

function changedPlans(restored: boolean, restores: boolean, fields: Field[]): Markdown[] {
  if (fields.every(isManaged)) return [];
  if (!restores) return [md`Destroying it later leaves the record unchanged.`];
  if (restored) return [];
  return [
    md`Destroying it later restores only fields that are managed from now on: the original values of the others are unknown.`,
  ];
}
