import type { Collection } from "../model/collection.js";
import type { Fields, Scalar } from "../model/field.js";

/** Where a record lives: the same id in another company is another record. */
export interface Place {
  /** Id of the company; empty for the companies themselves. */
  company: string;
  collection: Collection;
}

/** A record as it was after a write, with its id in lower case. It never changes: the next write makes another one. */
export interface StoredRecord {
  readonly id: string;
  readonly fields: Fields;
  /** The write that made it. */
  readonly sequence: number;
}

/** Who writes: a client of the service, or the control interface on behalf of another one. */
export type Writer = "client" | "other";

/** One write of a record. */
export interface Write {
  by: Writer;
  kind: "create" | "update" | "delete";
  /** The fields that were set: all for a create, none for a delete. */
  fields: Fields;
  /** Position among all writes of all records; the entity tag is made from it. */
  sequence: number;
}

/** Where records are kept. It checks nothing. */
export interface RecordStore {
  find(place: Place, id: string): StoredRecord | undefined;
  /** Every record of a collection, in the order of what identifies it. */
  all(place: Place): readonly StoredRecord[];
  /** The records that hold a value in one of the fields that they are looked up by, in no order. */
  having(place: Place, field: string, value: Scalar): StoredRecord[];
  create(place: Place, fields: Fields, by: Writer): StoredRecord;
  update(place: Place, id: string, changes: Fields, by: Writer): StoredRecord;
  remove(place: Place, id: string, by: Writer): void;
  /** Every write of a record, oldest first; it outlives the record. */
  history(place: Place, id: string): readonly Write[];
}

const ODD = 0x9e3779b97f4a7c15n;
const WIDTH = 64;

/**
 * The entity tag that belongs to a write. Multiplying by an odd number modulo a power of two gives every write
 * a tag that says nothing about the order of writes.
 */
export function formatTag(sequence: number): string {
  const stamp = BigInt.asUintN(WIDTH, BigInt(sequence) * ODD)
    .toString()
    .padStart(20, "0");
  return `W/"${Buffer.from(`'20;${stamp};00;'`).toString("base64")}"`;
}

/** Whether a text has the form of a tag that the service gives out. */
export function isTag(text: string): boolean {
  const content = /^W\/"([A-Za-z0-9+/]+={0,2})"$/.exec(text)?.[1];
  return content !== undefined && Buffer.from(content, "base64").toString("base64") === content;
}
