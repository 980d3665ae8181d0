import { businessErrors } from "../errors.js";
import type { EntityType } from "../model/entityType.js";
import type { Scalar } from "../model/field.js";
import { comparePositions, getPosition, type OrderBy, orderAscending, sortRecords } from "../store/order.js";
import type { StoredRecord } from "../store/store.js";
import type { QueryOptions } from "./options.js";

export interface Page {
  records: StoredRecord[];
  /** Number of records that pass the filter, on all pages. */
  count: number;
  /** Where the next page starts. Absent on the last page. */
  skipToken?: string;
}

/**
 * Selects a page of records. The next page begins after the position of the last record in the order, so that added and removed
 * records do not shift it.
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
    // Falls through to the error: the token is invalid.
  }
  throw businessErrors.badRequest("The value of $skiptoken is not valid.");
}
