import { type Field, type Fields, guid, readOnly, type Scalar } from "./field.js";

/** Name of a collection, for example "customers". */
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

/** A field that holds the id of a record of another collection. */
export interface Relation {
  /** The field with the id. */
  readonly id: string;
  /** Collection of the other record. */
  readonly to: Collection;
  /** Name under which the other record can be expanded. */
  readonly navigation?: string;
  /** Fields that repeat one of the other record: the field here, and the one there. */
  readonly repeats?: Readonly<Record<string, string>>;
  /** The repeated field that can be set in place of the id. */
  readonly foundBy?: string;
  /** Values of the repeated fields while there is no other record; unset by default. */
  readonly whenUnset?: Fields;
  /** A record cannot be without the other one. */
  readonly required?: boolean;
  /** Values of the record's own fields with which it has the relation. Default: it always has. */
  readonly when?: Fields;
  /** A field that both records must have the same value in. */
  readonly sharing?: string;
}

/** Records of another collection that belong to a record. */
export interface Children {
  /** Name under which they can be expanded and reached. */
  readonly navigation: string;
  /** Their collection. */
  readonly of: Collection;
  /** Their field with the id of the record that they belong to. */
  readonly parentId: string;
  /** Whether they can be sent along when the record is created. */
  readonly deepInsert?: boolean;
}

/** A record that is about to be created, for what only its own type knows. */
export interface Draft {
  fields: Fields;
  /** The requested fields. */
  given: Fields;
  /** Fields of the record that a relation points to. */
  related(id: string): Fields | undefined;
  /** What the record is, of which a field has the id: "Customer". One blank where there is none. */
  typeOf(id: string): string;
  /** The lines that were sent along, complete. */
  children: readonly Fields[];
}

/** One kind of record. */
export interface EntityType {
  /** Name in messages, for example "Customer". */
  readonly caption: string;
  /** Name of one record's type, for example "customer". */
  readonly name: string;
  readonly fields: Readonly<Record<string, Field>>;
  readonly relations: readonly Relation[];
  readonly children: readonly Children[];
  /** Fields that identify a record to people: no two records share them, and lists are in their order. */
  readonly identity: readonly string[];
  /** Fields that records are looked up by. */
  readonly lookups: readonly string[];
  /** Where a number comes from that the client does not send. */
  readonly series?: string;
  /** Whether clients can only read. */
  readonly closed: boolean;
  /** The field with the record that it belongs to, where clients can create it below that record only. */
  readonly belongsTo?: string;
  /** Whether answers carry an entity tag. */
  readonly tagged: boolean;
  /** Values of the fields that were never set. */
  readonly unset: Fields;
  /** Fills in what follows from the rest. */
  readonly complete?: (draft: Draft) => Record<string, Scalar>;
}

type Described = Pick<EntityType, "caption" | "name" | "fields" | "identity"> & Partial<EntityType>;

/** A kind of record, with what most kinds have in common filled in. Every record has an id. */
export function defineEntityType(described: Described): EntityType {
  const fields = { id: readOnly(guid), ...described.fields };
  return {
    relations: [],
    children: [],
    closed: false,
    tagged: true,
    lookups: described.identity.slice(0, 1),
    ...described,
    fields,
    unset: Object.fromEntries(Object.entries(fields).map(([name, { unset }]) => [name, unset])),
  };
}
