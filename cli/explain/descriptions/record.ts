import type { ResourceDefinition } from "../../../provider/contract/definition.js";
import { isAbsent, type JsonObject } from "../../../provider/schema/json.js";
import type { Changed } from "../changed.js";
import { formatArgument } from "../fieldLine.js";
import type { Field } from "../fields.js";
import { type Markdown, md } from "../markdown.js";
import {
  type ChangeDescriptions,
  type Context,
  explainReplacement,
  formatNoun,
  formatObjectName,
  isHidden,
  keepsObject,
  pickEnd,
} from "./resourceDescription.js";

/** Describes a record with some managed fields, which existed before or which the resource creates. */
export function createRecordDescription(definition: ResourceDefinition): ChangeDescriptions {
  const noun = formatNoun(definition);
  /** If the preview hides `onDestroy`, the values may be restored. */
  const restores = (args: JsonObject): boolean =>
    isHidden(args.onDestroy) || definition.isDeleteNoop?.({ args }) !== true;
  const ifSo = ({ onDestroy }: JsonObject): Markdown =>
    isHidden(onDestroy) ? md`, if \`onDestroy\` ${formatArgument(onDestroy)} is "restore"` : md``;
  /** Whether a destroy deletes a record that this stack created. */
  const deletes = (args: JsonObject): boolean =>
    definition.createsMissing === true &&
    (isHidden(args.onDestroy) || definition.isDeleteNoop?.({ args, outputs: CREATED }) !== true);
  const isDeleted = (before: JsonObject, { before: state }: Pick<Changed, "before">): boolean =>
    deletes(before) && !isAbsent(state?.outputs.createdId);
  const unlessRetained = ({ onDestroy }: JsonObject): Markdown =>
    isHidden(onDestroy) ? md`, unless \`onDestroy\` ${formatArgument(onDestroy)} is "retain"` : md``;
  const kept = (before: JsonObject, context: Context, record = noun): Markdown => {
    if (isDeleted(before, context))
      return md`Deletes the ${record}, which this stack created${unlessRetained(before)}. If another client has changed one of its fields, the delete fails. This cannot be undone.`;
    return restores(before)
      ? md`Restores the original values of the fields of the ${record}${ifSo(before)}, except those that another client has changed since or another resource declares.`
      : md`The ${record} is left unchanged, with the values that were last set.`;
  };
  const left = (context: Context, before: JsonObject): Markdown => {
    if (isDeleted(before, context) && keepsObject(context))
      return md`It is the same record: it is not deleted, and a later destroy does not delete it either.`;
    return restores(before) && keepsObject(context)
      ? md`It is the same record: its original values are lost${ifSo(before)}, and a later destroy does not restore them. \`deleteBeforeReplace: true\` keeps them.`
      : // The heading names the new record, not this one.
        kept(before, context, md`earlier ${noun} ${formatObjectName(before, context)}`);
  };
  const plan = (args: JsonObject, { after, fact }: Context): Markdown => {
    const isRetained = after?.retainOnDelete === true;
    const otherwise =
      restores(args) && !isRetained
        ? md`restores the current values${ifSo(args)}`
        : md`leaves the record unchanged`;
    const isDeletion = deletes(args) && fact !== "exists" && !isRetained;
    if (!isDeletion) return md`Destroying this resource later ${otherwise}.`;
    return fact === "missing"
      ? md`Destroying this resource later deletes it${unlessRetained(args)}.`
      : md`Destroying this resource later deletes it if this stack created it${unlessRetained(args)}, and otherwise ${otherwise}.`;
  };
  const make = ({ fact }: Context): Markdown => {
    if (definition.createsMissing !== true)
      return md`Sets fields of the ${noun}, which must exist. ${fact === "read" ? SEEN : UNSEEN}`;
    if (fact === "missing") return md`Creates the ${noun}.`;
    return fact === "exists"
      ? md`Sets fields of the ${noun}, which exists already. ${UNSEEN}`
      : md`Sets fields of the ${noun}. With API version v2.0, it is created if it does not exist. ${UNSEEN}`;
  };

  return {
    create: (args, context) => [make(context), plan(args, context)],

    update: (args, context, before) => [
      context.differs && context.fields.some((field) => isSent(field, restores(args)))
        ? md`Updates the ${noun} in place and sends only these fields. If another client has changed one of them, the update fails and the record is left unchanged.`
        : md`Nothing is sent to the service, unless a warning below says so.`,
      ...(isDeleted(args, context)
        ? changedPlanOfCreated(context.fields)
        : changedPlans(restores(before), restores(args), context.fields)),
    ],

    replace: (_args, context, before) => [
      explainReplacement(context),
      context.fact === "missing" ? md`Creates the ${noun}.` : md`Sets fields of the ${noun}.`,
      ...(context.keepsOld ? [] : [left(context, before)]),
    ],

    delete: (before, context) => [
      ...(isDeleted(before, context) ? [] : [md`No record is deleted.`]),
      kept(before, context),
    ],

    ends(_args, changed, before) {
      if (!isDeleted(before, changed)) return undefined;
      return pickEnd(changed, md`deletes the ${noun}`, md`deletes the old ${noun} first`);
    },

    note(field, args) {
      if (field.kind !== "removed" || !isManaged(field)) return undefined;
      return restores(args)
        ? md`no longer managed: its original value is restored${ifSo(args)}, if it is known and no other client has changed the field`
        : md`no longer managed: left unchanged`;
    },
  };
}

const CREATED: JsonObject = { createdId: "" };

const SEEN = md`A note below has the values that they replace.`;
const UNSEEN = md`Their current values are unknown in a preview; fields that already have these values are not sent.`;

/** `onDestroy` is an option of the provider, not a field of the record. */
function isManaged({ path }: Field): boolean {
  return path !== "onDestroy";
}

function isSent(field: Field, restores: boolean): boolean {
  return isManaged(field) && (field.kind !== "removed" || restores);
}

function changedPlanOfCreated(fields: Field[]): Markdown[] {
  return fields.every(isManaged) ? [] : [md`Destroying it later deletes it: this stack created it.`];
}

function changedPlans(restored: boolean, restores: boolean, fields: Field[]): Markdown[] {
  if (fields.every(isManaged)) return [];
  if (!restores) return [md`Destroying it later leaves the record unchanged.`];
  if (restored) return [];
  return [
    md`Destroying it later restores only fields that are managed from now on: the original values of the others are unknown.`,
  ];
}
