import type { Context } from "../context.js";
import { businessErrors } from "../errors.js";
import type { StoredRecord } from "../store/store.js";
import { isTag, tagOf } from "../store/tag.js";

/** The tag that an operation is bound to; `undefined` where any state of the record will do. */
export function expectedTag(ifMatch: string | undefined, required: boolean): string | undefined {
  const tag = ifMatch?.trim();
  if (tag === "*" || (tag === undefined && !required)) {
    return undefined;
  }
  if (tag === undefined || !isTag(tag)) {
    throw businessErrors.invalidTag();
  }
  return tag;
}

/** Refuses to go on with a record that has another state than the client knows. */
export function refuseStale({ settings }: Context, record: StoredRecord, tag: string | undefined): void {
  if (tag !== undefined && tag !== tagOf(record.sequence)) {
    throw businessErrors.changed(settings.conflictStatus);
  }
}
