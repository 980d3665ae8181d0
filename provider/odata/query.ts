import { MOST_ITEMS } from "../http/linkedPages.js";
import type { Report } from "../schema/finding.js";
import { isAbsent, isObject, type Json } from "../schema/json.js";
import { getPropertySchema, type Schema } from "../schema/keywords.js";
import { guidPattern, normalizeGuid } from "../schema/normalize.js";
import { toWire } from "../schema/wire.js";

/** Names of query options, without `$`. */
const queryOptions = ["filter", "expand", "select", "orderby", "top"] as const;

/** Query options: `{ filter: "id eq …" }`. */
export type Query = Partial<Record<(typeof queryOptions)[number], string>>;

/** Query options as a program sets them. */
type QueryOptions = { readonly [Name in keyof Query]?: Json };

const NAME = /^[A-Za-z_]\w*$/;
const ORDER = /^[A-Za-z_]\w*(\/[A-Za-z_]\w*)*( asc| desc)?$/;
const NO_ORDER = 'is not the name of a field, alone or followed by " asc" or " desc"';

/**
 * Formats the options of a query, without encoding them for an address.
 *
 * @param record schema of the records; undefined if their fields are not known
 */
export function createQuery(args: QueryOptions, record: Schema | undefined, report: Report): Query {
  const write: Record<keyof QueryOptions, (given: Json) => string> = {
    filter: (given) => formatFilter(given, record, "filter", report),
    expand: (given) => formatNames(given, NAME, "is not the name of related records", "expand", report),
    select: (given) => formatNames(given, NAME, "is not the name of a field", "select", report),
    orderby: (given) => formatNames(given, ORDER, NO_ORDER, "orderby", report),
    top: (given) => formatTop(given, report),
  };
  const given = queryOptions.filter((name) => !isAbsent(args[name]));
  return Object.fromEntries(
    given.map((name) => {
      const text = write[name](args[name]);
      if (/\p{Surrogate}/u.test(text))
        report(name, "contains an incomplete character (half of a surrogate pair)");
      return [name, text];
    }),
  );
}

/** @param given OData text, which is not changed, or a list of names that match `pattern` */
function formatNames(given: Json, pattern: RegExp, problem: string, path: string, report: Report): string {
  if (typeof given === "string") {
    if (given.trim() === "") report(path, "is empty");
    return given;
  }
  if (!Array.isArray(given) || given.length === 0) {
    report(path, Array.isArray(given) ? "is empty" : "must be a list of names");
    return "";
  }
  given.forEach((name, index) => {
    if (typeof name !== "string" || !pattern.test(name)) report(`${path}[${index}]`, problem);
  });
  return given.join(",");
}

function formatTop(top: Json, report: Report): string {
  if (typeof top !== "number" || !Number.isInteger(top)) report("top", "must be a whole number");
  else if (top < 1) report("top", "must be at least 1");
  else if (top > MOST_ITEMS) report("top", `must be at most ${MOST_ITEMS}`);
  return String(Number(top));
}

const EMPTY = "contains no condition. Omit it to get all records";
const NO_VALUE = "has no value. Omit it, or compare with an empty string to find fields that are not set";
const NO_LIST = "must be one value; use { in: […] } for several, and OData text for other conditions";
const FIELD = /^[A-Za-z_]\w*(\/[A-Za-z_]\w*)*$/;

/**
 * Formats `$filter` from OData text, which is not changed, or from an object whose conditions must all be true:
 *
 *     { displayName: "O'Brien", blocked: " ", unitPrice: { gt: 5, le: 10 }, city: { in: ["Atlanta", "Miami"] } }
 *
 * Each value is quoted and escaped by the kind of its field.
 *
 * @param record schema of the records; undefined if their fields are not known
 * @param path of the filter, for problems
 */
export function formatFilter(filter: Json, record: Schema | undefined, path: string, report: Report): string {
  if (typeof filter === "string") {
    if (filter.trim() === "") report(path, EMPTY);
    return filter;
  }
  if (!isObject(filter)) {
    report(path, "must be OData text, or an object such as { number: … }");
    return "";
  }
  const entries = Object.entries(filter);
  if (entries.length === 0) report(path, EMPTY);
  return entries
    .flatMap(([name, value]) => formatConditions(name, value, record, `${path}.${name}`, report))
    .join(" and ");
}

