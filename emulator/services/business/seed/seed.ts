import { ZERO_GUID } from "../../../guid.js";
import type { Settings } from "../../../options.js";
import type { Collection } from "../model/entityType.js";
import type { Fields } from "../model/field.js";
import { entityTypes } from "../model/index.js";
import { type Place, RecordStore } from "../store/store.js";
import { Writes } from "../write/writes.js";
import { SEED_DIMENSION_VALUES, SEED_RECORDS, SEED_TABLES } from "./records.js";
import { seedId } from "./seedId.js";

/** Modification time of the first initial record. Each following record is one minute later. */
const SEED_TIME = Date.UTC(2025, 0, 1);

function seedTime(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

/** The companies, sorted by id. */
const SEED_COMPANIES: readonly Fields[] = ["Harbour Trading Ltd.", "Southgate Works Ltd."].map(
  (name, position) => ({
    name,
    systemVersion: "25.0.0.0",
    timestamp: 1000 + position,
    systemCreatedAt: seedTime(SEED_TIME),
    systemCreatedBy: ZERO_GUID,
    systemModifiedAt: seedTime(SEED_TIME),
    systemModifiedBy: ZERO_GUID,
  }),
);

/** Number of records in each collection of the demo. */
const RECORDS = 1000;
const DIMENSIONS = 3;
const VALUES = SEED_DIMENSION_VALUES.length;
const MINUTE = 60_000;

const prepared = new Map<Settings["seed"], RecordStore>();

/** Returns a store with the initial data. It is computed once per process, because tests start many emulators. */
export function createSeededStore(content: Settings["seed"]): RecordStore {
  const store = prepared.get(content) ?? filled(content);
  prepared.set(content, store);
  return store.copy();
}

/** Creates both companies with the small tables and, for the demo, many records in the first one. */
function filled(content: Settings["seed"]): RecordStore {
  const store = new RecordStore();
  const writes = new Writes(store, { now: () => SEED_TIME });
  for (const [position, company] of SEED_COMPANIES.entries()) {
    const id = seedId("companies", position + 1);
    const place: Place = { company: "", collection: "companies" };
    writes.seed(place, { ...company, id });
    fillTables(writes, position + 1);
  }
  if (content === "demo") fillCollections(writes);
  return store;
}

function fillTables(writes: Writes, company: number): void {
  for (const [collection, rows] of SEED_TABLES) {
    for (const [position, row] of rows.entries()) add(writes, company, collection, position + 1, row);
  }
  for (let dimension = 1; dimension <= DIMENSIONS; dimension += 1) {
    for (const [position, row] of SEED_DIMENSION_VALUES.entries()) {
      const dimensionId = seedId("dimensions", dimension, company);
      add(writes, company, "dimensionValues", valueNumber(dimension, position), { ...row, dimensionId });
    }
  }
}

function fillCollections(writes: Writes): void {
  let dimensions = 0;
  for (const [collection, fieldsOf] of Object.entries(SEED_RECORDS) as [
    Collection,
    (n: number) => Fields,
  ][]) {
    for (let n = 1; n <= RECORDS; n += 1) {
      add(writes, 1, collection, n, fieldsOf(n));
      // Every tenth record has two.
      for (let more = 0; more <= (n % 10 === 0 ? 1 : 0); more += 1) {
        dimensions += 1;
        add(writes, 1, "defaultDimensions", dimensions, defaultDimension(seedId(collection, n), n, more));
      }
    }
  }
}

function defaultDimension(parentId: string, n: number, more: number): Fields {
  const dimension = ((n + more) % DIMENSIONS) + 1;
  const { options = [] } = entityTypes.defaultDimensions.fields.postingValidation ?? {};
  return {
    parentId,
    dimensionId: seedId("dimensions", dimension),
    dimensionValueId: seedId("dimensionValues", valueNumber(dimension, n % VALUES)),
    postingValidation: options[n % 3] ?? " ",
  };
}

/** Numbers the values through all dimensions: 1 to 3 belong to the first dimension, 4 to 6 to the second. */
function valueNumber(dimension: number, position: number): number {
  return (dimension - 1) * VALUES + position + 1;
}

function add(writes: Writes, company: number, collection: Collection, n: number, given: Fields): void {
  const place: Place = { company: seedId("companies", company), collection };
  const id = seedId(collection, n, company);
  const dated = entityTypes[collection].fields.lastModifiedDateTime !== undefined;
  writes.seed(place, {
    ...{ ...given, id },
    ...(dated && { lastModifiedDateTime: seedTime(SEED_TIME + n * MINUTE) }),
  });
}
