import { recordAnswer } from "../answer/answers.js";
import type { Context } from "../context.js";
import { businessErrors } from "../errors.js";
import type { EntityType } from "../model/entityType.js";
import type { Fields } from "../model/field.js";
import { entityTypes } from "../model/index.js";
import type { Answer, Operation } from "../operation.js";
import type { Target } from "../path/resolve.js";
import { OF_A_RECORD, parseOptions } from "../query/options.js";
import type { StoredRecord } from "../store/store.js";
import { conventionsOf, typeIn } from "../version.js";
import { readChanges } from "../write/readInput.js";
import { expectedTag, refuseStale } from "./entityTag.js";
import { existing } from "./existing.js";
import { otherWriter } from "./otherWriter.js";

/** PATCH of a record: changes the fields that are sent. */
export function update(context: Context, operation: Operation, target: Target): Answer {
  const { store, writes } = context;
  const { version, headers, query, body } = operation;
  const { place } = target;
  const type = entityTypes[place.collection];
  const tag = expectedTag(headers["if-match"], conventionsOf(version, place.collection).tagToUpdate);
  const options = parseOptions(typeIn(version, place.collection), version, query, OF_A_RECORD);
  const changes = readChanges(type, body);
  otherWriter(context, operation, target);
  const record = existing(store, target);
  refuseStale(context, record, tag);
  refuseRenaming(type, record, changes);
  const changed = writes.change(place, record, changes, "client");
  return recordAnswer(store, operation, target, changed, options);
}

/** What identifies a record may be sent, but not changed. */
function refuseRenaming(type: EntityType, { fields }: StoredRecord, changes: Fields): void {
  for (const [name, value] of Object.entries(changes)) {
    if (type.fields[name]?.fixed === "afterwards" && value !== fields[name]) {
      throw businessErrors.fixedKey(name, type.caption);
    }
  }
}
