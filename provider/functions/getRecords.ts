import * as pulumi from "@pulumi/pulumi";
import type { CustomerOutputs } from "../generated/customer.js";
import type { ItemOutputs } from "../generated/item.js";
import type { ProjectOutputs } from "../generated/project.js";
import { queries } from "../generated/queries.js";
import { encodeMoment } from "../odata/query.js";
import {
  callFunction,
  callFunctionOutput,
  type DeepInput,
  type FunctionOptions,
  type ValueOf,
} from "../protocols/dynamic/function.js";
import { isObject, mapValues, type PropertyMap } from "../schema/json.js";

/** Fields of a record as plain values, without the arguments that are not fields of the record. */
type RecordFields<Outputs, Id extends keyof Outputs> = {
  readonly [Name in Exclude<
    keyof Outputs,
    Id | "companyId" | "additionalFields" | "onDestroy" | "etag"
  >]: Exclude<ValueOf<Outputs[Name]>, undefined>;
} & {
  /** Id of the record. */
  readonly id: string;
};

/** By collection: the fields of records, where the documents list them. */
interface KnownFields {
  customers: RecordFields<CustomerOutputs, "customerId" | "customerNumber">;
  items: RecordFields<ItemOutputs, "itemId" | "itemNumber">;
  projects: RecordFields<ProjectOutputs, "projectId" | "projectNumber">;
}

type FieldsOf<C extends string> = C extends keyof KnownFields ? KnownFields[C] : Record<string, unknown>;

type FieldOf<C extends string> = keyof FieldsOf<C> & string;

/** A record with the fields `F`. Related records and undocumented fields have unknown types. */
type RowOf<C extends string, F extends FieldOf<C>> = Pick<FieldsOf<C>, F> & {
  /** Entity tag that the read returned. */
  readonly etag?: string;
} & Record<string, unknown>;

/**
 * A filter object. A record must meet all conditions. A plain value means `eq`:
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

/** Values to compare a field with. A Date stands for a date-time or a date. */
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
   * Which records: OData text, sent unchanged, or an object such as `{ number: "10000", unitPrice: { gt: 5 } }`, whose values are
   * quoted and escaped. An empty filter, an undefined value and a value of another type than the field are errors. Default: all
   * records.
   */
  readonly filter?: string | RecordFilter<C> | undefined;
  /**
   * Related records to include: a list of navigation properties, for example `["defaultDimensions"]`, or OData text. Default:
   * none.
   */
  readonly expand?: string | readonly string[] | undefined;
  /**
   * Fields to read: a list of names, which sets the type of the records, or OData text for undocumented fields. Default: all
   * fields.
   */
  readonly select?: readonly F[] | (string & {}) | undefined;
  /**
   * Fields to order by: a list of names, each alone or followed by ` asc` or ` desc`, or OData text. Default: the service's
   * order.
   */
  readonly orderby?: string | readonly string[] | undefined;
  /** Maximum number of records, from 1 to 100,000. Default: all; more than 100,000 are an error. */
  readonly top?: number | undefined;
}

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
 * The compiler checks the fields of `customers`, `items` and `projects`; their options have the values of the reference (`" "`,
 * `"Non-Inventory"`). Records of all other collections have the service's names and values.
 *
 * Document: "Business Records Update Interface and Request Limits", query facilities.
 *
 * @param args which records, and which of their fields
 * @param options which account to use
 * @returns the records, each with its entity tag as `etag`
 * @throws RunError when an argument is invalid (before a request), when no token is configured, when the service refuses the
 * request or does not respond, when a page links to another address, or when there are more than 100,000 records or 1,000 pages;
 * the text contains neither the token nor a secret
 */
export async function getRecords<C extends Collection, F extends FieldOf<C> = FieldOf<C>>(
  args: GetRecordsArgs<C, F>,
  options: GetRecordsOptions = {},
): Promise<RowOf<C, F>[]> {
  return callFunction(queries.getRecords, withMomentsIn(args), options);
}

/**
 * {@link getRecords} for inputs that may be Outputs. The result is unknown if an input is, or if a preview has no token; a warning
 * says so. A secret input makes the result a secret.
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
  return callFunctionOutput(queries.getRecords, withMomentsIn(args), options);
}

/** The SDK converts a Date in an input to `{}`. */
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
