import { ProviderError } from "../contract/providerError.js";
import { message } from "../text/message.js";
import { ConflictError, RecordGoneError } from "./conflict.js";
import { findLinked, formatFields, getField, withoutSecondSpellings } from "./fields.js";
import { KnownRecord, type PriorRecord } from "./knownRecord.js";
import type { FieldUpdate, RecordAccess, RecordSnapshot, Updated } from "./partialUpdate.js";
import { RecordReport } from "./recordReport.js";
import { restores, retains } from "./recordSchema.js";
import { isTaken, updateFields } from "./settledUpdate.js";
import { listLasting } from "./sideEffects.js";
import { deleteTagged, type TaggedDelete } from "./taggedDelete.js";

/**
 * Ends the management of a record: deletes one that this stack created, and otherwise leaves it. With `onDestroy: "restore"`, restores
 * the original values of fields that no other client has changed.
 */
export async function releaseRecord(options: RecordAccess, prior: PriorRecord): Promise<void> {
  const known = new KnownRecord(options.schema, prior);
  if (known.mayBeCreated && !retains(prior.args)) return remove(options, known);
  if (restores(prior.args)) return restore(options, known);
  const names = known.state.isImported ? [] : Object.keys(known.declared);
  const applied =
    names.length > 0 ? message`, with the values last applied to ${formatFields(options.schema, names)}` : "";
  options.log.info(message`the record stays at the service${applied}.`);
}

async function restore(options: RecordAccess, known: KnownRecord): Promise<void> {
  const { schema, log } = options;
  const { declared, state } = known;
  const isOwn = (path: string): boolean => !known.isDeclaredElsewhere(path);
  const originals = Object.keys(state.originals).filter(isOwn);
  const restorable = withoutSecondSpellings(schema, originals, declared);
  const isUnknown = (path: string): boolean =>
    isOwn(path) && !restorable.includes(path) && findLinked(schema, restorable, path) === undefined;
  const report = new RecordReport(options);
  report.warn(
    "the original value is unknown, so it is not restored",
    Object.keys(declared).filter(isUnknown),
  );
  const changes = restorable.map((path) => known.restoring(path));
  if (changes.length === 0) return;
  try {
    const result = await updateFields({ ...options, changes });
    if (result.outcome === "unknown") throw result.error;
    report.warnAboutLeft(result.left);
    report.warnAboutUnexplained(result.unexplained);
    checkRestored(options, changes, result);
  } catch (error) {
    if (!(error instanceof RecordGoneError)) throw error;
    log.info("the record no longer exists: nothing to restore.");
  }
}

/** @throws an error if the service has restored no field */
function checkRestored(options: RecordAccess, changes: FieldUpdate[], result: Updated): void {
  const { schema } = options;
  const sent = changes.filter(({ path }) => result.sent.includes(path));
  const wanted = changes.filter(({ path }) => !result.left.includes(path));
  const not = wanted.filter((change) => !isTaken(schema, change, result));
  const fields = not.map(({ path }) => path);
  if (not.length > 0 && sent.every((change) => not.includes(change)))
    throw new ProviderError(
      message`the service accepted the original values and restored none of them: ${formatFields(schema, fields)}.`,
      "notApplied",
      "correct the fields at the service and run the command again, or set `onDestroy` to `retain` to keep the values.",
    );
  const report = new RecordReport(options);
  report.warn("not restored, because the service kept other values", fields);
  const known = changes.map(({ path }) => path);
  const lasting = listLasting(schema, result.sideEffects, result.snapshot.answer);
  report.warnAboutSideEffects(lasting.filter(({ path }) => !known.includes(path)));
}

/** Deletes the record if it is still the one that this stack created, and no other client has changed its managed fields. */
async function remove(options: RecordAccess, known: KnownRecord): Promise<void> {
  const { schema, log, source } = options;
  const { existence } = source;
  if (existence === undefined) {
    log.warn(NOT_DELETABLE);
    return;
  }
  const deletion: TaggedDelete<RecordSnapshot> = {
    undeletable: existence.undeletable,
    async read() {
      const found = await source.read();
      if (found === "missing" || known.isCreated(found)) return found;
      log.info(known.createdId === undefined ? CREATED_ELSEWHERE : REPLACED_ELSEWHERE);
      return "missing";
    },
    requireUnchanged: ({ answer }) => {
      const others = Object.entries(known.declared)
        .map(([path, before]) => ({ path, before, live: getField(schema, answer, path) }))
        .filter(({ path, live }) => live !== undefined && !known.isKnown(path, live));
      if (others.length > 0) throw new ConflictError(others, options);
    },
    delete: (_found, tag) => existence.delete(tag),
  };
  await deleteTagged(deletion, options);
}

const CREATED_ELSEWHERE = "another client may have created the record: it stays at the service.";

const REPLACED_ELSEWHERE =
  "another client has deleted the record and created another one, which stays at the service.";

const NOT_DELETABLE =
  "this stack created the record, and the configured version of the interface does not delete it: it stays at the service.";
