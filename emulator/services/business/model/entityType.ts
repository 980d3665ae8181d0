import { type Field, type Fields, guid, readOnly, type Scalar } from "./field.js";

export type Collection =
  | "companies"
  | "customers"
  | "items"
  | "projects"
  | "employees"
  | "vendors"
  | "defaultDimensions"
  | "salesQuotes"
  | "salesQuoteLines"
  | TableName;

/** Small tables that other records refer to. */
export type TableName =
  | "currencies"
  | "paymentTerms"
  | "shipmentMethods"
  | "paymentMethods"
  | "taxAreas"
  | "taxGroups"
  | "itemCategories"
  | "unitsOfMeasure"
  | "generalProductPostingGroups"
  | "inventoryPostingGroups"
  | "dimensions"
  | "dimensionValues";

/** A field with the id of a record of another collection. */
export interface Relation {
  readonly id: string;
  readonly to: Collection;
  readonly navigation?: string;
  /** Fields that repeat fields of the other record: the name here, and the name there. */
  readonly repeats?: Readonly<Record<string, string>>;
  /** The repeated field that can be set instead of the id. */
  readonly foundBy?: string;
  /** Values of the repeated fields without another record. Default: unset. */
  readonly whenUnset?: Fields;
  readonly required?: boolean;
  /** Values of the record's own fields that the relation requires. Default: none. */
  readonly when?: Fields;
  /** A field that must have the same value in both records. */
  readonly sharing?: string;
}

/** Records of another collection that belong to a record. */
export interface Children {
  /** Name for expanding and addressing them. */
  readonly navigation: string;
  readonly of: Collection;
  /** Their field with the id of the parent record. */
  readonly parentId: string;
  readonly deepInsert?: boolean;
}

/** A record before its creation, as the input of `complete`. */
export interface Draft {
  fields: Fields;
  given: Fields;
  related(id: string): Fields | undefined;
  /** Returns the type of the record with an id, for example "Customer"; one space if there is none. */
  typeOf(id: string): string;
}

export interface EntityType {
  /** Name in messages, for example "Sales Quote". */
  readonly caption: string;
  readonly name: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly relations: readonly Relation[];
  readonly children: readonly Children[];
  /** Fields that are unique together. Lists are sorted by them. */
  readonly identity: readonly string[];
  /** First number of the series from which the service assigns missing numbers. */
  readonly series?: string;
  readonly closed: boolean;
  /** The field with the parent record, if clients can create the record only below that parent. */
  readonly belongsTo?: string;
  readonly tagged: boolean;
  /** The fields that identify a record in a path: one, or several separated by commas. Alternatives are in a list. */
  readonly keys: readonly (readonly string[])[];
  readonly tagToUpdate: boolean;
  /** Whether a single record is returned in a list. */
  readonly wrapped: boolean;
  /** Values of the fields that were never set. */
  readonly unset: Fields;
  /** Computes fields that depend on others. */
  readonly complete?: (draft: Draft) => Record<string, Scalar>;
  /** Computes fields from the record and its child records. */
  readonly summarize?: (fields: Fields, children: readonly Fields[]) => Fields;
}

/** Defines a type of record, with defaults. Every record has an id. */
export function defineEntityType(
  described: Pick<EntityType, "caption" | "fields"> & Partial<EntityType>,
): EntityType {
  const fields = { id: readOnly(guid), ...described.fields };
  const word = described.caption.replace(/\W/g, "");
  return {
    name: word.charAt(0).toLowerCase() + word.slice(1),
    identity: ["number"],
    relations: [],
    children: [],
    closed: false,
    tagged: true,
    keys: [["id"]],
    tagToUpdate: true,
    wrapped: false,
    ...described,
    fields,
    unset: Object.fromEntries(Object.entries(fields).map(([name, { unset }]) => [name, unset])),
  };
}
