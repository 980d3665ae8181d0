import type { Collection, EntityType } from "../model/entityType.js";
import type { Fields } from "../model/field.js";

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

/** Stores records in memory, without validation. Contents of its maps are replaced and never changed. */
export class RecordStore {
  /** By company and collection, then by id. */
  private readonly tables = new Map<string, Map<string, StoredRecord>>();
  /** By company, collection and id. */
  private readonly writes = new Map<string, readonly Write[]>();
  private last = 0;

  copy(): RecordStore {
    const copy = new RecordStore();
    copy.last = this.last;
    for (const [key, table] of this.tables) copy.tables.set(key, new Map(table));
    for (const [key, writes] of this.writes) copy.writes.set(key, writes);
    return copy;
  }

  find(place: Place, id: string): StoredRecord | undefined {
    return this.table(place).get(id.toLowerCase());
  }

  /** Returns the records with some values, in any order. */
  having(place: Place, values: Fields = {}): StoredRecord[] {
    const wanted = Object.entries(values);
    return [...this.table(place).values()].filter(({ fields }) =>
      wanted.every(([name, value]) => fields[name] === value),
    );
  }

  create(place: Place, fields: Fields, by: Writer): StoredRecord {
    return this.save(place, fields, { by, kind: "create", fields });
  }

  update(place: Place, id: string, changes: Fields, by: Writer): StoredRecord {
    const fields = { ...this.find(place, id)?.fields, ...changes };
    return this.save(place, fields, { by, kind: "update", fields: changes });
  }

  remove(place: Place, id: string, by: Writer): void {
    if (this.table(place).delete(id.toLowerCase())) this.note(place, id, { by, kind: "delete", fields: {} });
  }

  history({ company, collection }: Place, id: string): readonly Write[] {
    return this.writes.get(`${company}/${collection}/${id.toLowerCase()}`) ?? [];
  }

  private save(place: Place, fields: Fields, write: Omit<Write, "sequence">): StoredRecord {
    const id = String(fields.id);
    const record = { id, fields, sequence: this.note(place, id, write) };
    this.table(place).set(id, record);
    return record;
  }

  private note(place: Place, id: string, write: Omit<Write, "sequence">): number {
    this.last += 1;
    const writes = [...this.history(place, id), { ...write, sequence: this.last }];
    this.writes.set(`${place.company}/${place.collection}/${id.toLowerCase()}`, writes);
    return this.last;
  }

  private table({ company, collection }: Place): Map<string, StoredRecord> {
    const key = `${company}/${collection}`;
    const table = this.tables.get(key) ?? new Map<string, StoredRecord>();
    this.tables.set(key, table);
    return table;
  }
}

export interface OrderBy {
  field: string;
  descending: boolean;
}

/** Sorts records of a type. Those that are equal are in the order of their identity. */
export function sortRecords(
  records: readonly StoredRecord[],
  type: EntityType,
  by: OrderBy[],
): StoredRecord[] {
  const order = [...by, ...[...type.identity, "id"].map((field) => ({ field, descending: false }))];
  return [...records].sort((left, right) => {
    for (const { field, descending } of order) {
      const [one, other] = [left.fields[field] ?? "", right.fields[field] ?? ""];
      if (one !== other) return one < other === descending ? 1 : -1;
    }
    return 0;
  });
}

export function formatTag(sequence: number): string {
  const stamp = String(sequence).padStart(20, "0");
  return `W/"${Buffer.from(`'20;${stamp};00;'`).toString("base64")}"`;
}

/** Whether a text has the form of the service's entity tags. */
export function isTag(text: string): boolean {
  return /^W\/"[A-Za-z0-9+/]+={0,2}"$/.test(text);
}
