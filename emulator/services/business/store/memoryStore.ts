import type { Collection } from "../model/collection.js";
import type { Fields, Scalar } from "../model/field.js";
import { entityTypes } from "../model/index.js";
import type { Place, RecordStore, StoredRecord, Write, Writer } from "./store.js";
import { Table } from "./table.js";

/** Keeps records for as long as the process lives. */
export class MemoryRecordStore implements RecordStore {
  private readonly tables = new Map<string, Map<Collection, Table>>();
  private last = 0;

  /** A store with the same records, which goes its own way from here. */
  copy(): MemoryRecordStore {
    const copy = new MemoryRecordStore();
    copy.last = this.last;
    for (const [company, tables] of this.tables) {
      copy.tables.set(company, new Map([...tables].map(([name, table]) => [name, table.copy()])));
    }
    return copy;
  }

  find(place: Place, id: string): StoredRecord | undefined {
    return this.table(place).find(id);
  }

  all(place: Place): readonly StoredRecord[] {
    return this.table(place).all();
  }

  having(place: Place, field: string, value: Scalar): StoredRecord[] {
    return this.table(place).having(field, value);
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
