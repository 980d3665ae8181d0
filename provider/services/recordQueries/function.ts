import * as pulumi from "@pulumi/pulumi";
import { encodeMoment } from "../../odata/query.js";
import {
  type DeepInput,
  type FunctionOptions,
  lookUp,
  lookUpOutput,
} from "../../protocols/dynamic/function.js";
import { isObject, mapValues, type PropertyMap } from "../../schema/json.js";
import type { Collection, FieldOf, GetRecordsArgs, RowOf } from "./types.js";

export type { CustomerRow, GetRecordsArgs, ItemRow, ProjectRow, RecordFilter } from "./types.js";

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
