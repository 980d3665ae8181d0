import type { Fields, Scalar } from "../model/field.js";
import type { Place, RecordStore, StoredRecord } from "../store/store.js";
import type { Expression } from "./parseFilter.js";

/** Records outside of these cannot pass a filter. */
export interface Lookup {
  field: string;
  values: Set<Scalar>;
}

/**
 * The part of a filter about a field that records are looked up by: a comparison for equality, several of them
 * joined by `or`, or one of the conditions joined by `and`.
 */
export function findLookup(expression: Expression, fields: readonly string[]): Lookup | undefined {
  switch (expression.kind) {
    case "compare": {
      const { comparison, left, right } = expression;
      const usable =
        comparison === "eq" &&
        left.kind === "field" &&
        right.kind === "literal" &&
        fields.includes(left.name);
      return usable && right.value !== null
        ? { field: left.name, values: new Set([right.value]) }
        : undefined;
    }
    case "and":
      return expression.operands.map((operand) => findLookup(operand, fields)).find((lookup) => lookup);
    case "or":
      return united(expression.operands.map((operand) => findLookup(operand, fields)));
    default:
      return undefined;
  }
}

function united([first, ...others]: (Lookup | undefined)[]): Lookup | undefined {
  if (first === undefined) return undefined;
  const values = new Set(first.values);
  for (const other of others) {
    if (other?.field !== first.field) return undefined;
    for (const value of other.values) values.add(value);
  }
  return { field: first.field, values };
}

/** The records that can be meant: found by an index where there is one, for a filter is costly over thousands. */
export function findCandidates(
  store: RecordStore,
  place: Place,
  within: Fields,
  lookup: Lookup | undefined,
): readonly StoredRecord[] {
  const found = lookup === undefined ? undefined : lookedUp(store, place, lookup);
  const [common] = Object.entries(within);
  if (common === undefined) return found ?? store.all(place);
  const [field, value] = common;
  return found?.filter(({ fields }) => fields[field] === value) ?? store.having(place, field, value);
}

function lookedUp(store: RecordStore, place: Place, { field, values }: Lookup): StoredRecord[] {
  return [...values].flatMap((value) =>
    field === "id" ? (store.find(place, String(value)) ?? []) : store.having(place, field, value),
  );
}
