import { businessErrors } from "../errors.js";
import { recordAt, type Target } from "../path/resolve.js";
import type { RecordStore, StoredRecord } from "../store/store.js";

/** The record that a path means; it must exist. */
export function existing(store: RecordStore, target: Target): StoredRecord {
  const record = recordAt(store, target);
  if (record === undefined) {
    throw businessErrors.notFound(target.segment);
  }
  return record;
}
