import type { Fields, Scalar } from "../model/field.js";

export interface OrderBy {
  field: string;
  descending: boolean;
}

/** Sorts by several fields, each ascending. */
export function orderAscending(fields: readonly string[]): OrderBy[] {
  return fields.map((field) => ({ field, descending: false }));
}

export function getPosition(fields: Fields, order: readonly OrderBy[]): Scalar[] {
  return order.map(({ field }) => fields[field] ?? "");
}

export function comparePositions(
  left: readonly Scalar[],
  right: readonly Scalar[],
  order: readonly OrderBy[],
): number {
  for (const [step, { descending }] of order.entries()) {
    const compared = compare(left[step] ?? "", right[step] ?? "");
    if (compared !== 0) return descending ? -compared : compared;
  }
  return 0;
}

export function sortRecords<Item extends { fields: Fields }>(
  records: readonly Item[],
  order: readonly OrderBy[],
): Item[] {
  return records
    .map((record) => ({ record, position: getPosition(record.fields, order) }))
    .sort((left, right) => comparePositions(left.position, right.position, order))
    .map(({ record }) => record);
}

function compare(left: Scalar, right: Scalar): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
