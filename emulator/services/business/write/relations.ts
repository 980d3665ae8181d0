import { ZERO_GUID } from "../../../guid.js";
import { businessErrors } from "../errors.js";
import type { EntityType, Relation } from "../model/entityType.js";
import type { Fields, Scalar } from "../model/field.js";
import { entityTypes } from "../model/index.js";
import type { RecordStore, StoredRecord } from "../store/store.js";

/**
 * Computes the fields that depend on the relations of a write: an id sets the fields that repeat the other record, and a code
 * sets the id.
 *
 * @param given the fields of the write
 * @param current the record before the write
 * @param every whether to include relations that the write does not set
 */
export function resolveRelatedFields(
  store: RecordStore,
  company: string,
  type: EntityType,
  given: Fields,
  current: Fields,
  every: boolean,
): Record<string, Scalar> {
  const own = (field: string) => given[field] ?? current[field];
  const fields: Record<string, Scalar> = {};
  for (const relation of type.relations) {
    const { id, foundBy = id, repeats = {}, whenUnset, when = {}, sharing, to } = relation;
    const isSet = every || given[id] !== undefined || given[foundBy] !== undefined;
    if (!isSet || !Object.entries(when).every(([field, value]) => own(field) === value)) continue;
    const other = otherRecord(store, company, type, relation, given);
    if (other !== undefined && sharing !== undefined && other.fields[sharing] !== own(sharing))
      throw businessErrors.unknownRelation(id, type.caption, other.id, entityTypes[to].caption);
    fields[id] = other?.id ?? ZERO_GUID;
    for (const [field, there] of Object.entries(repeats))
      fields[field] = other?.fields[there] ?? whenUnset?.[field] ?? "";
  }
  return fields;
}

/** Finds the other record. An id has priority over a code, and both must match. */
function otherRecord(
  store: RecordStore,
  company: string,
  type: EntityType,
  { id: name, to, foundBy = "", repeats, whenUnset, required }: Relation,
  given: Fields,
): StoredRecord | undefined {
  const place = { company, collection: to };
  const { caption } = entityTypes[to];
  const id = given[name] ?? ZERO_GUID;
  const code = given[foundBy];
  const codeThere = repeats?.[foundBy] ?? "";
  if (id !== ZERO_GUID) {
    const other = store.find(place, String(id));
    if (other === undefined) throw businessErrors.unknownRelation(name, type.caption, id, caption);
    if (code !== undefined && code !== other.fields[codeThere])
      throw businessErrors.relationMismatch(name, foundBy, caption);
    return other;
  }
  if (code === undefined || code === "" || code === whenUnset?.[foundBy]) {
    if (required) throw businessErrors.required(name, type.name);
    return undefined;
  }
  const [other] = store.having(place, { [codeThere]: code });
  if (other === undefined) throw businessErrors.unknownRelation(foundBy, type.caption, code, caption);
  return other;
}
