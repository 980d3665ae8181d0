import type { Report } from "../schema/inspect.js";
import { isAbsent, isObject, type Json } from "../schema/json.js";
import type { Schema } from "../schema/keywords.js";
import { getFieldKind, isMoment, type Kind, operators } from "./filterValue.js";

const EMPTY = "contains no condition. Omit it to get all records";
const NO_VALUE = "has no value. Omit it, or compare with an empty string to find fields that are not set";
const NO_LIST = "must be one value; use { in: […] } for several, and OData text for other conditions";
const FIELD = /^[A-Za-z_]\w*(\/[A-Za-z_]\w*)*$/;

/**
 * `$filter` for a filter given as text, which stays as it is, or as an object whose conditions all hold:
 *
 *     { displayName: "O'Brien", blocked: " ", unitPrice: { gt: 5, le: 10 }, city: { in: ["Atlanta", "Miami"] } }
 *
 * Values are quoted, escaped and written for the wire by what their field holds.
 *
 * @param record schema of the records; none where nothing is known of their fields
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
    // The service does not know `in` by default.
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
