import type { ValueOf } from "../../dynamic/lookup.js";
import type { Expand } from "../../odata/expand.js";
import type { Filter, UnlistedFields } from "../../odata/filter.js";
import type { CustomerOutputs } from "../../types/customer.js";
import type { FieldKinds } from "../../types/fieldKinds.js";
import type { ItemOutputs } from "../../types/item.js";
import type { ProjectOutputs } from "../../types/project.js";

/** Values instead of Outputs; without what steers a resource and is no field of the record. */
type Fields<Outputs, Id extends keyof Outputs> = {
  readonly [Name in Exclude<
    keyof Outputs,
    Id | "companyId" | "additionalFields" | "onDestroy" | "etag"
  >]: Exclude<ValueOf<Outputs[Name]>, undefined>;
} & {
  /** Id of the record. */
  readonly id: string;
};

/** Fields of the records whose fields the documents list, by collection. */
interface KnownFields {
  customers: Fields<CustomerOutputs, "customerId" | "customerNumber">;
  items: Fields<ItemOutputs, "itemId" | "itemNumber">;
  projects: Fields<ProjectOutputs, "projectId" | "projectNumber">;
}

/** Fields of a collection's records. */
export type FieldsOf<C extends string> = C extends keyof KnownFields
  ? KnownFields[C]
  : Record<string, unknown>;

/** Names of the fields of a collection's records. */
export type FieldOf<C extends string> = keyof FieldsOf<C> & string;

/** A record with the fields `F`. */
export type RowOf<C extends string, F extends FieldOf<C>> = Pick<FieldsOf<C>, F> & {
  /** Entity tag of the record as it was read. */
  readonly etag?: string;
};

/**
 * A filter as an object:
 *
 *     { displayName: "O'Brien", blocked: " ", lastModifiedDateTime: { ge: new Date(0) } }
 *
 * Each field takes the comparisons that make sense for what it holds: ids and options have no order and no parts.
 *
 * @typeParam C name of the collection, for example `"customers"`
 */
export type RecordFilter<C extends Collection> = Filter<
  C extends keyof FieldKinds ? FieldKinds[C] : UnlistedFields
>;

/**
 * Navigation properties of the records of a collection, as far as the documents and recorded responses show them. Any
 * other can be named as well.
 */
interface Navigation {
  customers:
    | "currency"
    | "customerFinancialDetails"
    | "defaultDimensions"
    | "paymentMethod"
    | "paymentTerm"
    | "picture"
    | "shipmentMethod";
  items: "defaultDimensions";
  employees: "defaultDimensions";
  vendors: "defaultDimensions";
  salesQuotes: "salesQuoteLines";
}

type NavigationOf<C extends string> = C extends keyof Navigation ? Navigation[C] : never;

/** A customer with all its fields. */
export type CustomerRow = RowOf<"customers", FieldOf<"customers">>;
/** An item with all its fields. */
export type ItemRow = RowOf<"items", FieldOf<"items">>;
/** A project with all its fields. */
export type ProjectRow = RowOf<"projects", FieldOf<"projects">>;

/** Collections of which the documents speak; any other of the service's can be read as well. */
export type Collection =
  | "customers"
  | "items"
  | "projects"
  | "employees"
  | "vendors"
  | "salesQuotes"
  | (string & {});

/**
 * Which records to read, and what of them.
 *
 * Document: "Business Records Update Interface and Request Limits", query facilities.
 */
export interface GetRecordsArgs<C extends Collection = Collection, F extends FieldOf<C> = FieldOf<C>> {
  /** Name of the collection, also below a record: `salesQuotes(<id>)/salesQuoteLines`. An error: any other text. */
  readonly collection: C;
  /** GUID of the company. Default: `vendorcloud:companyId`. An error: neither of them, or no GUID. */
  readonly companyId?: string | undefined;
  /**
   * Which records: OData text, sent as it is, or an object such as `{ number: "10000", unitPrice: { gt: 5 } }`, whose
   * values are written for the fields that they stand for. Default: all records. An error: an
   * empty filter, a value that is undefined or of another kind than the field.
   */
  readonly filter?: string | RecordFilter<C> | undefined;
  /**
   * Related records to include, under the names of their navigation properties: OData text, a list of names
   * (`"a/b"` for one below another), or an object such as `{ defaultDimensions: { select: ["dimensionCode"] } }`.
   * Default: none.
   */
  readonly expand?: Expand<NavigationOf<C>> | undefined;
  /**
   * Fields to read: a list, which the rows' type follows, or OData text for fields that the documents do not list.
   * Default: all fields.
   */
  readonly select?: readonly F[] | (string & {}) | undefined;
  /**
   * Fields to order by: a list of names, each alone or with ` asc` or ` desc` behind it, or OData text. Default: the
   * service's order.
   */
  readonly orderby?: readonly (FieldOf<C> | `${FieldOf<C>} ${"asc" | "desc"}`)[] | (string & {}) | undefined;
  /** Records at most, from 1 to 100,000. Default: all, and an error when there are more than 100,000. */
  readonly top?: number | undefined;
}
