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
  const fields: Record<string, Scalar> = {};
  for (const relation of type.relations) {
    const holds = Object.entries(relation.when ?? {}).every(
      ([field, value]) => (given[field] ?? current[field]) === value,
    );
    if (holds && (every || isSet(relation, given))) {
      const other = otherRecord(store, company, type, relation, given);
      refuseUnrelated(type, relation, other, (field) => given[field] ?? current[field]);
      fields[relation.id] = other?.id ?? ZERO_GUID;
      for (const [field, there] of Object.entries(relation.repeats ?? {}))
        fields[field] = other?.fields[there] ?? relation.whenUnset?.[field] ?? "";
    }
  }
  return fields;
}

function isSet({ id, foundBy }: Relation, given: Fields): boolean {
  return given[id] !== undefined || (foundBy !== undefined && given[foundBy] !== undefined);
}

/** Finds the other record. An id has priority over a code, and both must match. */
function otherRecord(
  store: RecordStore,
  company: string,
  type: EntityType,
  relation: Relation,
  given: Fields,
): StoredRecord | undefined {
  const { foundBy = "" } = relation;
  const place = { company, collection: relation.to };
  const { caption } = entityTypes[relation.to];
  const id = given[relation.id] ?? ZERO_GUID;
  const code = given[foundBy];
  if (id !== ZERO_GUID) {
    const other = store.find(place, String(id));
    if (other === undefined) throw businessErrors.unknownRelation(relation.id, type.caption, id, caption);
    if (code !== undefined && code !== other.fields[relation.repeats?.[foundBy] ?? ""])
      throw businessErrors.relationMismatch(relation.id, foundBy, caption);
    return other;
  }
  if (code === undefined || code === "" || code === relation.whenUnset?.[foundBy]) {
    if (relation.required === true) throw businessErrors.required(relation.id, type.name);
    return undefined;
  }
  const [other] = store.having(place, { [relation.repeats?.[foundBy] ?? ""]: code });
  if (other === undefined) throw businessErrors.unknownRelation(foundBy, type.caption, code, caption);
  return other;
}

function refuseUnrelated(
  type: EntityType,
  { id, to, sharing }: Relation,
  other: StoredRecord | undefined,
  own: (field: string) => Scalar | undefined,
): void {
  if (other !== undefined && sharing !== undefined && other.fields[sharing] !== own(sharing))
    throw businessErrors.unknownRelation(id, type.caption, other.id, entityTypes[to].caption);
}
