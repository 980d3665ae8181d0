import { type Json, type JsonObject, setOwn } from "../../schema/json.js";
import { sdkRequire } from "./sdkModules.js";

/*
 * Properties are fields of the type `google.protobuf.Struct`. The SDK's classes make five objects of each value before it is
 * JSON, which took about half of the time of a `check` and a `diff`: here the same library reads and writes JSON at once.
 */

/** The part of google-protobuf's `BinaryReader` that is used. */
interface Reader {
  nextField(): boolean;
  getFieldNumber(): number;
  /** Where the field begins. */
  getFieldCursor(): number;
  getCursor(): number;
  skipField(): void;
  readString(): string;
  readDouble(): number;
  readBool(): boolean;
  readMessage(message: unknown, read: () => void): void;
}

/** The part of google-protobuf's `BinaryWriter` that is used. A message without a value is not written. */
interface Writer {
  writeString(field: number, value: string): void;
  writeDouble(field: number, value: number): void;
  writeBool(field: number, value: boolean): void;
  writeEnum(field: number, value: number): void;
  writeMessage(field: number, value: unknown, write: () => void): void;
  getResultBuffer(): Uint8Array;
}

const { BinaryReader, BinaryWriter } = sdkRequire("google-protobuf") as {
  BinaryReader: new (bytes: Uint8Array) => Reader;
  BinaryWriter: new () => Writer;
};

/** An entry of the map `google.protobuf.Struct.fields`. */
const ENTRY = { name: 1, value: 2 } as const;
/** The one repeated field of a `Struct` and of a `ListValue`. */
const ITEMS = 1;
/** The kinds of a `google.protobuf.Value`. */
const VALUE = { null: 1, number: 2, string: 3, boolean: 4, struct: 5, list: 6 } as const;

/**
 * Takes properties out of a message.
 *
 * @param fields the numbers of their fields
 * @returns the properties that the message has, by field, and the message without them
 */
export function readStructs(
  message: Uint8Array,
  fields: ReadonlySet<number>,
): { structs: Map<number, JsonObject>; rest: Uint8Array } {
  const reader = new BinaryReader(message);
  const structs = new Map<number, JsonObject>();
  const rest: Uint8Array[] = [];
  while (reader.nextField()) {
    const from = reader.getFieldCursor();
    const field = reader.getFieldNumber();
    if (fields.has(field)) {
      structs.set(field, readStruct(reader));
    } else {
      reader.skipField();
      rest.push(message.subarray(from, reader.getCursor()));
    }
  }
  return { structs, rest: Buffer.concat(rest) };
}

/**
 * Writes properties as a field of a message.
 *
 * @param value plain JSON: `undefined` becomes null
 */
export function writeStruct(field: number, value: JsonObject): Uint8Array {
  const writer = new BinaryWriter();
  writer.writeMessage(field, value, () => writeEntries(writer, value));
  return writer.getResultBuffer();
}

/** The engine writes the entries in an order that differs from message to message: requests and messages must not. */
function readStruct(reader: Reader): JsonObject {
  const entries = new Map<string, Json>();
  eachField(reader, () => {
    let name = "";
    let value: Json = null;
    eachField(reader, (field) => {
      if (field === ENTRY.name) name = reader.readString();
      else if (field === ENTRY.value) value = readValue(reader);
      else reader.skipField();
    });
    entries.set(name, value);
  });
  const result: JsonObject = {};
  for (const name of [...entries.keys()].sort()) setOwn(result, name, entries.get(name));
  return result;
}

function readList(reader: Reader): Json[] {
  const items: Json[] = [];
  eachField(reader, () => items.push(readValue(reader)));
  return items;
}

function readValue(reader: Reader): Json {
  let value: Json = null;
  eachField(reader, (field) => {
    if (field === VALUE.number) value = reader.readDouble();
    else if (field === VALUE.string) value = reader.readString();
    else if (field === VALUE.boolean) value = reader.readBool();
    else if (field === VALUE.struct) value = readStruct(reader);
    else if (field === VALUE.list) value = readList(reader);
    else reader.skipField();
  });
  return value;
}

/** Reads the fields of the message that the reader is at. */
function eachField(reader: Reader, read: (field: number) => void): void {
  reader.readMessage(undefined, () => {
    while (reader.nextField()) read(reader.getFieldNumber());
  });
}

function writeEntries(writer: Writer, value: JsonObject): void {
  for (const [name, child] of Object.entries(value)) {
    const entry = { name, child };
    writer.writeMessage(ITEMS, entry, () => {
      writer.writeString(ENTRY.name, name);
      writer.writeMessage(ENTRY.value, entry, () => writeValue(writer, child));
    });
  }
}

function writeValue(writer: Writer, value: Json): void {
  if (typeof value === "string") writer.writeString(VALUE.string, value);
  else if (typeof value === "number") writer.writeDouble(VALUE.number, value);
  else if (typeof value === "boolean") writer.writeBool(VALUE.boolean, value);
  else if (Array.isArray(value)) writer.writeMessage(VALUE.list, value, () => writeItems(writer, value));
  else if (typeof value === "object" && value !== null)
    writer.writeMessage(VALUE.struct, value, () => writeEntries(writer, value as JsonObject));
  else writer.writeEnum(VALUE.null, 0);
}

function writeItems(writer: Writer, items: readonly Json[]): void {
  for (const item of items) writer.writeMessage(ITEMS, items, () => writeValue(writer, item));
}
