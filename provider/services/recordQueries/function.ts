import * as pulumi from "@pulumi/pulumi";
import type { Settings } from "../../config.js";
import {
  type Configuration,
  cannotAsk,
  configurationOf,
  type FunctionOptions,
  failingOnce,
  functionRow,
  knownConfiguration,
  programError,
  settingsOf,
  warnOfNoToken,
} from "../../engine/function.js";
import { KnownSecrets } from "../../http/knownSecrets.js";
import { sealMoment } from "../../odata/filterValue.js";
import { isObject, type JsonObject } from "../../schema/json.js";
import { secretTexts } from "../../schema/secrets.js";
import type { ask, RecordQuery, readQuery } from "./client.js";
import { queryFailure } from "./failure.js";
import type { Collection, FieldOf, GetRecordsArgs, RowOf } from "./types.js";

export type { CustomerRow, GetRecordsArgs, ItemRow, ProjectRow, RecordFilter } from "./types.js";

/** Loaded with the first query: most programs make none. */
const client = (): { ask: typeof ask; readQuery: typeof readQuery } => require("./client.js");

const NAME = "getRecords";

/** Which account asks. */
export type GetRecordsOptions = FunctionOptions;

/** The arguments of {@link getRecordsOutput}: those of {@link getRecords}, any part of which may be an Output. */
export type GetRecordsOutputArgs<C extends Collection = Collection, F extends FieldOf<C> = FieldOf<C>> = {
  [Name in keyof GetRecordsArgs<C, F>]: Name extends "collection" | "select"
    ? GetRecordsArgs<C, F>[Name]
    : DeepInput<GetRecordsArgs<C, F>[Name]>;
};

type DeepInput<T> = pulumi.Input<
  T extends Date | string | number | boolean | undefined
    ? T
    : T extends readonly (infer Element)[]
      ? readonly DeepInput<Element>[]
      : { [Name in keyof T]: DeepInput<T[Name]> }
>;

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
 * @param args which records, and what of them
 * @param options which account asks
 * @returns the records, each with its entity tag as `etag`
 * @throws RunError, whose text holds neither token nor secret, when an argument is not what it must be (before anything is asked), when
 * no token is configured, when the service refuses or does not answer, when its pages lead to another address, or when
 * there are more than 100,000 records, 128 million characters or 1,000 pages
 */
export async function getRecords<C extends Collection, F extends FieldOf<C> = FieldOf<C>>(
  args: GetRecordsArgs<C, F>,
  options: GetRecordsOptions = {},
): Promise<RowOf<C, F>[]> {
  const configuration = await knownConfiguration(NAME, options);
  const rows = await askAll(args as unknown as JsonObject, settingsOf(configuration), false);
  return rows as RowOf<C, F>[];
}

/**
 * {@link getRecords} for inputs that are not known at once. In a preview the result is unknown where an input is, and
 * where no token is configured, with a warning: a pull request from a fork can be previewed. A secret input makes the
 * result a secret.
 *
 *     const id = getRecordsOutput({ collection: "customers", filter: { number: config.require("customer") } })
 *       .apply(([customer]) => customer?.id);
 *
 * @param args which records, and what of them
 * @param options which account asks
 * @returns the records; fails as {@link getRecords} does
 */
export function getRecordsOutput<C extends Collection, F extends FieldOf<C> = FieldOf<C>>(
  args: GetRecordsOutputArgs<C, F>,
  options: GetRecordsOptions = {},
): pulumi.Output<RowOf<C, F>[]> {
  const given = pulumi.output(withMoments(args)) as pulumi.Output<JsonObject>;
  // The token is no part of the result.
  const configuration = pulumi.unsecret(configurationOf(NAME, options));
  const rows = pulumi.all([given, configuration]).apply(async ([known, values]) => {
    const settings = settingsOf(values as Configuration);
    if (cannotAsk("business", settings)) {
      checked(known, settings);
      warnOfNoToken(NAME, settings, {
        service: "business",
        title: "the business service",
        consequence: "what depends on its records is unknown",
      });
      return pulumi.unknown;
    }
    return askAll(known, settings, await pulumi.isSecret(given));
  });
  return failingOnce(rows) as unknown as pulumi.Output<RowOf<C, F>[]>;
}

async function askAll(args: JsonObject, settings: Settings, withhold: boolean): Promise<JsonObject[]> {
  const query = checked(args, settings);
  try {
    settings.token("business");
    // The message is withheld as a whole; a code or a request id is shown, unless it quotes what was asked.
    const secrets = withhold ? new KnownSecrets(secretTexts([args.filter, args.expand])) : undefined;
    return await client().ask(query, { settings, row: functionRow(NAME), ...(secrets && { secrets }) });
  } catch (error) {
    throw programError(queryFailure(error, { collection: query.collection, withhold, settings }));
  }
}

function checked(args: JsonObject, settings: Settings): RecordQuery {
  try {
    return client().readQuery(args, settings);
  } catch (error) {
    throw programError((error as Error).message);
  }
}

/** The SDK makes `{}` of a Date that it finds in an input. */
function withMoments(value: unknown): unknown {
  if (value instanceof Date) return sealMoment(value);
  if (pulumi.Output.isInstance(value)) return value.apply(withMoments);
  if (value instanceof Promise) return value.then(withMoments);
  if (Array.isArray(value)) return value.map(withMoments);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, withMoments(child)]));
}
