import type { Context } from "../contract/lifecycle.js";
import { connectBusiness } from "../odata/batches.js";
import { isRecordId } from "../odata/bodies.js";
import { CompanyClient, formatQuery } from "../odata/companyClient.js";
import { readPages } from "../odata/pages.js";
import type { JsonObject } from "../schema/json.js";
import { isSameText } from "../schema/normalize.js";

/** Records of a collection that are asked for one by one, before all of them are read. */
const ASKED_ALONE = 2;

/** Maximum number of records that are read to find a few of them. */
const MOST_READ = 10_000;

export interface NumberedCollection {
  companyId: string;
  collection: string;
  /** `number`, or `code` of dimensions and their values. */
  field: "number" | "code";
  /** The dimension of dimension values. */
  dimensionId?: string | undefined;
  /** Further fields to read. Default: only the id and the number. */
  select?: readonly string[] | undefined;
}

/**
 * The records of one collection that this process has read. The engine checks one resource after another, so after a few records
 * the provider reads all of them at once.
 */
export class ListedRecords {
  #asked = 0;
  #listing: Promise<void> | undefined;
  readonly #found = new Map<string, JsonObject[]>();

  private constructor(private readonly where: NumberedCollection) {}

  /** Returns the same object for each resource of a run. */
  static of(where: NumberedCollection, { settings, runtime }: Context): ListedRecords {
    const { companyId, collection, field, dimensionId, select } = where;
    const one = [companyId, collection, field, dimensionId, select];
    const key = JSON.stringify([settings.address("business"), settings.account("business"), one]);
    return runtime.shared(`records of ${key}`, () => new ListedRecords(where));
  }

  /** Whether all records have been read, as far as the service and the maximum allow. */
  get isListed(): boolean {
    return this.#listing !== undefined;
  }

  /**
   * Returns the records with this number, in the same letter case, or with this id.
   *
   * @returns nothing for the first records that are not known yet, and if the service refuses to list them
   */
  async find(by: "id" | "number", value: string, context: Context): Promise<JsonObject[]> {
    const known = (): JsonObject[] | undefined => this.#found.get(keyOf(by, value));
    if (known() === undefined && ++this.#asked > ASKED_ALONE) {
      this.#listing ??= this.#list(context);
      await this.#listing;
    }
    return known() ?? [];
  }

  /** Adds records that were asked for alone. */
  add(records: readonly JsonObject[]): void {
    for (const record of records.filter((one) => this.isOne(one))) {
      for (const key of [keyOf("id", String(record.id)), keyOf("number", String(record[this.where.field]))])
        this.#found.set(key, [...(this.#found.get(key) ?? []).filter(({ id }) => id !== record.id), record]);
    }
  }

  /** Whether a record of a response is one of this collection. */
  isOne(record: JsonObject): boolean {
    const { field, dimensionId } = this.where;
    return (
      typeof record[field] === "string" &&
      isRecordId(record.id) &&
      (dimensionId === undefined || isSameText(record.dimensionId, dimensionId))
    );
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
    const entities = await readPages(root + path, { send, root, top: MOST_READ }).catch(() => []);
    this.add(entities.map((entity) => entity.fields));
  }
}

/** Returns the record with this id. Beyond the first records, one that is not among those read together is left out. */
export async function findListed(
  id: string,
  where: NumberedCollection,
  context: Context,
): Promise<JsonObject | undefined> {
  const records = ListedRecords.of(where, context);
  const [seen] = await records.find("id", id, context);
  if (seen !== undefined || records.isListed) return seen;
  const company = new CompanyClient(connectBusiness(context), "v2.0", where.companyId);
  const found = await company.find(where.collection, id);
  if (found === "missing") return undefined;
  records.add([found.fields]);
  return found.fields;
}

function keyOf(by: "id" | "number", value: string): string {
  return `${by} ${by === "id" ? value.toLowerCase() : value}`;
}
