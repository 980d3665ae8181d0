import type { EntityType } from "../model/entityType.js";
import { orderAscending, sortRecords } from "../store/order.js";
import type { StoredRecord } from "../store/store.js";
import type { QueryOptions } from "./options.js";

export interface Page {
  records: StoredRecord[];
  /** Number of records before the next page. Absent on the last page. */
  next?: number;
}

export function selectPage(
  candidates: readonly StoredRecord[],
  type: EntityType,
  { filter = () => true, orderBy, skip, top = Number.POSITIVE_INFINITY }: QueryOptions,
  size: number,
): Page {
  const passing = candidates.filter(({ fields }) => filter(fields));
  const sorted = sortRecords(passing, [...orderBy, ...orderAscending([...type.identity, "id"])]);
  const rest = sorted.slice(skip, skip + top);
  const records = rest.slice(0, size);
  return { records, ...(records.length < rest.length && { next: skip + records.length }) };
}
