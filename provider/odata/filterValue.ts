import { isObject, type Json } from "../schema/json.js";
import { getPropertySchema, type Schema } from "../schema/keywords.js";
import { guidPattern, normalizeGuid } from "../schema/normalize.js";
import { toWire } from "../schema/wire.js";

/**
 * Values as a filter contains them. Whether a value is quoted depends on the field, never on how a value looks:
 * a customer may be called like a GUID or a date.
 */

/** A text as a filter contains it: apostrophes are doubled. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Operators of a filter: those of every field, and those of fields whose values have an order. */
export const operators = {
  equality: ["eq", "ne", "in"],
  order: ["gt", "ge", "lt", "le"],
} as const;

/** The kind of a field, as far as filters are concerned. */
export interface Kind {
  /** The values that it can be compared with, as the rest of a sentence after "must be". */
  values: string;
  /** Whether one value can be greater than another. */
  hasOrder: boolean;
  /** A value as it is written in a filter; nothing for a value of another kind. */
  write(value: Json, schema: Schema | undefined): string | undefined;
}

/** A moment whose type would not outlive the SDK's Outputs, which make `{}` of every Date. */
const MOMENT = "moment";

/** A Date in the form in which it passes through Outputs. */
export function encodeMoment(date: Date): Json {
  return { [MOMENT]: Number.isNaN(date.getTime()) ? "" : date.toISOString() };
}

const kinds = {
  text: { values: "a string", hasOrder: true, write: (value) => (isText(value) ? quote(value) : undefined) },
  option: {
    values: "a string",
    hasOrder: false,
    // The service compares the escaped name: `'_x0020_'` for a blank.
    write: (value, schema) => (isText(value) ? quote(String(toWire(schema, value))) : undefined),
  },
  guid: {
    values: "a GUID",
    hasOrder: false,
    write: (value) => (isText(value) && guidPattern.test(value) ? normalizeGuid(value) : undefined),
  },
  dateTime: {
    values: "a Date, or a string with a time zone such as 2026-01-31T12:00:00Z",
    hasOrder: true,
    write: (value) => momentOf(value) ?? (isText(value) ? dateTime(value) : undefined),
  },
  date: {
    values: "a Date, or a string such as 2026-01-31",
    hasOrder: true,
    write: (value) =>
      momentOf(value)?.slice(0, "2026-01-31".length) ??
      (isText(value) && DATE.test(value) ? value : undefined),
  },
  number: {
    values: "a number",
    hasOrder: true,
    write: (value) => (Number.isFinite(value) ? String(value) : undefined),
  },
  flag: {
    values: "true or false",
    hasOrder: false,
    write: (value) => (typeof value === "boolean" ? String(value) : undefined),
  },
  /** A field of which nothing is known: the value's own type decides. */
  any: {
    values: "a string, a number, true, false or a Date",
    hasOrder: true,
    write: (value) => {
      if (isText(value)) return quote(value);
      if (typeof value === "boolean" || Number.isFinite(value)) return String(value);
      return momentOf(value);
    },
  },
} satisfies Record<string, Kind>;

/**
 * The kind of a field: by its schema, else by the names that the service gives its fields (document "Business Records
 * Update Interface": identifiers, `id` and `*Id`, are GUIDs, timestamps are ISO 8601).
 *
 * @param record schema of the field's record; none for a record of which nothing is known
 */
export function getFieldKind(
  record: Schema | undefined,
  name: string,
): { kind: Kind; schema: Schema | undefined } {
  const schema = getPropertySchema(record, name);
  return { kind: kinds[getKindName(schema, name)], schema };
}

function getKindName(schema: Schema | undefined, path: string): keyof typeof kinds {
  if (schema?.format === "guid") return "guid";
  if (schema?.encodedName === true) return "option";
  if (schema?.type === "boolean") return "flag";
  if (schema?.type === "number" || schema?.type === "integer") return "number";
  // A field of a related record is written with its way: `currency/id`.
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/^id$|Id$/.test(name)) return "guid";
  if (/DateTime$/.test(name)) return "dateTime";
  if (/Date$/.test(name)) return "date";
  return schema === undefined ? "any" : "text";
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;

/** A day alone means its first moment, UTC. */
function dateTime(text: string): string | undefined {
  if (DATE.test(text)) return `${text}T00:00:00Z`;
  return DATE_TIME.test(text) ? text : undefined;
}

/** A Date, or its encoded form. */
export function isMoment(value: Json): boolean {
  return value instanceof Date || (isObject(value) && Object.keys(value).join() === MOMENT);
}

function momentOf(value: Json): string | undefined {
  const encoded = value instanceof Date ? encodeMoment(value) : value;
  if (!isObject(encoded) || !isMoment(encoded)) return undefined;
  const moment = encoded[MOMENT];
  // An invalid Date is none, and a program's own object of this shape must not get past the quotes.
  return isText(moment) && DATE_TIME.test(moment) ? moment : undefined;
}

function isText(value: Json): value is string {
  return typeof value === "string";
}
