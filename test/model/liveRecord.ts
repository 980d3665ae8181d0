import type { BusinessRecords } from "../../emulator/index.js";
import { FIELDS, pathOf, type Values, wireName } from "./fieldValues.js";

/** One field set by one write. */
export interface FieldWrite {
  path: string;
  by: "client" | "other";
  /** The value before, and its writer. */
  before: unknown;
  beforeBy: "client" | "other";
  value: unknown;
}

/** The writes to a record, from the service's own history. */
export class LiveRecord {
  readonly values: Values = new Map();
  private readonly writers = new Map<string, "client" | "other">();
  private seen: number;

  constructor(
    private readonly records: BusinessRecords,
    readonly id: string,
  ) {
    this.seen = this.history().length;
    const { fields } = this.stored();
    for (const path of FIELDS) this.values.set(path, fields[wireName(path)]);
  }

  /** Who set what a field holds; what nobody has set since the start counts as somebody else's. */
  writerOf(path: string): "client" | "other" {
    return this.writers.get(path) ?? "other";
  }

  /** The writes since the last call, in order; afterwards `values` has the current values. */
  news(): FieldWrite[] {
    const writes = this.history().slice(this.seen);
    this.seen += writes.length;
    return writes.flatMap(({ by, kind, fields }) => {
      if (kind !== "update") throw new Error(`the record ${this.id} was ${kind}d`);
      return Object.entries(fields).flatMap(([name, value]) => this.take(name, value, by));
    });
  }

  private take(name: string, value: unknown, by: FieldWrite["by"]): FieldWrite[] {
    // The service's own.
    if (name === "lastModifiedDateTime") return [];
    const path = pathOf(name);
    if (path === undefined) throw new Error(`${by} set ${name}, which is none of its business`);
    const write = { path, by, before: this.values.get(path), beforeBy: this.writerOf(path), value };
    this.values.set(path, value);
    this.writers.set(path, by);
    return [write];
  }

  private history() {
    return this.records.history("customers", this.id);
  }

  private stored() {
    const record = this.records.get("customers", this.id);
    if (record === undefined) throw new Error(`the record ${this.id} is gone`);
    return record;
  }
}
