import * as pulumi from "@pulumi/pulumi";
import type { CustomerOutputs } from "../../generated/customer.js";
import type { ItemOutputs } from "../../generated/item.js";
import type { ProjectOutputs } from "../../generated/project.js";
import { encodeMoment } from "../../odata/query.js";
import {
  type DeepInput,
  type FunctionOptions,
  lookUp,
  lookUpOutput,
  type ValueOf,
} from "../../protocols/dynamic/function.js";
import { isObject, mapValues, type PropertyMap } from "../../schema/json.js";

/** Fields of a record: values instead of Outputs, without the arguments that are no fields of it. */
type RecordFields<Outputs, Id extends keyof Outputs> = {
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
  customers: RecordFields<CustomerOutputs, "customerId" | "customerNumber">;
  items: RecordFields<ItemOutputs, "itemId" | "itemNumber">;
  projects: RecordFields<ProjectOutputs, "projectId" | "projectNumber">;
}

/** Fields of a collection's records. */
type FieldsOf<C extends string> = C extends keyof KnownFields ? KnownFields[C] : Record<string, unknown>;

/** Names of the fields of a collection's records. */
type FieldOf<C extends string> = keyof FieldsOf<C> & string;

/** A record with the fields `F`. Related records and fields that the documents do not list are of unknown type. */
type RowOf<C extends string, F extends FieldOf<C>> = Pick<FieldsOf<C>, F> & {
  /** Entity tag of the record as it was read. */
  readonly etag?: string;
} & Record<string, unknown>;

/**
 * A filter object. A record must meet all its conditions; a value alone means `eq`:
 *
 *     { displayName: "O'Brien", lastModifiedDateTime: { ge: new Date(0) }, city: { in: ["Atlanta", "Miami"] } }
 *
 * @typeParam C name of the collection, for example `"customers"`
 */
export type RecordFilter<C extends Collection> = {
  readonly [Field in FieldOf<C>]?:
    | FilterValue<FieldsOf<C>[Field]>
    | Comparison<FilterValue<FieldsOf<C>[Field]>>;
};

/** The values that a field can be compared with. A Date is a moment or a day. */
type FilterValue<Held> = Held extends number | boolean ? Held : Held extends string ? string | Date : unknown;

/** Comparisons of a field; a record must meet all of them. Ids, options and Boolean fields have `eq`, `ne` and `in` only. */
interface Comparison<Value> {
  /** The field has this value. */
  readonly eq?: Value;
  /** The field has another value. */
  readonly ne?: Value;
  /** The field has one of these values. */
  readonly in?: readonly Value[];
  /** The value is greater, or later. */
  readonly gt?: Value;
  /** The value is greater or equal. */
  readonly ge?: Value;
  /** The value is less, or earlier. */
  readonly lt?: Value;
  /** The value is less or equal. */
  readonly le?: Value;
}

/** A customer with all its fields. */
export type CustomerRow = RowOf<"customers", FieldOf<"customers">>;
/** An item with all its fields. */
export type ItemRow = RowOf<"items", FieldOf<"items">>;
/** A project with all its fields. */
export type ProjectRow = RowOf<"projects", FieldOf<"projects">>;

/** Collections that the documents name; any other collection of the service can be read as well. */
type Collection =
  | "customers"
  | "items"
  | "projects"
  | "employees"
  | "vendors"
  | "salesQuotes"
  | (string & {});

/**
 * Which records to read, and which of their fields.
 *
 * Document: "Business Records Update Interface and Request Limits", query facilities.
 */
