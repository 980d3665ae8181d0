import { businessErrors } from "../errors.js";
import type { Collection, EntityType } from "../model/entityType.js";
import { getEntityType, type Version } from "../model/index.js";
import { type OrderBy, type StoredRecord, sortRecords } from "../store/store.js";

import { type Filter, readFilter } from "./filter.js";

export interface QueryOptions {
  /** The type of the records, with the fields of the requested version. */
  type: EntityType;
  filter?: Filter;
  orderBy: OrderBy[];
  /** Names of the fields in the response. Default: all. */
  select?: string[];
  expand: Expansion[];
  top?: number;
  /** Number of records before the page, from the link to it. */
  skip: number;
}

export interface Expansion {
  navigation: string;
  to: Collection;
  /** The field of this record with the id of the other. */
  here?: string;
  /** The field of the other records with the id of this one. */
  there?: string;
  options: QueryOptions;
}

export const OF_A_RECORD = ["$select", "$expand"];
const OF_AN_EXPANSION = [...OF_A_RECORD, "$filter", "$orderby", "$top"];
export const OF_A_COLLECTION = [...OF_AN_EXPANSION, "$skiptoken"];

/** Parses query options. Names without "$" do not belong to the protocol and are ignored. */
export function parseOptions(
  version: Version,
  collection: Collection,
  entries: Iterable<[string, string]>,
  allowed: readonly string[],
): QueryOptions {
  const type = getEntityType(version, collection);
  const given = new Map<string, string>();
  for (const [name, value] of entries) {
    if (name.startsWith("$")) {
      if (!allowed.includes(name))
        throw businessErrors.badRequest(`The query option '${name}' is not supported here.`);
      if (given.has(name))
        throw businessErrors.badRequest(`Query option '${name}' was specified more than once.`);
      given.set(name, value);
    }
  }
  const filter = given.get("$filter");
  const top = given.get("$top");
  return {
    type,
    filter: filter === undefined ? undefined : readFilter(filter, type),
    orderBy: parseOrderBy(given.get("$orderby"), type),
    select: parseSelect(given.get("$select"), type),
    expand: parseExpand(given.get("$expand"), type, version),
    top: top === undefined ? undefined : wholeNumber("$top", top),
    skip: wholeNumber("$skip", given.get("$skiptoken") ?? "0"),
  };
}

/** Parses the text of `$expand`: names separated by commas, each with its options in parentheses. */
function parseExpand(text: string | undefined, type: EntityType, version: Version): Expansion[] {
  const parts = text === undefined ? [] : splitTop(text, ",");
  const expansions = parts.map((part) => parseExpansion(part.trim(), type, version));
  const names = expansions.map(({ navigation }) => navigation);
  const twice = names.find((name, position) => names.indexOf(name) !== position);
  if (twice !== undefined)
    throw businessErrors.badRequest(`The navigation property '${twice}' is expanded more than once.`);
  return expansions;
}

function parseExpansion(text: string, type: EntityType, version: Version): Expansion {
  const [, navigation = text, nested] = /^(\w+)(?:\((.*)\))?$/s.exec(text) ?? [];
  const child = type.children.find((one) => one.navigation === navigation);
  const relation = type.relations.find((one) => one.navigation === navigation);
  const to = child?.of ?? relation?.to;
  if (to === undefined) throw businessErrors.unknownProperty(navigation, type.name);
  const entries = nested === undefined ? [] : splitTop(nested, ";").map(parseEntry);
  const options = parseOptions(version, to, entries, child ? OF_AN_EXPANSION : OF_A_RECORD);
  return { navigation, to, here: relation?.id, there: child?.parentId, options };
}

function parseEntry(option: string): [string, string] {
  const [, name, value] = /^\s*(\$\w+)\s*=(.*)$/s.exec(option) ?? [];
  if (name === undefined || value === undefined)
    throw businessErrors.badRequest(`Syntax error in $expand: '${option}'.`);
  return [name, value.trim()];
}

/** Parses `$select`: names separated by commas, or `*` for all. */
function parseSelect(text: string | undefined, type: EntityType): string[] | undefined {
  const names = text?.split(",").map((name) => name.trim());
  for (const name of names ?? []) {
    if (name !== "*") requireField(name, type);
  }
  return names?.includes("*") ? undefined : names;
}

/** Parses `$orderby`: names separated by commas, each with an optional direction. */
function parseOrderBy(text: string | undefined, type: EntityType): OrderBy[] {
  if (text === undefined) return [];
  return splitTop(text, ",").map((part) => {
    const [field = "", direction = "asc", ...rest] = part.trim().split(/\s+/);
    requireField(field, type);
    if (!["asc", "desc"].includes(direction) || rest.length > 0)
      throw businessErrors.badRequest(`Syntax error in $orderby: '${part.trim()}'.`);
    return { field, descending: direction === "desc" };
  });
}

function requireField(name: string, type: EntityType): void {
  if (!Object.hasOwn(type.fields, name)) throw businessErrors.unknownProperty(name, type.name);
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw businessErrors.badRequest(`Invalid value '${text}' for ${option} query option found.`);
  return Number(text);
}

/** Splits at a character outside of parentheses and strings. */
function splitTop(text: string, mark: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const token of text.match(/'[^']*'?|[^']/g) ?? []) {
    depth += Number(token === "(") - Number(token === ")");
    if (token === mark && depth === 0) parts.push("");
    else parts.push(parts.pop() + token);
  }
  return parts;
}

/** Returns a page of records and, except on the last page, the number of records before the next page. */
export function selectPage(
  candidates: readonly StoredRecord[],
  { type, filter = () => true, orderBy, skip, top = Number.POSITIVE_INFINITY }: QueryOptions,
  size = Number.POSITIVE_INFINITY,
) {
  const passing = candidates.filter(({ fields }) => filter(fields));
  const rest = sortRecords(passing, type, orderBy).slice(skip, skip + top);
  const records = rest.slice(0, size);
  return { records, next: records.length < rest.length ? skip + records.length : undefined };
}
