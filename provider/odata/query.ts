import { isAbsent, type Json } from "../schema/json.js";
import type { Schema } from "../schema/keywords.js";
import type { Query } from "./companyClient.js";
import { formatFilter, type Report } from "./filter.js";
import { formatExpand, formatOrder, readTop, selectText } from "./queryOptions.js";

/** The options of a query, by the names that a program gives them. */
export const queryOptions = ["filter", "expand", "select", "orderby", "top"] as const;

type QueryOptions = { readonly [Name in (typeof queryOptions)[number]]?: Json };

/** Records that a query may ask for at most. */
export const MOST_RECORDS = 100_000;

/**
 * The options of a query as they are sent, before they are encoded for the address.
 *
 * @param args the options as a program gives them; what is absent is not given
 * @param record schema of the records; none where nothing is known of their fields
 */
export function createQuery(args: QueryOptions, record: Schema | undefined, report: Report): Query {
  const write: Record<keyof QueryOptions, (given: Json) => string> = {
    filter: (given) => formatFilter(given, record, "filter", report),
    expand: (given) => formatExpand(given, "expand", report),
    select: (given) => selectText(given, "select", report),
    orderby: (given) => formatOrder(given, "orderby", report),
    top: (given) => String(readTop(given, "top", report, MOST_RECORDS)),
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
