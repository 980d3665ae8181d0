import type { EntityType } from "../model/entityType.js";
import type { Scalar } from "../model/field.js";
import { ascending, sorted } from "./order.js";
import type { StoredRecord, Write } from "./store.js";

/**
 * The records of one collection of one company, with indexes over the fields that they are looked up by. What the
 * maps hold is replaced and never changed, so a copy of a table is a copy of its maps.
 */
export class Table {
  private records = new Map<string, StoredRecord>();
  private writes = new Map<string, readonly Write[]>();
  /** For every field that records are looked up by: the ids of the records with a value. */
  private indexes: Map<string, Map<Scalar, readonly string[]>>;
  private inOrder: StoredRecord[] | undefined;

  constructor(private readonly type: EntityType) {
    this.indexes = new Map(type.lookups.map((field) => [field, new Map()]));
  }

  /** A table with the same records, which goes its own way from here. */
  copy(): Table {
    const copy = new Table(this.type);
    copy.records = new Map(this.records);
    copy.writes = new Map(this.writes);
    copy.indexes = new Map([...this.indexes].map(([field, index]) => [field, new Map(index)]));
    return copy;
  }

  find(id: string): StoredRecord | undefined {
    return this.records.get(id.toLowerCase());
  }

  all(): readonly StoredRecord[] {
    // Sorted when it is asked for: many records are often added in a row.
    this.inOrder ??= sorted([...this.records.values()], ascending([...this.type.identity, "id"]));
    return this.inOrder;
  }

  having(field: string, value: Scalar): StoredRecord[] {
    const index = this.indexes.get(field);
    if (index === undefined) {
      throw new RangeError(`'${this.type.name}' is not looked up by '${field}'.`);
    }
    return (index.get(value) ?? []).flatMap((id) => this.find(id) ?? []);
  }

  save(record: StoredRecord, write: Write): void {
    this.forget(record.id);
    this.records.set(record.id, record);
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
    this.inOrder = undefined;
    const known = this.find(id);
    if (known === undefined) {
      return;
    }
    this.records.delete(known.id);
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
