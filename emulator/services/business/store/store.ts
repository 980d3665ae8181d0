import type { Collection, EntityType } from "../model/entityType.js";
import type { Fields, Scalar } from "../model/field.js";
import { entityTypes } from "../model/index.js";
import { orderAscending, sortRecords } from "./order.js";

/** Location of a record. The same id in another company is another record. */
export interface Place {
  /** Id of the company; empty for the companies themselves. */
  company: string;
  collection: Collection;
}

/** A record after a write, with its id in lower case. It is immutable: the next write creates a new object. */
export interface StoredRecord {
  readonly id: string;
  readonly fields: Fields;
  /** The write that created it. */
  readonly sequence: number;
}

/** Source of a write: a client of the service, or the control interface on behalf of another client. */
export type Writer = "client" | "other";

export interface Write {
  by: Writer;
  kind: "create" | "update" | "delete";
  /** The fields that were set: all for a create, none for a delete. */
  fields: Fields;
  /** Position among all writes of all records, from which the entity tag is derived. */
  sequence: number;
}

/** Stores records in memory, without validation. */
export class RecordStore {
  private readonly tables = new Map<string, Map<Collection, Table>>();
  private last = 0;

  /** Returns an independent copy. */
  copy(): RecordStore {
    const copy = new RecordStore();
    copy.last = this.last;
    for (const [company, tables] of this.tables)
      copy.tables.set(company, new Map([...tables].map(([name, table]) => [name, table.copy()])));
    return copy;
  }

  find(place: Place, id: string): StoredRecord | undefined {
    return this.table(place).find(id);
  }

  /** Lists the records of a collection, sorted by identity. */
  all(place: Place): readonly StoredRecord[] {
    return sortRecords(
      this.table(place).records(),
      orderAscending([...entityTypes[place.collection].identity, "id"]),
    );
  }

  /** Returns the records with a value in an indexed field, in any order. */
  having(place: Place, field: string, value: Scalar): StoredRecord[] {
    return this.table(place).having(field, value);
  }

  /** Returns the records of a collection, or those of one parent record, in any order. */
  within(place: Place, parent: Fields): readonly StoredRecord[] {
    const [common] = Object.entries(parent);
    return common === undefined ? this.table(place).records() : this.having(place, ...common);
  }

  create(place: Place, fields: Fields, by: Writer): StoredRecord {
    return this.save(place, fields, { by, kind: "create", fields });
  }

  update(place: Place, id: string, changes: Fields, by: Writer): StoredRecord {
    const fields = { ...this.find(place, id)?.fields, ...changes };
    return this.save(place, fields, { by, kind: "update", fields: changes });
  }

  remove(place: Place, id: string, by: Writer): void {
    if (this.find(place, id) !== undefined) {
      this.last += 1;
      this.table(place).remove(id, { by, kind: "delete", fields: {}, sequence: this.last });
    }
  }

  /** Lists the writes of a record, oldest first, also after its deletion. */
  history(place: Place, id: string): readonly Write[] {
    return this.table(place).history(id);
  }

  private save(place: Place, fields: Fields, write: Omit<Write, "sequence">): StoredRecord {
    this.last += 1;
    const record = { id: String(fields.id), fields, sequence: this.last };
    this.table(place).save(record, { ...write, sequence: this.last });
    return record;
  }

  private table({ company, collection }: Place): Table {
    const tables = this.tables.get(company) ?? new Map<Collection, Table>();
    const table = tables.get(collection) ?? new Table(entityTypes[collection]);
    this.tables.set(company, tables.set(collection, table));
    return table;
  }
}

/**
 * The records of one collection in one company, with indexes. Contents of the maps are replaced and never changed, so copying the
 * maps copies the table.
 */
class Table {
  private byId = new Map<string, StoredRecord>();
  private writes = new Map<string, readonly Write[]>();
  /** For every indexed field: the ids of the records by value. */
  private indexes: Map<string, Map<Scalar, readonly string[]>>;

  constructor(private readonly type: EntityType) {
    this.indexes = new Map(type.lookups.map((field) => [field, new Map()]));
  }

  /** Returns an independent copy. */
  copy(): Table {
    const copy = new Table(this.type);
    copy.byId = new Map(this.byId);
    copy.writes = new Map(this.writes);
    copy.indexes = new Map([...this.indexes].map(([field, index]) => [field, new Map(index)]));
    return copy;
  }

  find(id: string): StoredRecord | undefined {
    return this.byId.get(id.toLowerCase());
  }

  records(): StoredRecord[] {
    return [...this.byId.values()];
  }

  having(field: string, value: Scalar): StoredRecord[] {
    const index = this.indexes.get(field);
    if (index === undefined) throw new RangeError(`'${this.type.name}' is not looked up by '${field}'.`);
    return (index.get(value) ?? []).flatMap((id) => this.find(id) ?? []);
  }

  save(record: StoredRecord, write: Write): void {
    this.forget(record.id);
    this.byId.set(record.id, record);
    for (const [field, index] of this.indexes) {
      const value = record.fields[field] ?? "";
      index.set(value, [...(index.get(value) ?? []), record.id]);
    }
    this.note(record.id, write);
  }

  remove(id: string, write: Write): void {
    this.forget(id);
    this.note(id, write);
  }

  history(id: string): readonly Write[] {
    return this.writes.get(id.toLowerCase()) ?? [];
  }

  private forget(id: string): void {
    const known = this.find(id);
    if (known === undefined) return;
    this.byId.delete(known.id);
    for (const [field, index] of this.indexes) {
      const value = known.fields[field] ?? "";
      const others = (index.get(value) ?? []).filter((other) => other !== known.id);
      index.set(value, others);
    }
  }

  private note(id: string, write: Write): void {
    this.writes.set(id.toLowerCase(), [...this.history(id), write]);
  }
}

const ODD = 0x9e3779b97f4a7c15n;
const WIDTH = 64;

/**
 * Returns the entity tag of a write. Multiplication by an odd number modulo a power of two is unique for each write and hides
 * their order.
 */
export function formatTag(sequence: number): string {
  const stamp = BigInt.asUintN(WIDTH, BigInt(sequence) * ODD)
    .toString()
    .padStart(20, "0");
  return `W/"${Buffer.from(`'20;${stamp};00;'`).toString("base64")}"`;
}

/** Whether a text has the form of the service's entity tags. */
export function isTag(text: string): boolean {
  const content = /^W\/"([A-Za-z0-9+/]+={0,2})"$/.exec(text)?.[1];
  return content !== undefined && Buffer.from(content, "base64").toString("base64") === content;
}
