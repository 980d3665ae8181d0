import type { Json } from "../schema/json.js";
import type { Report } from "./filter.js";

/** The options of a query that are lists of names and numbers. */

const NAME = /^[A-Za-z_]\w*$/;
const ORDER = /^[A-Za-z_]\w*(\/[A-Za-z_]\w*)*( asc| desc)?$/;

/** `$select` for OData text, which stays as it is, or a list of fields. */
export function selectText(select: Json, path: string, report: Report): string {
  return typeof select === "string"
    ? readGivenText(select, path, report)
    : listText(select, NAME, "is not the name of a field", path, report);
}

/** `$orderby` for OData text, which stays as it is, or a list of fields, each alone or with ` asc` or ` desc`. */
export function formatOrder(order: Json, path: string, report: Report): string {
  return typeof order === "string"
    ? readGivenText(order, path, report)
    : listText(order, ORDER, 'is not the name of a field, alone or with " asc" or " desc"', path, report);
}

/** `$expand` for OData text, which stays as it is, or a list of navigation properties. */
export function formatExpand(expand: Json, path: string, report: Report): string {
  return typeof expand === "string"
    ? readGivenText(expand, path, report)
    : listText(expand, NAME, "is not the name of related records", path, report);
}

/** OData text that stays as it is. */
function readGivenText(text: string, path: string, report: Report): string {
  if (text.trim() === "") report(path, "is empty");
  return text;
}

/** `$top` for a number of records from 1 to `most`. */
export function readTop(top: Json, path: string, report: Report, most: number): number {
  if (typeof top !== "number" || !Number.isInteger(top)) report(path, "must be a whole number");
  else if (top < 1) report(path, "must be at least 1");
  else if (top > most) report(path, `must be at most ${most}`);
  return Number(top);
}

function listText(list: Json, pattern: RegExp, problem: string, path: string, report: Report): string {
  if (!Array.isArray(list) || list.length === 0) {
    report(path, Array.isArray(list) ? "is empty" : "must be a list of names");
    return "";
  }
  list.forEach((name, index) => {
    if (typeof name !== "string" || !pattern.test(name)) report(`${path}[${index}]`, problem);
  });
  return list.join(",");
}
