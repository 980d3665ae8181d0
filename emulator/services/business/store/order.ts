import type { Fields, Scalar } from "../model/field.js";

export interface OrderBy {
  field: string;
  descending: boolean;
}

/** Sorts by several fields, each ascending. */
export function orderAscending(fields: readonly string[]): OrderBy[] {
  return fields.map((field) => ({ field, descending: false }));
}

export function sortRecords<Item extends { fields: Fields }>(
  records: readonly Item[],
  order: readonly OrderBy[],
): Item[] {
  return [...records].sort((left, right) => {
    for (const { field, descending } of order) {
      const compared = compare(left.fields[field] ?? "", right.fields[field] ?? "");
      if (compared !== 0) return descending ? -compared : compared;
    }
    return 0;
  });
}

function compare(left: Scalar, right: Scalar): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
