import buildQuery from "odata-query";
import { isAbsent, isObject, type Json } from "../schema/json.js";
import type { Schema } from "../schema/keywords.js";
import { getFieldKind, isMoment, type Kind, operators } from "./filterValue.js";

/**
 * A filter as an object:
 *
 *     { displayName: "O'Brien", blocked: " ", lastModifiedDateTime: { ge: new Date(0) } }
 *     { or: [{ number: { startswith: "10" } }, { city: { in: ["Atlanta", "Miami"] } }] }
 *
 * Its entries hold all at once; a value alone stands for `eq`. Values are quoted, escaped and written for the wire by
 * what their field holds.
 */
export type Filter<Fields> = {
  readonly [Field in keyof Fields]?: FieldFilter<Fields[Field]>;
} & RelatedFields &
  Groups<Fields>;

interface Groups<Fields> {
  /** Each of them holds. */
  readonly and?: readonly Filter<Fields>[];
  /** At least one of them holds. The service may refuse it for conditions on different fields. */
  readonly or?: readonly Filter<Fields>[];
  /** It does not hold. */
  readonly not?: Filter<Fields>;
}

/** The values that a field can be compared with, by its kind; any value where the kind is not known. */
type FieldFilter<Kind> = Kind extends keyof FieldFilters ? FieldFilters[Kind] : unknown;

interface FieldFilters {
  text: string | (Equality<string> & Order<string> & Search);
  option: string | Equality<string>;
  guid: string | Equality<string>;
  dateTime: Moment | (Equality<Moment> & Order<Moment>);
  date: Moment | (Equality<Moment> & Order<Moment>);
  number: number | (Equality<number> & Order<number>);
  flag: boolean | Equality<boolean>;
}

type Moment = string | Date;

/** Fields of related records, with the way to them: `currency/code`. */
interface RelatedFields {
  readonly [field: `${string}/${string}`]: unknown;
  readonly [id: `${string}/id` | `${string}/${string}Id`]: FieldFilters["guid"];
  readonly [time: `${string}/${string}DateTime`]: FieldFilters["dateTime"];
  readonly [day: `${string}/${string}Date`]: FieldFilters["date"];
}

/** Fields of records without a schema: their names decide their kinds. See {@link getFieldKind}. */
export interface UnlistedFields {
  readonly [field: string]: unknown;
  readonly [id: `${string}Id`]: "guid";
  readonly [time: `${string}DateTime`]: "dateTime";
  readonly [day: `${string}Date`]: "date";
  readonly id: "guid";
}

interface Equality<Value> {
  /** It holds this value. For every field. */
  readonly eq?: Value;
  /** It holds another value. For every field. */
  readonly ne?: Value;
  /** It holds one of these. For every field. Sent as `eq` joined by `or`, since the service does not know `in` by default. */
  readonly in?: readonly Value[];
}

interface Order<Value> {
  /** It is greater, or later. For numbers, dates and texts; not for ids and options. */
  readonly gt?: Value;
  /** It is greater or equal. For the same fields. */
  readonly ge?: Value;
  /** It is less, or earlier. For the same fields. */
  readonly lt?: Value;
  /** It is less or equal. For the same fields. */
  readonly le?: Value;
}

interface Search {
  /** This text stands in it. For texts; not for ids, dates and options. */
  readonly contains?: string;
  /** It begins with this text. For the same fields. */
  readonly startswith?: string;
  /** It ends with this text. For the same fields. */
  readonly endswith?: string;
}

/** Receives every problem of a query. No message has a value in it: it may be a secret. */
export type Report = (path: string, message: string) => void;

/**
 * `$filter` for a filter given as text, which stays as it is, or as an object; see {@link Filter}.
 *
 * @param record schema of the records; none where nothing is known of their fields
 * @param path where the filter stands, for what is reported
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
  const query = buildQuery({ filter: conditionsOf(filter, record, path, report) });
  return query.slice("?$filter=".length);
}

const EMPTY = "contains no condition. Omit it to get all records";

/** Conditions in the library's form; those of a list all hold. */
type Condition = Record<string, unknown>;

/**
 * Only forms go to the library that it writes without doubt, with every value written already: left to itself it
 * drops what is undefined, and with it the condition, loses brackets around `or` within a field, and quotes by type.
 */
function conditionsOf(filter: Json, record: Schema | undefined, path: string, report: Report): Condition[] {
  if (!isObject(filter)) {
    report(path, "must be an object such as { number: … }");
    return [];
  }
  const entries = Object.entries(filter);
  if (entries.length === 0) report(path, EMPTY);
  return entries.flatMap(([name, value]) => {
    const at = `${path}.${name}`;
    if (name === "not") return [{ not: [conditionsOf(value, record, at, report)] }];
    if (name !== "and" && name !== "or") return fieldConditions(name, value, record, at, report);
    const parts = nonEmptyList(value, at, report);
    return [{ [name]: parts.map((part, index) => conditionsOf(part, record, `${at}[${index}]`, report)) }];
  });
}

/** A field of the record, or one of a related record: `currency/code`. */
export const fieldPattern = /^[A-Za-z_]\w*(\/[A-Za-z_]\w*)*$/;

function fieldConditions(
  name: string,
  value: Json,
  record: Schema | undefined,
  path: string,
  report: Report,
): Condition[] {
  if (!fieldPattern.test(name)) report(path, "is not the name of a field");
  const { kind, schema } = getFieldKind(record, name);
  const write = (given: Json, at: string): Json => {
    const text = kind.write(given, schema);
    if (text === undefined) report(at, isAbsent(given) ? NO_VALUE : `must be ${kind.values}`);
    return { type: "raw", value: text };
  };
  if (!isComparison(value)) return [{ [name]: { eq: write(value, path) } }];
  const comparisons = Object.entries(value);
  if (comparisons.length === 0) report(path, EMPTY);
  return comparisons.map(([operator, given]): Condition => {
    const at = `${path}.${operator}`;
    const problem = operatorProblem(operator, kind);
    if (problem !== undefined) report(at, problem);
    if (operator !== "in") return { [name]: { [operator]: write(given, at) } };
    const values = nonEmptyList(given, at, report);
    return { or: values.map((each, index) => [{ [name]: { eq: write(each, `${at}[${index}]`) } }]) };
  });
}

const NO_VALUE = "has no value. Omit it, or compare with an empty string to find fields that are not set";

function isComparison(value: Json): value is Record<string, Json> {
  return isObject(value) && !isMoment(value);
}

function operatorProblem(operator: string, kind: Kind): string | undefined {
  const usable: readonly string[] = kind.groups.flatMap((group) => [...operators[group]]);
  if (usable.includes(operator)) return undefined;
  const isKnown = Object.values(operators).some((group) => group.some((known) => known === operator));
  return `${isKnown ? "is not an operator for this field" : "is not an operator"}; use ${usable.join(", ")}`;
}

function nonEmptyList(value: Json, path: string, report: Report): Json[] {
  if (Array.isArray(value) && value.length > 0) return value;
  report(path, Array.isArray(value) ? "is empty and would match no record" : "must be a list");
  return [];
}
