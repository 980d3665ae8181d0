import type { Context } from "../contract/lifecycle.js";
import { findOutage } from "../http/outage.js";
import type { JsonObject, PropertyMap } from "../schema/json.js";
import { isSameText } from "../schema/normalize.js";
import { foreign, message, type Text } from "../text/message.js";
import { connectBusiness } from "./batches.js";
import { isRecordId } from "./bodies.js";
import { CompanyClient, formatQuery } from "./companyClient.js";
import { readPages } from "./pages.js";
import { formatLiteral } from "./query.js";

interface NumberedCollection {
  companyId: string;
  collection: string;
  /** `number`, or `code` of dimensions and their values. */
  field: "number" | "code";
  /** The dimension of dimension values. */
  dimensionId?: string | undefined;
  /** Further fields to read. Default: only the id and the number. */
  select?: readonly string[] | undefined;
}

export interface RecordNumber extends Pick<NumberedCollection, "collection" | "dimensionId" | "select"> {
  /** The argument with the number, or with a code if its name ends in `Code`. */
  argument: string;
}

/**
 * Finds the id of the record with this number in a collection.
 *
 * @returns the id, or the problem if there is not exactly one record
 */
export async function findIdByNumber(
  args: PropertyMap,
  { argument, ...collection }: RecordNumber,
  context: Context,
): Promise<{ id: string } | { problem: Text }> {
  const field = argument.endsWith("Code") ? "code" : "number";
  const number = String(args[argument]);
  const isHidden = context.isSecretPath?.(argument) === true;
  const which = isHidden ? `this ${field}` : message`the ${field} ${foreign(JSON.stringify(number))}`;
  const where: NumberedCollection = { companyId: String(args.companyId), field, ...collection };
  const candidates = await NumberedRecords.of(where, context).findByNumber(number, context);
  const found = candidates.filter((fields) => fields[field] === number);
  const [record] = found;
  if (record !== undefined && found.length === 1) return { id: String(record.id) };
  if (found.length > 1)
    return { problem: message`${found.length} records of ${where.collection} in the company have ${which}` };
  return {
    problem:
      candidates.length === 0
        ? message`no record of ${where.collection} in the company has ${which}`
        : message`no record of ${where.collection} in the company has exactly ${which}: use the same letter case`,
  };
}

/** Returns the record with this id; undefined if there is none. */
export function findListed(
  id: string,
  where: NumberedCollection,
  context: Context,
): Promise<JsonObject | undefined> {
  return NumberedRecords.of(where, context).findById(id, context);
}

/** Records of a collection that are asked for one by one, before all of them are read. */
const ASKED_ALONE = 2;

/** Maximum number of records that are read to find a few of them. */
const MOST_READ = 10_000;

/**
 * The records of one collection that this process has read. The engine checks one resource after another, so after a few records
 * the provider reads all of them at once.
 */
class NumberedRecords {
  #asked = 0;
  #listing: Promise<void> | undefined;
  /** Whether all records of the collection are known. */
  #isComplete = false;
  /** Why a record could not be read after a refused listing, if the others cannot be read either. */
  #outage: unknown;
  readonly #known = new Map<string, JsonObject[]>();

  private constructor(private readonly where: NumberedCollection) {}

  /** Returns the same object for each resource of a run. */
  static of(where: NumberedCollection, { settings, runtime }: Context): NumberedRecords {
    const { companyId, collection, field, dimensionId, select } = where;
    const one = [companyId, collection, field, dimensionId, select];
    const key = JSON.stringify([settings.address("business"), settings.account("business"), one]);
    return runtime.shared(`records of ${key}`, () => new NumberedRecords(where));
  }

  async findById(id: string, context: Context): Promise<JsonObject | undefined> {
    const [known] = await this.#find(idKey(id), context);
    if (known !== undefined || this.#isComplete) return known;
    if (this.#outage !== undefined) throw this.#outage;
    const found = await this.#company(context)
      .find(this.where.collection, id)
      .catch((error) => {
        if (this.#listing !== undefined && findOutage(error) !== undefined) this.#outage = error;
        throw error;
      });
    if (found === "missing") return undefined;
    this.#add([found.fields]);
    return found.fields;
  }

  /**
   * Returns the records with this number, in any letter case. A number that is not exactly one of those that were read together is
   * asked for alone: the record may be new, or the service may ignore letter case.
   */
  async findByNumber(number: string, context: Context): Promise<JsonObject[]> {
    const { collection, field, dimensionId } = this.where;
    const known = await this.#find(numberKey(number), context);
    if (known.length === 1) return known;
    const within = dimensionId === undefined ? "" : ` and dimensionId eq ${dimensionId}`;
    const entities = await this.#company(context).list(
      collection,
      { filter: `${field} eq ${formatLiteral(number)}${within}` },
      (fields) => this.#isOne(fields) && String(fields[field]).toLowerCase() === number.toLowerCase(),
    );
    const found = entities.map(({ fields }) => fields);
    this.#add(found);
    return found;
  }

  /** @returns nothing for the first records that are not known yet, and if the service refuses to list them */
  async #find(key: string, context: Context): Promise<JsonObject[]> {
    if (!this.#known.has(key) && ++this.#asked > ASKED_ALONE) {
      this.#listing ??= this.#list(context);
      await this.#listing;
    }
    return this.#known.get(key) ?? [];
  }

  async #list(context: Context): Promise<void> {
    const { companyId, collection, field, dimensionId, select = [] } = this.where;
    const { address, send } = connectBusiness(context);
    const root = `${address}/api/v2.0/`;
    const fields = new Set(["id", field, ...(dimensionId === undefined ? [] : ["dimensionId"]), ...select]);
    const query = {
      ...(dimensionId !== undefined && { filter: `dimensionId eq ${dimensionId}` }),
      select: [...fields].join(","),
    };
    const path = `companies(${encodeURIComponent(companyId)})/${collection}${formatQuery(query)}`;
    // A refusal is no problem: the records are then asked for one by one.
    const entities = await readPages(root + path, { send, root, top: MOST_READ }).catch(() => undefined);
    this.#add((entities ?? []).map((entity) => entity.fields));
    this.#isComplete = entities !== undefined && entities.length < MOST_READ;
  }

  #add(records: readonly JsonObject[]): void {
    for (const record of records.filter((one) => this.#isOne(one))) {
      for (const key of [idKey(String(record.id)), numberKey(String(record[this.where.field]))])
        this.#known.set(key, [...(this.#known.get(key) ?? []).filter(({ id }) => id !== record.id), record]);
    }
  }

  /** Whether a record of a response is one of this collection. */
  #isOne(record: JsonObject): boolean {
    const { field, dimensionId } = this.where;
    return (
      typeof record[field] === "string" &&
      isRecordId(record.id) &&
      (dimensionId === undefined || isSameText(record.dimensionId, dimensionId))
    );
  }

  #company(context: Context): CompanyClient {
    return new CompanyClient(connectBusiness(context), "v2.0", this.where.companyId);
  }
}

const idKey = (id: string): string => `id ${id.toLowerCase()}`;

const numberKey = (number: string): string => `number ${number}`;
