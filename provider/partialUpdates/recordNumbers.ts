import type { Context } from "../contract/lifecycle.js";
import { connectBusiness } from "../odata/batches.js";
import { isRecordId } from "../odata/bodies.js";
import { CompanyClient, formatQuery } from "../odata/companyClient.js";
import { readPages } from "../odata/pages.js";
import { quote } from "../odata/query.js";
import type { JsonObject, PropertyMap } from "../schema/json.js";
import { isSameText } from "../schema/normalize.js";
import { foreign, message, type Text } from "../text/message.js";

export interface RecordNumber {
  collection: string;
  /** The argument with the number, or with a code if its name ends in `Code`. */
  argument: string;
  /** The dimension of a dimension value. */
  dimensionId?: string;
}

/** Numbers of a collection that are asked one by one, before all of them are read. */
const ASKED_ALONE = 2;

/** Maximum number of records that are read to find a few of them. Others are asked one by one. */
const MOST_READ = 10_000;

/**
 * Finds the id of the record with this number in a collection.
 *
 * @returns the id, or the problem if there is not exactly one record
 */
export async function findIdByNumber(
  args: PropertyMap,
  { collection, argument, dimensionId }: RecordNumber,
  context: Context,
): Promise<{ id: string } | { problem: Text }> {
  const field = argument.endsWith("Code") ? "code" : "number";
  const number = String(args[argument]);
  const isHidden = context.isSecretPath?.(argument) === true;
  const which = isHidden ? `this ${field}` : message`the ${field} ${foreign(JSON.stringify(number))}`;
  const where = { companyId: String(args.companyId), collection, field, dimensionId };
  const candidates = await findCandidates(number, where, context);
  const found = candidates.filter((fields) => fields[field] === number);
  const [record] = found;
  if (record !== undefined && found.length === 1) return { id: String(record.id) };
  if (found.length > 1)
    return { problem: message`${found.length} records of ${collection} in the company have ${which}` };
  return {
    problem:
      candidates.length === 0
        ? message`no record of ${collection} in the company has ${which}`
        : message`no record of ${collection} in the company has exactly ${which}: use the same letter case`,
  };
}

interface NumberedCollection {
  companyId: string;
  collection: string;
  field: string;
  dimensionId: string | undefined;
}

/**
 * Returns the records with this number, in any letter case. The engine checks one resource after another, so after a few numbers
 * the provider reads the numbers of all records at once. A number that is not exactly one of them is asked for alone: the record
 * may be new, or the service may ignore letter case.
 */
async function findCandidates(
  number: string,
  where: NumberedCollection,
  context: Context,
): Promise<JsonObject[]> {
  const { companyId, collection, field, dimensionId } = where;
  const key = JSON.stringify([
    context.settings.address("business"),
    context.settings.account("business"),
    where,
  ]);
  const known = context.runtime.shared(`numbers of ${key}`, () => new Numbers(field));
  const seen = await known.find(number, () => readAll(where, context));
  if (seen.length === 1) return seen;
  const within = dimensionId === undefined ? "" : ` and dimensionId eq ${dimensionId}`;
  const entities = await new CompanyClient(connectBusiness(context), "v2.0", companyId).list(
    collection,
    { filter: `${field} eq ${quote(number)}${within}` },
    (fields) => isOf(where, fields) && String(fields[field]).toLowerCase() === number.toLowerCase(),
  );
  return entities.map(({ fields }) => fields);
}

async function readAll(where: NumberedCollection, context: Context): Promise<JsonObject[]> {
  const { companyId, collection, field, dimensionId } = where;
  const { address, send } = connectBusiness(context);
  const root = `${address}/api/v2.0/`;
  const query =
    dimensionId === undefined
      ? { select: `id,${field}` }
      : { filter: `dimensionId eq ${dimensionId}`, select: `id,${field},dimensionId` };
  const path = `companies(${encodeURIComponent(companyId)})/${collection}${formatQuery(query)}`;
  const entities = await readPages(root + path, { send, root, top: MOST_READ });
  return entities.map(({ fields }) => fields).filter((fields) => isOf(where, fields));
}

function isOf({ field, dimensionId }: NumberedCollection, fields: JsonObject): boolean {
  return (
    typeof fields[field] === "string" &&
    isRecordId(fields.id) &&
    (dimensionId === undefined || isSameText(fields.dimensionId, dimensionId))
  );
}

/** The numbers of one collection that this process has read. */
class Numbers {
  readonly #field: string;
  #asked = 0;
  #records: Promise<Map<string, JsonObject[]>> | undefined;

  constructor(field: string) {
    this.#field = field;
  }

  /** @returns nothing for the first numbers, and if the service refuses to list the records */
  async find(number: string, readAll: () => Promise<JsonObject[]>): Promise<JsonObject[]> {
    this.#asked++;
    if (this.#asked <= ASKED_ALONE) return [];
    this.#records ??= readAll().then(
      (all) => this.#group(all),
      () => new Map(),
    );
    return (await this.#records).get(number) ?? [];
  }

  #group(all: JsonObject[]): Map<string, JsonObject[]> {
    const byNumber = new Map<string, JsonObject[]>();
    for (const fields of all) {
      const number = String(fields[this.#field]);
      byNumber.set(number, [...(byNumber.get(number) ?? []), fields]);
    }
    return byNumber;
  }
}