export interface GetRecordsArgs<C extends Collection = Collection, F extends FieldOf<C> = FieldOf<C>> {
  /** Name of the collection, also below a record: `salesQuotes(<id>)/salesQuoteLines`. */
  readonly collection: C;
  /** GUID of the company. Default: `vendorcloud:companyId`. */
  readonly companyId?: string | undefined;
  /**
   * Which records: OData text, sent unchanged, or an object such as `{ number: "10000", unitPrice: { gt: 5 } }`, whose
   * values are quoted and escaped for their fields. An empty filter, or a value that is undefined or has another type than
   * the field, is an error. Default: all records.
   */
  readonly filter?: string | RecordFilter<C> | undefined;
  /**
   * Related records to include, under the names of their navigation properties: a list of names, for example
   * `["defaultDimensions"]`, or OData text. Default: none.
   */
  readonly expand?: string | readonly string[] | undefined;
  /**
   * Fields to read: a list of names, which sets the type of the records, or OData text for fields that the documents do not
   * list. Default: all fields.
   */
  readonly select?: readonly F[] | (string & {}) | undefined;
  /**
   * Fields to order by: a list of names, each alone or followed by ` asc` or ` desc`, or OData text. Default: the service's
   * order.
   */
  readonly orderby?: string | readonly string[] | undefined;
  /** Maximum number of records, from 1 to 100,000. Default: all, and an error when there are more than 100,000. */
  readonly top?: number | undefined;
}

const lookup = () => (require("./lookup.js") as typeof import("./lookup.js")).getRecordsLookup;

/** Which account to use. */
export type GetRecordsOptions = FunctionOptions;

/** The arguments of {@link getRecordsOutput}: those of {@link getRecords}, any part of which may be an Output. */
export type GetRecordsOutputArgs<C extends Collection = Collection, F extends FieldOf<C> = FieldOf<C>> = {
  [Name in keyof GetRecordsArgs<C, F>]: Name extends "collection" | "select"
    ? GetRecordsArgs<C, F>[Name]
    : DeepInput<GetRecordsArgs<C, F>[Name]>;
};

/**
 * Reads records of the business service, from all pages, in previews as well.
 *
 *     const [customer] = await getRecords({ collection: "customers", filter: { number: "10000" } });
 *
 * The fields of `customers`, `items` and `projects` are checked by the compiler, and their options are read and written
 * as people do (`" "`, `"Non-Inventory"`). Records of all other collections are as the service has them.
 *
 * Document: "Business Records Update Interface and Request Limits", query facilities.
 *
 * @param args which records, and which of their fields
 * @param options which account to use
 * @returns the records, each with its entity tag as `etag`
 * @throws RunError, whose text holds neither token nor secret, when an argument is invalid (before a request), when no token is
 * configured, when the service refuses the request or does not respond, when its pages lead to another address, or when there are more
 * than 100,000 records or 1,000 pages
 */
export async function getRecords<C extends Collection, F extends FieldOf<C> = FieldOf<C>>(
  args: GetRecordsArgs<C, F>,
  options: GetRecordsOptions = {},
): Promise<RowOf<C, F>[]> {
  return lookUp(lookup, withMomentsIn(args), options);
}

/**
 * {@link getRecords} for inputs that may be Outputs. The result is unknown if an input is, or if a preview has no token, as in a pull
 * request from a fork; a warning says so. A secret input makes the result a secret.
 *
 *     const id = getRecordsOutput({ collection: "customers", filter: { number: config.require("customer") } })
 *       .apply(([customer]) => customer?.id);
 *
 * @param args which records, and which of their fields
 * @param options which account to use
 * @returns the records; fails as {@link getRecords} does
 */
export function getRecordsOutput<C extends Collection, F extends FieldOf<C> = FieldOf<C>>(
  args: GetRecordsOutputArgs<C, F>,
  options: GetRecordsOptions = {},
): pulumi.Output<RowOf<C, F>[]> {
  return lookUpOutput(lookup, withMomentsIn(args), options);
}

/** The SDK makes `{}` of a Date that it finds in an input. */
function withMomentsIn(args: object): PropertyMap {
  return mapValues({ ...args }, (_, value) => withMoments(value));
}

function withMoments(value: unknown): unknown {
  if (value instanceof Date) return encodeMoment(value);
  if (pulumi.Output.isInstance(value)) return value.apply(withMoments);
  if (value instanceof Promise) return value.then(withMoments);
  if (Array.isArray(value)) return value.map(withMoments);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, withMoments(child)]));
}
