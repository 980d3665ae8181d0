import type { Json, JsonObject } from "../schema/json.js";

/** A field of a list or of a map: its number, times 8, and 2 for what begins with its length. */
const ITEM = 10;
const NAME = 10;
const VALUE = 18;

/** The fields of `google.protobuf.Value` in the same way. */
const TAG = {
  null: 8,
  number: 17,
  string: 26,
  boolean: 32,
  struct: 42,
  list: 50,
} as const;

/**
 * Writes plain JSON as a field of a message, of the type `google.protobuf.Struct`.
 *
 * @param value plain JSON: `undefined` becomes null
 */
export function writeStruct(field: number, value: JsonObject): Uint8Array {
  const writer = new StructWriter();
  writer.delimited(8 * field + 2, () => writer.struct(value));
  return writer.bytes();
}

/** Writes from the end to the beginning: a length stands before what it measures. */
class StructWriter {
  #buffer = Buffer.allocUnsafe(2048);
  #at = this.#buffer.length;

  bytes(): Uint8Array {
    return this.#buffer.subarray(this.#at);
  }

  delimited(tag: number, write: () => void): void {
    const end = this.#written();
    write();
    this.#varint(this.#written() - end);
    this.#varint(tag);
  }

  struct(value: JsonObject): void {
    for (const [name, child] of Object.entries(value).reverse()) {
      this.delimited(ITEM, () => {
        this.delimited(VALUE, () => this.#value(child));
        this.delimited(NAME, () => this.#text(name));
      });
    }
  }

  #value(value: Json): void {
    if (typeof value === "string") {
      this.delimited(TAG.string, () => this.#text(value));
    } else if (typeof value === "number") {
      this.#take(8);
      this.#buffer.writeDoubleLE(value, this.#at);
      this.#varint(TAG.number);
    } else if (typeof value === "boolean") {
      this.#varint(value ? 1 : 0);
      this.#varint(TAG.boolean);
    } else if (Array.isArray(value)) {
      this.delimited(TAG.list, () => {
        for (const item of [...value].reverse()) this.delimited(ITEM, () => this.#value(item));
      });
    } else if (typeof value === "object" && value !== null) {
      this.delimited(TAG.struct, () => this.struct(value as JsonObject));
    } else {
      this.#varint(0);
      this.#varint(TAG.null);
    }
  }

  #text(text: string): void {
    this.#take(Buffer.byteLength(text));
    this.#buffer.write(text, this.#at);
  }

  #varint(value: number): void {
    let length = 1;
    for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) length++;
    this.#take(length);
    for (let index = 0, rest = value; index < length; index++, rest = Math.floor(rest / 128))
      this.#buffer[this.#at + index] = (rest % 128) + (index < length - 1 ? 128 : 0);
  }

  /** How many bytes there are so far. */
  #written(): number {
    return this.#buffer.length - this.#at;
  }

  /** Makes room for the next bytes. */
  #take(length: number): void {
    if (length > this.#at) {
      const larger = Buffer.allocUnsafe(2 * this.#buffer.length + length);
      const at = larger.length - this.#written();
      this.#buffer.copy(larger, at, this.#at);
      [this.#buffer, this.#at] = [larger, at];
    }
    this.#at -= length;
  }
}
