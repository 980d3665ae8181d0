import { type Collection, type EmulatorInMemory, seedId } from "../../emulator/index.js";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { defaultDimensionLifecycle } from "../../provider/services/defaultDimensions/lifecycle.js";
import { customerLifecycle } from "../../provider/services/records/lifecycle.js";
import type { Member } from "./member.js";

/** A record as the program declares it, or as a refresh has found it. */
export interface Declared extends Member {
  place: number;
  values: Record<string, unknown>;
  restores: boolean;
  /** Ids in capitals: the same for the service. */
  isLoud: boolean;
}

/** Where a record is, for one run. */
export interface Place {
  /** The id of the resource. */
  key: string;
  /** The record's name for the emulator, and text in every request for it. */
  id: string;
  marker: string;
  /** The arguments that name it. */
  args: Record<string, string>;
  /** Creates it as it is before the program manages it. */
  put(): void;
  remove(): void;
}

/** Everything that differs between kinds of records of which a program manages some fields. */
export interface RecordFacts {
  name: "Customer" | "DefaultDimension";
  lifecycle: Lifecycle;
  collection: Collection;
  /** Fields that each resource may declare, by slot: two resources can share a record, never a field. */
  own: readonly (readonly string[])[];
  /** Fields that another client may change as well. */
  others: readonly string[];
  /** Fields that the schema does not list. */
  unlisted: readonly string[];
  /** What the program marks as a secret: always declared by this resource at this place, where no other one is. */
  marked?: { field: string; slot: number; place: number };
  places(emulator: EmulatorInMemory, run: number): Place[];
  /** A value that was never used, as far as there are enough of them. */
  fresh(emulator: EmulatorInMemory, place: Place, field: string, number: number): unknown;
  /** The value that means that there is none. */
  empty(field: string): unknown;
  /** Whether the service notices an update that comes too late. */
  isTagged: boolean;
}

const guid = (kind: string, run: number, number: number): string =>
  `${kind.repeat(8)}-0000-4000-8000-${(run * 16 + number).toString(16).padStart(12, "0")}`;

const BLOCKED = [" ", "Ship", "Invoice", "All"];
const listed = ["displayName", "city", "phoneNumber", "salespersonCode"] as const;
const more = ["email", "postalCode", "blocked", "creditLimit"] as const;

export const customers: RecordFacts = {
  ...{ name: "Customer", lifecycle: customerLifecycle, collection: "customers", isTagged: true },
  own: [listed, listed, more],
  others: ["website", "state"],
  unlisted: ["salespersonCode", "creditLimit"],
  marked: { field: "city", slot: 1, place: 2 },
  places: ({ business }, run) =>
    [0, 1, 2, 3].map((number) => {
      const id = guid("a", run, number);
      return {
        ...{ key: id, id, marker: id, args: { customerId: id } },
        put: () =>
          void business.put("customers", {
            ...{ id, displayName: "original name", city: "original city", phoneNumber: "+00 1" },
            ...{ postalCode: "00100", salespersonCode: "ORIG", creditLimit: 0.5 },
          }),
        remove: () => void business.remove("customers", id),
      };
    }),
  fresh(_emulator, _place, field, number) {
    if (field === "blocked") return BLOCKED[number % BLOCKED.length];
    return field === "creditLimit" ? number : field === "postalCode" ? `00${number}` : `value-${number}`;
  },
  empty: (field) => (field === "blocked" ? " " : field === "creditLimit" ? 0 : ""),
};

const POSTINGS = [" ", "Code Mandatory", "Same Code", "No Code"];
let valueCount = 0;
const DIMENSION_FIELDS = ["dimensionValueId", "postingValidation"] as const;
/** On which record, and which dimension: some are on the same record. */
const DIMENSIONS = [
  ["customers", 0, 1],
  ["customers", 0, 2],
  ["items", 1, 1],
  ["vendors", 2, 2],
] as const;

export const dimensions: RecordFacts = {
  ...{ name: "DefaultDimension", lifecycle: defaultDimensionLifecycle, collection: "defaultDimensions" },
  ...{
    own: [DIMENSION_FIELDS, DIMENSION_FIELDS, DIMENSION_FIELDS],
    others: [],
    unlisted: [],
    isTagged: false,
  },
  places: ({ business }, run) =>
    DIMENSIONS.map(([parentType, number, dimension]) => {
      const [parentId, dimensionId] = [guid("b", run, number), seedId("dimensions", dimension)];
      const id = `${parentId},${dimensionId}`;
      return {
        ...{ key: `${parentType}/${parentId}/${dimensionId}`, id, marker: parentId },
        args: { parentType, parentId, dimensionId },
        put() {
          if (business.get(parentType, parentId) === undefined)
            business.put(parentType, { id: parentId, displayName: "A record" });
          const dimensionValueId = seedId("dimensionValues", dimension * 3);
          business.put("defaultDimensions", {
            parentId,
            dimensionId,
            dimensionValueId,
            postingValidation: " ",
          });
        },
        remove: () => void business.remove("defaultDimensions", id),
      };
    }),
  fresh({ business }, { args: { dimensionId } }, field, number) {
    if (field === "postingValidation") return POSTINGS[number % POSTINGS.length];
    return business.put("dimensionValues", { code: `V${valueCount++}`, dimensionId }).id;
  },
  empty: () => " ",
};
