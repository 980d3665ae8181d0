import buildQuery, { type ExpandOptions as LibraryOptions } from "odata-query";
import { isObject, type Json, type JsonObject } from "../schema/json.js";
import { findUnknownNames } from "../schema/unknownNames.js";
import { type Filter, fieldPattern, formatFilter, type Report, type UnlistedFields } from "./filter.js";
import { formatOrder, readGivenText, readTop, selectText } from "./queryOptions.js";

/**
 * Related records to include: OData text, the names of navigation properties (`"a/b"` for one below another), or
 * an object with what to ask for of each: `{ salesQuoteLines: { select: ["itemId"], expand: { item: true } } }`.
 *
 * @typeParam Known names that are known; any other can be given as well
 */
export type Expand<Known extends string = never> =
  | (string & {})
  | readonly (Known | (string & {}))[]
  | ({ readonly [Name in Known]?: true | ExpandOptions } & {
      readonly [navigation: string]: true | ExpandOptions;
    });

/** Options of related records. */
export interface ExpandOptions {
  /** Fields to read: a list of names, or OData text. Default: all of them. */
  readonly select?: string | readonly string[] | undefined;
  /** Which of the related records: OData text, or an object. Default: all of them. */
  readonly filter?: string | Filter<UnlistedFields> | undefined;
  /** Fields to order by: names, each alone or with ` asc` or ` desc` behind it, or OData text. Default: the service's order. */
  readonly orderby?: string | readonly string[] | undefined;
  /** Related records of each record at most. Default: all of them. */
  readonly top?: number | undefined;
  /** Records related to these: OData text, a list of names or an object. Default: none. */
  readonly expand?: Expand | undefined;
}

const optionNames = [
  "select",
  "filter",
  "orderby",
  "top",
  "expand",
] as const satisfies (keyof ExpandOptions)[];

/** `$expand` for what is given in one of the forms of {@link Expand}. */
export function formatExpand(expand: Json, path: string, report: Report): string {
  if (typeof expand === "string") return readGivenText(expand, path, report);
  return buildQuery<JsonObject>({ expand: libraryForm(expand, path, report) }).slice("?$expand=".length);
}

/** Related records by the names of their navigation properties, as the library takes them. */
type LibraryForm = string[] | Record<string, Partial<LibraryOptions<JsonObject>>>;

/** These words mean something else to the library where a navigation property stands. */
const RESERVED = new Set(["expand", "levels", "select", "skip", "top", "count", "orderby", "filter"]);

function libraryForm(expand: Json, path: string, report: Report): LibraryForm {
  if ((Array.isArray(expand) || isObject(expand)) && Object.keys(expand).length === 0)
    report(path, "is empty");
  if (Array.isArray(expand))
    return expand.map((name, index) => navigation(name, `${path}[${index}]`, report));
  if (!isObject(expand)) {
    report(path, "must be OData text, a list of names, or an object such as { defaultDimensions: true }");
    return [];
  }
  const entries = Object.entries(expand).map(([name, options]) => {
    const at = `${path}.${name}`;
    if (RESERVED.has(name.toLowerCase())) report(at, "can be expanded only in OData text");
    return [navigation(name, at, report), optionsOf(options, at, report)] as const;
  });
  return Object.fromEntries(entries);
}

/** In a text below other records the library takes a slash for a way; the names of an object it leaves as they are. */
function nestedForm(expand: Json, path: string, report: Report): LibraryForm {
  if (typeof expand !== "string") return libraryForm(expand, path, report);
  return { [readGivenText(expand, path, report)]: {} };
}

function navigation(name: Json, path: string, report: Report): string {
  if (typeof name !== "string" || !fieldPattern.test(name))
    report(path, "is not the name of related records");
  return String(name);
}

function optionsOf(options: Json, path: string, report: Report): Partial<LibraryOptions<JsonObject>> {
  if (options === true) return {};
  if (!isObject(options)) {
    report(path, "must be true, or an object such as { select: […] }");
    return {};
  }
  for (const { path: where, message } of findUnknownNames(options, optionNames, path)) report(where, message);
  const { select, filter, orderby, top, expand } = options;
  return {
    ...(select !== undefined && { select: selectText(select, `${path}.select`, report) }),
    ...(filter !== undefined && { filter: formatFilter(filter, undefined, `${path}.filter`, report) }),
    ...(orderby !== undefined && { orderBy: formatOrder(orderby, `${path}.orderby`, report) }),
    ...(top !== undefined && { top: readTop(top, `${path}.top`, report) }),
    ...(expand !== undefined && { expand: nestedForm(expand, `${path}.expand`, report) }),
  };
}
