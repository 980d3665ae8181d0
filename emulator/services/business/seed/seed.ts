import type { Settings } from "../../../options.js";
import type { Collection } from "../model/entityType.js";
import type { Fields } from "../model/field.js";
import { entityTypes } from "../model/index.js";
import { RecordStore } from "../store/store.js";
import { Writes } from "../write/writes.js";
import { SEED_RECORDS, SEED_TABLES, SEED_VALUES } from "./records.js";
import { seedId } from "./seedId.js";

/** Modification time of the first initial record. Each following record is one minute later. */
const SEED_TIME = Date.UTC(2025, 0, 1);
const MINUTE = 60_000;

function seedTime(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

const RECORDS = 1000;
const DIMENSIONS = 3;
const POSTINGS = [" ", "Code Mandatory", "Same Code"];

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
  for (const [index, name] of ["Harbour Trading Ltd.", "Southgate Works Ltd."].entries()) {
    const systemCreatedAt = seedTime(SEED_TIME);
    writes.seed(
      { company: "", collection: "companies" },
      { id: seedId("companies", index + 1), name, systemVersion: "25.0.0.0", systemCreatedAt },
    );
    fillTables(writes, index + 1);
  }
  if (content === "demo") fillCollections(writes);
  return store;
}

function fillTables(writes: Writes, company: number): void {
  for (const [collection, rows] of SEED_TABLES)
    for (const [index, [code, displayName]] of Object.entries(rows).entries())
      add(writes, company, collection, index + 1, { code, displayName });
  for (let dimension = 1; dimension <= DIMENSIONS; dimension += 1)
    for (const [position, code] of SEED_VALUES.entries()) {
      const dimensionId = seedId("dimensions", dimension, company);
      const displayName = code.charAt(0) + code.slice(1).toLowerCase();
      add(writes, company, "dimensionValues", valueNumber(dimension, position), {
        code,
        displayName,
        dimensionId,
      });
    }
}

function fillCollections(writes: Writes): void {
  let count = 0;
  for (const [collection, fieldsOf] of SEED_RECORDS)
    for (let n = 1; n <= RECORDS; n += 1) {
      add(writes, 1, collection, n, fieldsOf(n));
      // Every tenth record has two.
      for (const more of n % 10 === 0 ? [0, 1] : [0]) {
        const dimension = ((n + more) % DIMENSIONS) + 1;
        count += 1;
        add(writes, 1, "defaultDimensions", count, {
          parentId: seedId(collection, n),
          dimensionId: seedId("dimensions", dimension),
          dimensionValueId: seedId("dimensionValues", valueNumber(dimension, n % SEED_VALUES.length)),
          postingValidation: POSTINGS[n % POSTINGS.length] ?? " ",
        });
      }
    }
}

/** Numbers the values through all dimensions: 1 to 3 belong to the first dimension, 4 to 6 to the second. */
function valueNumber(dimension: number, position: number): number {
  return (dimension - 1) * SEED_VALUES.length + position + 1;
}

function add(writes: Writes, company: number, collection: Collection, n: number, given: Fields): void {
  const isDated = entityTypes[collection].fields.lastModifiedDateTime !== undefined;
  writes.seed(
    { company: seedId("companies", company), collection },
    {
      ...{ ...given, id: seedId(collection, n, company) },
      ...(isDated && { lastModifiedDateTime: seedTime(SEED_TIME + n * MINUTE) }),
    },
  );
}
