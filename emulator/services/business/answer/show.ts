import type { EntityType } from "../model/entityType.js";
import { isOption, type Scalar } from "../model/field.js";
import { toWire } from "../optionText.js";
import { candidatesFor } from "../query/candidates.js";
import type { Expansion, QueryOptions } from "../query/options.js";
import { pageOf } from "../query/page.js";
import type { Place, RecordStore, StoredRecord } from "../store/store.js";
import { tagOf } from "../store/tag.js";
import { typeIn, type Version } from "../version.js";

/** A record as it stands in an answer. */
export type Shown = Record<string, unknown>;

/** Shows a record the way a version of the interface does, with what the options select and expand. */
export function show(
  store: RecordStore,
  version: Version,
  place: Place,
  record: StoredRecord,
  { select, expand }: Pick<QueryOptions, "select" | "expand">,
): Shown {
  const type = typeIn(version, place.collection);
  const shown: Shown = type.tagged ? { "@odata.etag": tagOf(record.sequence) } : {};
  for (const name of Object.keys(type.fields)) {
    if (select === undefined || select.includes(name)) {
      shown[name] = wireValue(type, name, record.fields[name] ?? "");
    }
  }
  for (const expansion of expand) {
    shown[expansion.navigation] = expanded(store, version, place, record, expansion);
  }
  return shown;
}

function wireValue(type: EntityType, name: string, value: Scalar): Scalar {
  const field = type.fields[name];
  return field !== undefined && isOption(field) ? toWire(String(value)) : value;
}

function expanded(
  store: RecordStore,
  version: Version,
  { company }: Place,
  record: StoredRecord,
  { to, by, options }: Expansion,
): Shown | Shown[] | null {
  const place: Place = { company, collection: to };
  const shown = (other: StoredRecord) => show(store, version, place, other, options);
  if ("here" in by) {
    const other = store.find(place, String(record.fields[by.here]));
    return other === undefined ? null : shown(other);
  }
  const candidates = candidatesFor(store, place, { [by.there]: record.id }, options.lookup);
  return pageOf(candidates, typeIn(version, to), options, Number.POSITIVE_INFINITY).records.map(shown);
}
