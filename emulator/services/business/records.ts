import type { Collection } from "./model/entityType.js";
import type { Fields } from "./model/field.js";
import { entityTypes } from "./model/index.js";
import {
  formatTag,
  type Place,
  type RecordStore,
  type StoredRecord,
  sortRecords,
  type Write,
} from "./store/store.js";
import { readUnchecked } from "./write/readInput.js";
import type { Writes } from "./write/writes.js";

/** A stored record. Options have the form for display: " " and "Same Code", not `_x0020_`. */
export interface BusinessRecord {
  id: string;
  /** Entity tag, as in `@odata.etag`. */
  tag: string;
  fields: Fields;
}

/**
 * The business records. Tests and other programs can read and change them without a request. A change here needs no entity tag
 * and may set read-only fields. All other rules of the service apply.
 *
 * An `id` is a record's GUID, or "parentId,dimensionId" for a default dimension. The default company is the first one.
 */
export class BusinessRecords {
  readonly companies: readonly string[];

  constructor(
    private readonly store: RecordStore,
    private readonly writes: Writes,
  ) {
    this.companies = store.having({ company: "", collection: "companies" }).map(({ id }) => id);
  }

  get(collection: Collection, id: string, company?: string): BusinessRecord | undefined {
    const record = this.find(this.place(collection, company), id);
    return record && shown(record);
  }

  /** Lists the records of a collection, sorted by number or other identity. */
  list(collection: Collection, company?: string): BusinessRecord[] {
    const records = this.store.having(this.place(collection, company));
    return sortRecords(records, entityTypes[collection], []).map(shown);
  }

  /** Creates a record, or replaces the record with the same id. Missing fields are unset. */
  put(collection: Collection, fields: Record<string, unknown>, company?: string): BusinessRecord {
    const place = this.place(collection, company);
    const given = readUnchecked(entityTypes[collection], fields);
    if (typeof given.id === "string" && this.store.find(place, given.id) !== undefined)
      this.store.remove(place, given.id, "other");
    return shown(this.writes.create(place, { fields: given, children: [] }, "other"));
  }

  /** Changes fields of a record, which gets a new entity tag. Returns `undefined` if the record does not exist. */
  change(
    collection: Collection,
    id: string,
    fields: Record<string, unknown>,
    company?: string,
  ): BusinessRecord | undefined {
    const place = this.place(collection, company);
    const record = this.find(place, id);
    return (
      record &&
      shown(this.writes.change(place, record, readUnchecked(entityTypes[collection], fields), "other"))
    );
  }

  /** Removes a record and its child records. Returns false if it did not exist. */
  remove(collection: Collection, id: string, company?: string): boolean {
    const place = this.place(collection, company);
    const record = this.find(place, id);
    if (record !== undefined) this.writes.remove(place, record, "other");
    return record !== undefined;
  }

  /** Lists the writes of a record in order, by clients and others. With a GUID, this also works for deleted records. */
  history(collection: Collection, id: string, company?: string): readonly Write[] {
    const place = this.place(collection, company);
    return this.store.history(place, this.find(place, id)?.id ?? id);
  }

  private place(collection: Collection, company: string | undefined): Place {
    const [first = ""] = this.companies;
    return { company: collection === "companies" ? "" : (company ?? first).toLowerCase(), collection };
  }

  private find(place: Place, id: string): StoredRecord | undefined {
    const [parentId = "", dimensionId] = id.toLowerCase().split(",");
    return dimensionId === undefined || place.collection !== "defaultDimensions"
      ? this.store.find(place, id)
      : this.store.having(place, { parentId, dimensionId })[0];
  }
}

function shown({ id, fields, sequence }: StoredRecord): BusinessRecord {
  return { id, tag: formatTag(sequence), fields: { ...fields } };
}