/** The conditions of one field: `{ "no": "A" }` compares for equality, and an object has an operator for each comparison. */
function formatConditions(
  name: string,
  value: Json,
  record: Schema | undefined,
  path: string,
  report: Report,
): string[] {
  if (!FIELD.test(name)) report(path, "is not the name of a field");
  const { kind, schema } = getFieldKind(record, name);
  const compare = (operator: string, given: Json, at: string): string => {
    const text = kind.write(given, schema);
    if (Array.isArray(given)) report(at, NO_LIST);
    else if (text === undefined) report(at, isAbsent(given) ? NO_VALUE : `must be ${kind.values}`);
    return `${name} ${operator} ${text}`;
  };
  if (!isObject(value) || isMoment(value)) return [compare("eq", value, path)];
  const comparisons = Object.entries(value);
  if (comparisons.length === 0) report(path, EMPTY);
  return comparisons.map(([operator, given]) => {
    const at = `${path}.${operator}`;
    const problem = operatorProblem(operator, kind);
    if (problem !== undefined) report(at, problem);
    if (operator !== "in") return compare(operator, given, at);
    // The service does not support `in` by default.
    const values = nonEmptyList(given, at, report);
    return `(${values.map((each, index) => compare("eq", each, `${at}[${index}]`)).join(" or ")})`;
  });
}

function operatorProblem(operator: string, { hasOrder }: Kind): string | undefined {
  const usable: readonly string[] = [...operators.equality, ...(hasOrder ? operators.order : [])];
  if (usable.includes(operator)) return undefined;
  const isKnown = operators.order.some((known) => known === operator);
  return `${isKnown ? "is not an operator for this field" : "is not an operator"}; use ${usable.join(", ")}, or OData text`;
}

function nonEmptyList(value: Json, path: string, report: Report): Json[] {
  if (Array.isArray(value) && value.length > 0) return value;
  report(path, Array.isArray(value) ? "is empty and would match no record" : "must be a list");
  return [];
}

export function formatLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Filter operators for all fields, and for fields whose values have an order. */
const operators = {
  equality: ["eq", "ne", "in"],
  order: ["gt", "ge", "lt", "le"],
} as const;

/**
 * How filters compare a kind of field. The field decides whether a value is quoted, not the value: the name of a customer may look
 * like a GUID or a date.
 */
interface Kind {
  /** The valid values, as the rest of a sentence after "must be". */
  values: string;
  hasOrder: boolean;
  /** Formats a value for a filter; undefined if the value is not valid. */
  write(value: Json, schema: Schema | undefined): string | undefined;
}

/** The property of an encoded Date. */
const MOMENT = "moment";

/** Encodes a Date as plain data, because the SDK's Outputs turn a Date into `{}`. */
export function encodeMoment(date: Date): Json {
  return { [MOMENT]: Number.isNaN(date.getTime()) ? "" : date.toISOString() };
}

const kinds = {
  text: {
    values: "a string",
    hasOrder: true,
    write: (value) => (isText(value) ? formatLiteral(value) : undefined),
  },
  option: {
    values: "a string",
    hasOrder: false,
    // The service compares the escaped name: `'_x0020_'` for a blank.
    write: (value, schema) => (isText(value) ? formatLiteral(String(toWire(schema, value))) : undefined),
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
  /** A field that is not known: the type of the value decides. */
  any: {
    values: "a string, a number, true, false or a Date",
    hasOrder: true,
    write: (value) => {
      if (isText(value)) return formatLiteral(value);
      if (typeof value === "boolean" || Number.isFinite(value)) return String(value);
      return momentOf(value);
    },
  },
} satisfies Record<string, Kind>;

/**
 * The kind of a field, by its schema or else by its name (document "Business Records Update Interface": identifiers, `id` and
 * `*Id`, are GUIDs, timestamps are ISO 8601).
 *
 * @param record schema of the field's record; undefined if its fields are not known
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
  // The path of a field of a related record begins with that record: `currency/id`.
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/^id$|Id$/.test(name)) return "guid";
  if (/DateTime$/.test(name)) return "dateTime";
  if (/Date$/.test(name)) return "date";
  return schema === undefined ? "any" : "text";
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/i;

/** A date without a time means midnight in UTC. */
function dateTime(text: string): string | undefined {
  if (DATE.test(text)) return `${text}T00:00:00Z`;
  return DATE_TIME.test(text) ? text : undefined;
}

function isMoment(value: Json): boolean {
  return isObject(value) && Object.keys(value).join() === MOMENT;
}

function momentOf(value: Json): string | undefined {
  if (!isObject(value) || !isMoment(value)) return undefined;
  const moment = value[MOMENT];
  // Refuses an invalid Date, and other text in an object of this shape, because it would not be quoted.
  return isText(moment) && DATE_TIME.test(moment) ? moment : undefined;
}

function isText(value: Json): value is string {
  return typeof value === "string";
}
