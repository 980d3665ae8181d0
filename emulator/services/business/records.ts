import type { Collection } from "./model/entityType.js";
import type { Fields } from "./model/field.js";
import { entityTypes } from "./model/index.js";
import { formatTag, type Place, type RecordStore, type StoredRecord, type Write } from "./store/store.js";
import { readUnchecked } from "./write/readInput.js";
import type { Writes } from "./write/writes.js";

/** A record as it is stored. Options are as people read them: " " and "Same Code", not `_x0020_`. */
export interface BusinessRecord {
  id: string;
  /** Its entity tag, as `@odata.etag` has it. */
  tag: string;
  fields: Fields;
}

/** One write of a record, with the entity tag that the record had after it. A record that is deleted has none. */
export interface BusinessWrite extends Write {
  tag?: string;
}

/**
 * The business records, for tests and other programs that read or change them without a request. A change that is made here
 * needs no tag, and may set fields that clients can only read. The service's other rules apply.
 *
 * An `id` is a record's GUID; a default dimension can be named by "parentId,dimensionId" as well. Without a
 * company, the first one is meant.
 */
export class BusinessRecords {
  /** Ids of the companies. */
  readonly companies: readonly string[];

  constructor(
    private readonly store: RecordStore,
    private readonly writes: Writes,
  ) {
    this.companies = store.all({ company: "", collection: "companies" }).map(({ id }) => id);
  }

  /** A record, if it exists. */
  get(collection: Collection, id: string, company?: string): BusinessRecord | undefined {
    const record = this.find(this.place(collection, company), id);
    return record && shown(record);
  }

  /** Every record of a collection, in order of number, or of what else identifies it. */
  list(collection: Collection, company?: string): BusinessRecord[] {
    return this.store.all(this.place(collection, company)).map(shown);
  }

  /** Puts a record there; fields that are left out are unset. With the id of a record that exists, replaces it. */
  put(collection: Collection, fields: Record<string, unknown>, company?: string): BusinessRecord {
    const place = this.place(collection, company);
    const given = readUnchecked(entityTypes[collection], fields);
    if (typeof given.id === "string" && this.store.find(place, given.id) !== undefined)
      this.store.remove(place, given.id, "other");
    return shown(this.writes.create(place, { fields: given, children: [] }, "other"));
  }

  /** Changes fields of a record, which gets another tag; `undefined` where there is no such record. */
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

  /** Removes a record and what belongs to it; tells whether it was there. */
  remove(collection: Collection, id: string, company?: string): boolean {
    const place = this.place(collection, company);
    const record = this.find(place, id);
    if (record !== undefined) this.writes.remove(place, record, "other");
    return record !== undefined;
  }

  /** Every write of a record, in order, by clients and by others. It outlives the record, if named by GUID. */
  history(collection: Collection, id: string, company?: string): BusinessWrite[] {
    const place = this.place(collection, company);
    return this.store.history(place, this.find(place, id)?.id ?? id).map((write) => ({
      ...write,
      fields: { ...write.fields },
      ...(write.kind !== "delete" && { tag: formatTag(write.sequence) }),
    }));
  }

  private place(collection: Collection, company: string | undefined): Place {
    const [first = ""] = this.companies;
    return { company: collection === "companies" ? "" : (company ?? first).toLowerCase(), collection };
  }

  private find(place: Place, id: string): StoredRecord | undefined {
    const [parentId = "", dimensionId] = id.toLowerCase().split(",");
    return dimensionId === undefined || place.collection !== "defaultDimensions"
      ? this.store.find(place, id)
      : this.store
          .having(place, "parentId", parentId)
          .find(({ fields }) => fields.dimensionId === dimensionId);
  }
}

function shown({ id, fields, sequence }: StoredRecord): BusinessRecord {
  return { id, tag: formatTag(sequence), fields: { ...fields } };
}
