import type { Report } from "../schema/inspect.js";
import { isAbsent, type Json } from "../schema/json.js";
import type { Schema } from "../schema/keywords.js";
import type { Query } from "./companyClient.js";
import { formatFilter } from "./filter.js";

/** The options of a query, by the names that a program gives them. */
export const queryOptions = ["filter", "expand", "select", "orderby", "top"] as const;

type QueryOptions = { readonly [Name in (typeof queryOptions)[number]]?: Json };

/** Records that a query may ask for at most. */
export const MOST_RECORDS = 100_000;

const NAME = /^[A-Za-z_]\w*$/;
const ORDER = /^[A-Za-z_]\w*(\/[A-Za-z_]\w*)*( asc| desc)?$/;
const NO_ORDER = 'is not the name of a field, alone or with " asc" or " desc"';

/**
 * The options of a query as they are sent, before they are encoded for the address.
 *
 * @param args the options as a program gives them; what is absent is not given
 * @param record schema of the records; none where nothing is known of their fields
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

/** OData text, which stays as it is, or a list of names that match `pattern`. */
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
  else if (top > MOST_RECORDS) report("top", `must be at most ${MOST_RECORDS}`);
  return String(Number(top));
}
