import type { JsonObject } from "../../../provider/schema/json.js";
import type { ResourceSchema } from "../../../provider/schema/keywords.js";
import type { Field } from "../fields.js";
import { type Markdown, md } from "../markdown.js";
import { type Context, type ResourceDescription, whyReplaced } from "./resourceDescription.js";

/**
 * The description of a record that exists, and of which some fields are managed.
 *
 * @param what the service calls it
 * @param identify which record is meant, as people name it
 */
export function createRecordDescription(
  schema: ResourceSchema,
  what: Markdown,
  identify: ResourceDescription["identify"],
): ResourceDescription {
  const record = (args: JsonObject, context: Context): Markdown =>
    context.inTable ? what : md`${what} ${identify(args, context)}`;
  const kept = (before: JsonObject, context: Context): Markdown =>
    restores(before)
      ? md`Restores the original values of the fields of the ${record(before, context)}, except those that another client has changed since.`
      : md`The ${record(before, context)} is left unchanged, with the values that were last set.`;

  return {
    schema,
    identify,

    create: (args, context) => [
      md`Sets fields of the ${record(args, context)}, which must exist. Their current values are unknown in a preview; fields that already have these values are not sent.`,
      md`Destroying this resource later ${restores(args) ? md`restores the current values` : md`leaves the record unchanged`}.`,
    ],

    update: (args, context, before) => [
      context.differs && context.fields.some((field) => isSent(field, args))
        ? md`Updates the ${record(args, context)} in place and sends only these fields. If another client has changed one of them, the update fails and the record is left unchanged.`
        : md`Nothing is sent to the service, unless a warning below says so.`,
      ...changedPlans(args, before, context.fields),
    ],

    replace: (args, context, before) => [
      whyReplaced(schema, what, context),
      md`Sets fields of the ${record(args, context)}.`,
      // Another record than the one that a table names.
      ...(context.keepsOld ? [] : [kept(before, { ...context, inTable: false })]),
    ],

    delete: (before, context) => [md`No record is deleted.`, kept(before, context)],

    ends: () => undefined,

    note(field, args) {
      if (field.kind !== "removed" || !isManaged(field)) return undefined;
      return restores(args)
        ? md`no longer managed: its original value is restored, if it is known and no other client has changed the field`
        : md`no longer managed: left unchanged`;
    },
  };
}

function restores({ onDestroy }: JsonObject): boolean {
  return typeof onDestroy === "string" && onDestroy.toLowerCase() === "restore";
}

/** `onDestroy` steers what comes later, and is nothing of the record. */
function isManaged({ path }: Field): boolean {
  return path !== "onDestroy";
}

function isSent(field: Field, args: JsonObject): boolean {
  return isManaged(field) && (field.kind !== "removed" || restores(args));
}

function changedPlans(args: JsonObject, before: JsonObject, fields: Field[]): Markdown[] {
  if (fields.every(isManaged)) return [];
  if (!restores(args)) return [md`Destroying it later leaves the record unchanged.`];
  if (restores(before)) return [];
  return [
    md`Destroying it later restores only fields that are managed from now on: the original values of the others are unknown.`,
  ];
}
