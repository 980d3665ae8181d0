import { type Json, type JsonObject, setOwn } from "../schema/json.js";

/** How a field is written; see protobuf.dev/programming-guides/encoding. */
const WIRE_TYPE = {
  varint: 0,
  fixed64: 1,
  bytes: 2,
  fixed32: 5,
} as const;

/** Fields of `google.protobuf.Value`, of which each message has one. */
const FIELD = {
  null: 1,
  number: 2,
  string: 3,
  boolean: 4,
  struct: 5,
  list: 6,
} as const;

/**
 * Takes fields of the type `google.protobuf.Struct` out of a message and reads them into plain JSON. The SDK's classes make
 * five objects of each value before it is JSON, which took about half of the time of a `check` and a `diff`.
 *
 * @param fields the numbers of the fields
 * @returns the fields that the message has, and the message without them
 */
export function readStructs(
  message: Uint8Array,
  fields: ReadonlySet<number>,
): { structs: Map<number, JsonObject>; rest: Uint8Array } {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength);
  const reader = new StructReader(bytes);
  const structs = new Map<number, JsonObject>();
  const rest: Uint8Array[] = [];
  while (reader.at < bytes.length) {
    const from = reader.at;
    const { field, type } = reader.tag();
    if (fields.has(field) && type === WIRE_TYPE.bytes) {
      structs.set(field, reader.struct());
    } else {
      reader.skip(type);
      rest.push(bytes.subarray(from, reader.at));
    }
  }
  return { structs, rest: Buffer.concat(rest) };
}

class StructReader {
  at = 0;

  constructor(private readonly bytes: Buffer) {}

  tag(): { field: number; type: number } {
    const tag = this.#varint();
    return { field: tag >>> 3, type: tag & 7 };
  }

  skip(type: number): void {
    if (type === WIRE_TYPE.varint) this.#varint();
    else if (type === WIRE_TYPE.fixed64) this.at += 8;
    else if (type === WIRE_TYPE.bytes) this.at = this.#end();
    else if (type === WIRE_TYPE.fixed32) this.at += 4;
    else throw new RangeError(`a message of the engine has a field of the wire type ${type}.`);
  }

  struct(): JsonObject {
    const result: JsonObject = {};
    this.#eachField(() => this.#entry(result));
    return result;
  }

  /** A map is a list of messages: the name in field 1, the value in field 2. */
  #entry(result: JsonObject): void {
    let name = "";
    let value: Json = null;
    this.#eachField((field) => {
      if (field === 1) name = this.#string();
      else value = this.#value();
    });
    setOwn(result, name, value);
  }

  #list(): Json[] {
    const items: Json[] = [];
    this.#eachField(() => items.push(this.#value()));
    return items;
  }

  #value(): Json {
    let value: Json = null;
    this.#eachField((field, type) => {
      if (field === FIELD.number) value = this.#number();
      else if (field === FIELD.string) value = this.#string();
      else if (field === FIELD.boolean) value = this.#varint() !== 0;
      else if (field === FIELD.struct) value = this.struct();
      else if (field === FIELD.list) value = this.#list();
      else this.skip(type);
    });
    return value;
  }

  #eachField(read: (field: number, type: number) => void): void {
    const end = this.#end();
    while (this.at < end) {
      const { field, type } = this.tag();
      read(field, type);
    }
  }

  #number(): number {
    this.at += 8;
    return this.bytes.readDoubleLE(this.at - 8);
  }

  #string(): string {
    const end = this.#end();
    const text = this.bytes.toString("utf8", this.at, end);
    this.at = end;
    return text;
  }

  /** Where the value ends that begins with its length. */
  #end(): number {
    const length = this.#varint();
    return this.at + length;
  }

  #varint(): number {
    let result = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.bytes.readUInt8(this.at++);
      result += (byte & 127) * factor;
      if (byte < 128) return result;
    }
  }
}
