import type { Fields } from "../model/field.js";
import type { Place, RecordStore, StoredRecord } from "../store/store.js";
import type { Lookup } from "./lookup.js";

/** The records that can be meant: found by an index where there is one, for a filter is costly over thousands. */
export function candidatesFor(
  store: RecordStore,
  place: Place,
  within: Fields,
  lookup: Lookup | undefined,
): readonly StoredRecord[] {
  const found = lookup === undefined ? undefined : lookedUp(store, place, lookup);
  const [common] = Object.entries(within);
  if (common === undefined) {
    return found ?? store.all(place);
  }
  const [field, value] = common;
  return found?.filter(({ fields }) => fields[field] === value) ?? store.having(place, field, value);
}

function lookedUp(store: RecordStore, place: Place, { field, values }: Lookup): StoredRecord[] {
  return [...values].flatMap((value) =>
    field === "id" ? (store.find(place, String(value)) ?? []) : store.having(place, field, value),
  );
}
