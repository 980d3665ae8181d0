import type { PriorState, ResourceLog } from "../contract/lifecycle.js";
import { ProviderError } from "../contract/providerError.js";
import { message } from "../text/message.js";
import { ConflictError, RecordGoneError } from "./conflict.js";
import { type Fields, findLinked, formatFields, getField, getFieldName, getManagedFields } from "./fields.js";
import { KnownValues } from "./knownValues.js";
import type { FieldUpdate, PartialUpdateOptions, Updated } from "./partialUpdate.js";
import { type PrivateState, readPrivateState, type StoredPrivateState } from "./privateState.js";
import { RecordReport } from "./recordReport.js";
import { type RecordInputs, type RecordState, restores, retains } from "./recordSchema.js";
import { restoreField, withoutSecondSpellings } from "./restoredFields.js";
import { isTaken, updateFields } from "./settledUpdate.js";
import { listLasting } from "./sideEffects.js";
import { deleteTagged } from "./taggedDelete.js";

export interface ManagedRecordOptions extends Omit<PartialUpdateOptions, "changes" | "kept"> {
  log: ResourceLog;
}

/** A record as the state has it. */
export type PriorRecord = PriorState<RecordInputs, RecordState, StoredPrivateState>;

/**
 * Ends the management of a record: deletes one that this stack created, and otherwise leaves it. With `onDestroy: "restore"`, restores
 * the original values of fields that no other client has changed.
 */
export async function releaseRecord(options: ManagedRecordOptions, prior: PriorRecord): Promise<void> {
  const fields = getManagedFields(options.schema, prior.args);
  const privateState = readPrivateState(prior.privateState);
  const createdId = getCreatedId(prior);
  if (createdId !== undefined && !retains(prior.args))
    return remove(options, { createdId, fields, privateState });
  if (restores(prior.args)) return restore(options, { prior, fields, privateState });
  const names = privateState.isImported ? [] : Object.keys(fields);
  const applied =
    names.length > 0 ? message`, with the values last applied to ${formatFields(options.schema, names)}` : "";
  options.log.info(message`the record stays at the service${applied}.`);
}

/** What the state has of a record. */
interface Managed {
  fields: Fields;
  privateState: PrivateState;
}

async function restore(
  options: ManagedRecordOptions,
  { prior, fields, privateState }: Managed & { prior: PriorRecord },
): Promise<void> {
  const { schema, log } = options;
  const isOwn = (path: string): boolean =>
    prior.declaredElsewhere?.includes(getFieldName(schema, path)) !== true;
  const originals = Object.keys(privateState.originals).filter(isOwn);
  const known = withoutSecondSpellings(schema, originals, fields);
  const isUnknown = (path: string): boolean =>
    isOwn(path) && !known.includes(path) && findLinked(schema, known, path) === undefined;
  const report = new RecordReport(options);
  report.warn("the original value is unknown, so it is not restored", Object.keys(fields).filter(isUnknown));
  const from = { privateState, outputs: prior.outputs };
  const changes = known.map((path) => restoreField(schema, path, fields, from));
  if (changes.length === 0) return;
  try {
    const result = await updateFields({ ...options, changes });
    if (result.outcome === "unknown") throw result.error;
    report.warnAboutLeft(result.left);
    checkRestored(options, changes, result);
  } catch (error) {
    if (!(error instanceof RecordGoneError)) throw error;
    log.info("the record no longer exists: nothing to restore.");
  }
}

/** @throws an error if the service has restored no field */
function checkRestored(options: ManagedRecordOptions, changes: FieldUpdate[], result: Updated): void {
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
async function remove(
  options: ManagedRecordOptions,
  { createdId, fields, privateState }: Managed & { createdId: string },
): Promise<void> {
  const { schema, log, source } = options;
  const { existence } = source;
  if (existence === undefined) {
    log.warn(NOT_DELETABLE);
    return;
  }
  const known = new KnownValues(schema, fields, privateState);
  await deleteTagged({
    ...options,
    undeletable: existence.undeletable,
    async read() {
      const found = await source.read();
      if (found === "missing" || isSameId(found.id, createdId)) return found;
      log.info("another client has deleted the record and created another one, which stays at the service.");
      return "missing";
    },
    requireUnchanged: ({ answer }) => {
      const others = Object.keys(fields)
        .map((path) => ({ path, before: fields[path], live: getField(schema, answer, path) }))
        .filter(({ path, live }) => live !== undefined && !known.isKnown(path, live));
      if (others.length > 0) throw new ConflictError(others, options);
    },
    delete: (_found, tag) => existence.delete(tag),
  });
}

/** Id of the record, if this stack created it. */
export function getCreatedId({ outputs: { createdId } }: PriorRecord): string | undefined {
  return typeof createdId === "string" ? createdId : undefined;
}

/** An interface without ids cannot tell. */
export function isSameId(id: string | undefined, createdId: string): boolean {
  return id === undefined || id === createdId;
}

const NOT_DELETABLE =
  "this stack created the record, and the configured version of the interface does not delete it: it stays at the service.";
