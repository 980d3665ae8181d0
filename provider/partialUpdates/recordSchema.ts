import type { ResourceDefinition, Unchecked } from "../contract/definition.js";
import { choice, guid, text } from "../schema/build.js";
import type { Schema } from "../schema/keywords.js";

/** Arguments of any kind of record: managed fields and options. */
export type RecordInputs = { readonly [field: string]: unknown; readonly onDestroy?: string | null };

export type RecordState = RecordInputs & {
  readonly etag?: string | null;
  /** Id of the record at the service, if this stack created it. */
  readonly createdId?: string | null;
};

export const companyId = guid("Id of the company. Default: `vendorcloud:companyId`.", {
  configured: true,
  identity: true,
  createOnly: true,
  minLength: 1,
  formatMessage: "must be a GUID; `getCompanies` lists the companies with their ids and names",
});

/** An id that identifies the record. A change needs a replacement. */
export const key = (description: string): Schema =>
  guid(description, { identity: true, createOnly: true, minLength: 1 });

/** A number that a program may declare instead of an id. It is resolved once. */
export const numberFor = (kind: string, idName: string): Schema =>
  text(
    `Number of the ${kind}, instead of \`${idName}\`. The provider looks up the id of a new number once, in a preview only with a token. Letter case and leading zeros matter.`,
    { wire: "none", triggersUpdate: true, minLength: 1 },
  );

/** A code that a program may declare instead of an id, and that the service returns. */
export const codeFor = (kind: string, idName: string): Schema =>
  text(
    `Code of the ${kind}, instead of \`${idName}\`. The provider looks up the id of a new code once, in a preview only with a token. Letter case matters.`,
    { wire: "none", triggersUpdate: true, computed: true, minLength: 1 },
  );

export const onDestroy = choice(
  "Effect of destroying the resource: `retain` (default) leaves the record unchanged, `restore` restores the original values of the managed fields that still have the values of this resource.",
  {
    retain: "Leave the record unchanged.",
    restore: "Restore the original values of the managed fields that still have the values of this resource.",
  },
  { wire: "none", triggersUpdate: true },
);

/** Whether destroying the resource restores original values. */
export function restores({ onDestroy: wanted }: Pick<Unchecked<RecordInputs>, "onDestroy">): boolean {
  return typeof wanted === "string" && wanted.toLowerCase() === "restore";
}

/** Whether destroying the resource leaves a record that this stack created. */
export function retains({ onDestroy: wanted }: Pick<Unchecked<RecordInputs>, "onDestroy">): boolean {
  return typeof wanted === "string" && wanted.toLowerCase() === "retain";
}

export const etag = text("Entity tag of the record when this resource last read or updated it.", {
  readOnly: true,
});

export const recordRules = {
  service: "business",
  managesFields: true,
  isDeleteNoop: ({ args }: { args: RecordInputs }) => !restores(args),
} satisfies Partial<ResourceDefinition<RecordInputs>>;
