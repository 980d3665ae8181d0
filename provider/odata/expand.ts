import buildQuery from "odata-query";
import { isObject, type Json, type JsonObject } from "../schema/json.js";
import { fieldPattern, filterText, type RecordFilter, type Report } from "./filter.js";
import { givenText, namesText, orderText, topNumber, unknownKeys } from "./queryOptions.js";

/**
 * Related records to bring along: OData text, the names of navigation properties (`"a/b"` for one below another), or
 * an object with what to ask for of each: `{ salesQuoteLines: { select: ["itemId"], expand: { item: true } } }`.
 */
export type Expand = string | readonly string[] | { readonly [navigation: string]: true | ExpandOptions };

/** What to ask for of related records. */
export interface ExpandOptions {
  /** Names of the fields. Default: all of them. */
  readonly select?: readonly string[];
  /** Which of the related records. Default: all of them. */
  readonly filter?: string | RecordFilter<Record<string, unknown>>;
  /** Fields to order by: names, each alone or with ` asc` or ` desc` behind it, or OData text. Default: the service's order. */
  readonly orderby?: string | readonly string[];
  /** Related records of each record at most. Default: all of them. */
  readonly top?: number;
  /** Records related to these, as a list of names or an object. Default: none. */
  readonly expand?: Exclude<Expand, string>;
}

const optionNames = [
  "select",
  "filter",
  "orderby",
  "top",
  "expand",
] as const satisfies (keyof ExpandOptions)[];

/** `$expand` for what is given in one of the forms of {@link Expand}. */
export function expandText(expand: Json, path: string, report: Report): string {
  if (typeof expand === "string") {
    return givenText(expand, path, report);
  }
  if (!Array.isArray(expand) && !isObject(expand)) {
    report(path, "must be OData text, a list of names, or an object such as { defaultDimensions: true }");
    return "";
  }
  return buildQuery<JsonObject>({ expand: libraryForm(expand, path, report) as string[] }).slice(
    "?$expand=".length,
  );
}

/** These words mean something else to the library where a navigation property stands. */
const RESERVED = new Set(["expand", "levels", "select", "skip", "top", "count", "orderby", "filter"]);

function libraryForm(expand: Json, path: string, report: Report): string[] | JsonObject {
  if ((Array.isArray(expand) || isObject(expand)) && Object.keys(expand).length === 0)
    report(path, "is empty");
  if (Array.isArray(expand))
    return expand.map((name, index) => navigation(name, `${path}[${index}]`, report));
  if (!isObject(expand)) {
    report(path, "must be a list of names, or an object such as { defaultDimensions: true }");
    return [];
  }
  const entries = Object.entries(expand).map(([name, options]) => {
    const at = `${path}.${name}`;
    if (RESERVED.has(name.toLowerCase())) report(at, "can only be expanded in OData text");
    return [navigation(name, at, report), optionsOf(options, at, report)];
  });
  return Object.fromEntries(entries);
}

function navigation(name: Json, path: string, report: Report): string {
  if (typeof name !== "string" || !fieldPattern.test(name))
    report(path, "is not the name of related records");
  return String(name);
}

function optionsOf(options: Json, path: string, report: Report): JsonObject {
  if (options === true) return {};
  if (!isObject(options)) {
    report(path, "must be true, or an object such as { select: […] }");
    return {};
  }
  unknownKeys(options, optionNames, path, report);
  const { select, filter, orderby, top, expand } = options;
  return {
    ...(select !== undefined && { select: namesText(select, `${path}.select`, report) }),
    ...(filter !== undefined && { filter: filterText(filter, undefined, `${path}.filter`, report) }),
    ...(orderby !== undefined && { orderBy: orderText(orderby, `${path}.orderby`, report) }),
    ...(top !== undefined && { top: topNumber(top, `${path}.top`, report) }),
    ...(expand !== undefined && { expand: libraryForm(expand, `${path}.expand`, report) }),
  };
}
