import { getOutcome } from "../contract/providerError.js";
import { backOff, throwIfLasting } from "../http/retry.js";
import { ServiceError } from "../http/serviceError.js";
import { createBody, type Fields } from "./fields.js";
import { isAsSent } from "./knownRecord.js";
import type { Existence, RecordAccess, RecordSnapshot } from "./partialUpdate.js";

/** Maximum number of creates and reads. */
const MOST_ATTEMPTS = 6;

interface RecordCreation extends RecordAccess {
  existence: Existence;
  /** The declared values. */
  fields: Fields;
}

/**
 * Creates a record that was missing. The service has it at most once, so a create whose response was lost can be repeated.
 *
 * @returns `exists` if another client has created it in the meantime
 * @throws the error of the last create if it is unknown whether it took effect
 */
export async function createRecord(creation: RecordCreation): Promise<RecordSnapshot | "exists"> {
  const { schema, source, existence, fields } = creation;
  const body = createBody(schema, fields);
  /** The error of a create of which it is unknown whether it took effect. */
  let lost: unknown;
  for (let attempt = 1; ; attempt++) {
    try {
      return await existence.create(body);
    } catch (error) {
      if (getOutcome(error) === "unknown") lost = error;
      if (!(await mayReadAgain(creation, error, attempt))) throw error;
    }
    const found = await source.read().catch((error) => {
      throw lost ?? error;
    });
    if (found !== "missing")
      return lost !== undefined && isAsSent(schema, fields, found.answer) ? found : "exists";
    throwIfLasting(lost);
  }
}

/** Whether a read can show what became of a failed create. Waits after an unknown outcome. */
async function mayReadAgain(creation: RecordCreation, error: unknown, attempt: number): Promise<boolean> {
  const isUnknown = getOutcome(error) === "unknown";
  if (attempt === MOST_ATTEMPTS || !(isUnknown || isDuplicate(error))) return false;
  return !(isUnknown && (await backOff(attempt, creation)));
}

function isDuplicate(error: unknown): boolean {
  return error instanceof ServiceError && error.hasCode("Internal_EntityWithSameKeyExists");
}
