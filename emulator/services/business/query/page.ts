import { businessErrors } from "../errors.js";
import type { EntityType } from "../model/entityType.js";
import type { Scalar } from "../model/field.js";
import { comparePositions, getPosition, type OrderBy, orderAscending, sortRecords } from "../store/order.js";
import type { StoredRecord } from "../store/store.js";
import type { QueryOptions } from "./options.js";

/** Part of the records that were asked for. */
export interface Page {
  records: StoredRecord[];
  /** How many records pass the filter, on all pages. */
  count: number;
  /** Where the next page starts; absent on the last one. */
  skipToken?: string;
}

/**
 * The page of records that options ask for. The next page is found by the place of this page's last record in the
 * order, so records that come or go in between shift nothing.
 */
export function selectPage(
  candidates: readonly StoredRecord[],
  type: EntityType,
  options: QueryOptions,
  size: number,
): Page {
  const { filter = () => true, skip, top = Number.POSITIVE_INFINITY, skipToken } = options;
  const order = [...options.orderBy, ...orderAscending([...type.identity, "id"])];
  const passing = sortRecords(
    candidates.filter(({ fields }) => filter(fields)),
    order,
  );
  const rest =
    skipToken === undefined ? passing.slice(skip) : behind(passing, order, positionFrom(skipToken, order));
  const records = rest.slice(0, Math.min(size, top));
  const last = records.at(-1);
  const more = last !== undefined && records.length < Math.min(rest.length, top);
  return {
    records,
    count: passing.length,
    ...(more && { skipToken: tokenFor(getPosition(last.fields, order)) }),
  };
}

function behind(records: StoredRecord[], order: OrderBy[], position: Scalar[]): StoredRecord[] {
  return records.filter(({ fields }) => comparePositions(getPosition(fields, order), position, order) > 0);
}

function tokenFor(position: Scalar[]): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

function positionFrom(skipToken: string, order: OrderBy[]): Scalar[] {
  try {
    const position = JSON.parse(Buffer.from(skipToken, "base64url").toString("utf8"));
    if (Array.isArray(position) && position.length === order.length) return position;
  } catch {
    // Falls through to the error: it is no token of ours.
  }
  throw businessErrors.badRequest("The value of $skiptoken is not valid.");
}
