import { getOutcome, ProviderError } from "../contract/providerError.js";
import { ServiceError } from "../http/serviceError.js";
import { isAbsent, type Json, type JsonObject, type PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { PLACEHOLDER } from "../schema/secret.js";
import type { KnownSecrets } from "../text/knownSecrets.js";
import { foreign, joinTexts, listForeign, type Message, message } from "../text/message.js";
import {
  createBody,
  type Fields,
  getField,
  getValues,
  isSameField,
  isSpelledField,
  isStored,
} from "./fields.js";

/** Maximum number of reads and updates. */
const MOST_ATTEMPTS = 6;

/** A record as it was at one moment, in argument shape. */
export interface RecordSnapshot {
  answer: PropertyMap;
  /** Entity tag. The service refuses an update with the tag of an older version of the record. */
  tag: string | undefined;
}

/** Where a record is read and partially updated. */
export interface Source {
  /** Name of the record in errors: `customer 37fe…`. */
  name: string;
  read(): Promise<RecordSnapshot | "missing">;
  /** @returns the fields of the record in the response */
  patch(body: JsonObject, tag: string | undefined): Promise<RecordSnapshot>;
}

/** A field to change. */
export interface FieldUpdate {
  path: string;
  to: Json;
  /**
   * Known earlier values. Any other value may be another client's and is not overwritten. `"found"`: the value when the record is
   * first read.
   */
  seen: Json[] | "found";
  /** Skips the change where the field has an unknown value. Default: the update fails. */
  optional?: boolean;
  /** Called before each attempt: whether another resource declares the field now, so that the change is skipped. */
  isSuperseded?(): boolean;
}

/** The record has the wanted values. */
export interface Updated {
  outcome: "applied";
  snapshot: RecordSnapshot;
  /** The record as it was when first read. */
  first: RecordSnapshot;
  /** Fields that `snapshot` has from the response to the update itself. */
  answered: string[];
  /** Optional changes that were skipped because the fields have unknown values. */
  left: string[];
  /** Changes that were skipped because they are superseded. */
  superseded: string[];
}

/** The update was sent, and it is unknown whether it took effect. */
export interface UnknownUpdate {
  outcome: "unknown";
  /** The record as it was when first read. */
  first: RecordSnapshot;
  /** Values of the changed fields before the update. */
  before: Fields;
  /** Why the outcome is unknown. */
  error: unknown;
}

export interface PartialUpdateOptions extends ConflictOptions {
  schema: ResourceSchema;
  source: Source;
  changes: FieldUpdate[];
  /**
   * Waits after an attempt.
   *
   * @param attempt number of the attempt, from 1
   * @param reason shown as progress. Default: the outcome of the attempt is unknown
   * @returns whether the run was canceled
   */
  pause(attempt: number, reason?: string): Promise<boolean>;
}

/**
 * Changes fields of a record without overwriting unknown values. Reads the record and sends the fields that differ, with its
 * entity tag. If the record has changed in between, or the response is lost, it reads again: a field with the wanted value is
 * complete, a field with a known value is sent again, and any other value is a conflict.
 *
 * @throws the error of an update that certainly had no effect
 */
export async function updateFields(options: PartialUpdateOptions): Promise<Updated | UnknownUpdate> {
  const { schema, source, pause } = options;
  let first: RecordSnapshot | undefined;
  let before: Fields = {};
  let failure: unknown;
  /** Stays true, because another client may have changed fields after an unknown outcome. */
  let isOutcomeUnknown = false;
  let lastTag: string | undefined;
  const failed = (error: unknown): UnknownUpdate => {
    if (!isOutcomeUnknown || first === undefined) throw error;
    return { outcome: "unknown", first, before, error };
  };
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    let snapshot: RecordSnapshot | "missing";
    try {
      snapshot = await source.read();
    } catch (error) {
      return failed(isOutcomeUnknown ? failure : error);
    }
    if (snapshot === "missing")
      throw new RecordGoneError(
        `${source.name} ${first === undefined ? "does not exist" : "was deleted in the meantime"}.`,
      );
    first ??= snapshot;
    const { send, conflicts, spelled, ...skipped } = classifyChanges(
      options,
      snapshot,
      first,
      isOutcomeUnknown,
    );
    if (conflicts.length > 0) return failed(new ConflictError(conflicts, options));
    const paths = Object.keys(send);
    if (paths.length === 0) return { outcome: "applied", snapshot, first, answered: spelled, ...skipped };
    const found = paths.map((path) => [path, getField(schema, snapshot.answer, path) ?? null]);
    before = { ...Object.fromEntries(found), ...before };
    try {
      const after = await source.patch(createBody(schema, send), snapshot.tag);
      // The response may omit fields.
      const merged = { answer: { ...snapshot.answer, ...after.answer }, tag: after.tag };
      const answered = Object.keys(getValues(schema, after.answer, paths));
      return { outcome: "applied", snapshot: merged, first, answered, ...skipped };
    } catch (error) {
      failure = error;
      const isUnknown = getOutcome(error) === "unknown";
      if (!isTagConflict(error) && !isUnknown) break;
      isOutcomeUnknown ||= isUnknown;
      if (attempt === MOST_ATTEMPTS) break;
      const isOutdated = !isUnknown && snapshot.tag === lastTag;
      if ((isUnknown || isOutdated) && (await pause(attempt, isOutdated ? OUTDATED : undefined))) break;
      lastTag = snapshot.tag;
    }
  }
  return failed(failure);
}

/** The servers of Business Central update their caches every 30 seconds. */
export const OUTDATED = "the service has returned an outdated entity tag";

function classifyChanges(
  { schema, changes }: PartialUpdateOptions,
  snapshot: RecordSnapshot,
  first: RecordSnapshot,
  isOutcomeUnknown: boolean,
) {
  const send: Fields = {};
  const conflicts: ConflictingField[] = [];
  const left: string[] = [];
  const superseded: string[] = [];
  const spelled: string[] = [];
  for (const { path, to, seen, optional, isSuperseded } of changes) {
    if (isSuperseded?.() === true) {
      superseded.push(path);
      continue;
    }
    const live = getField(schema, snapshot.answer, path);
    const expected = seen === "found" ? [getField(schema, first.answer, path)] : seen;
    if (isSameField(schema, path, live, to)) continue;
    // The update whose response was lost has set the value, and the service spells it in another way.
    const isSpelled = isSpelledField(schema, path, live, to, getField(schema, first.answer, path));
    if (isOutcomeUnknown && isSpelled) {
      spelled.push(path);
      continue;
    }
    // A killed run may have sent the wanted value before the first read. Later, another client may have set a similar one.
    const wasFound = isSameField(schema, path, live, getField(schema, first.answer, path));
    const mayBeOurs =
      (isSpelled && wasFound) || expected.some((value) => isStored(schema, path, live, value));
    // A field that the response omits cannot be compared.
    if (live === undefined || mayBeOurs) send[path] = to;
    else if (optional === true) left.push(path);
    else conflicts.push({ path, before: expected[0], isNew: seen === "found", wanted: { value: to }, live });
  }
  return { send, conflicts, left, superseded, spelled };
}

/**
 * Whether the record has another entity tag than the request. The documents do not show the response: the service returns 409
 * with this code, similar services 412, and Business Central 400 for a tag that it cannot read.
 */
export function isTagConflict(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  if (error.status === 412) return true;
  if (error.status === 409) return error.hasCode("Request_EntityChanged");
  return error.status === 400 && error.hasCode("BadRequest_InvalidToken");
}

/** A field with an unexpected value. */
export interface ConflictingField {
  path: string;
  /** The last known value. */
  before: Json;
  /** Whether `before` is the value when the record was first read. Default: it is the value in the state. */
  isNew?: boolean;
  /** The declared value. Absent for a delete. */
  wanted?: { value: Json };
  live: Json;
}

export interface ConflictOptions {
  /** Secrets of the resource. The values of a field that has one are hidden. Default: none. */
  secrets?: KnownSecrets | undefined;
  /** Whether the values of a field are hidden. Default: no. */
  isSecretPath?: ((path: string) => boolean) | undefined;
}

/**
 * A field to change has an unknown value. Another client has set it, or a killed update of this stack, which cannot be told
 * apart.
 */
export class ConflictError extends ProviderError {
  override readonly name = "ConflictError";

  constructor(conflicts: readonly ConflictingField[], options: ConflictOptions = {}) {
    const fields = conflicts.map(({ path }) => path);
    const lines = conflicts.slice(0, MOST_SHOWN).map((one) => message`\n  ${formatConflict(one, options)}`);
    super(
      message`${listForeign(fields)} changed in the meantime, by another client or an interrupted update of this stack; nothing was overwritten.${joinTexts(lines, "")}`,
      "notApplied",
      conflicts.every(({ isNew }) => isNew) ? START_AGAIN : REFRESH,
    );
  }
}

const REFRESH =
  "`pulumi refresh` shows the current values; the next `pulumi up` then applies those of the program.";
const START_AGAIN = "check the record; the next `pulumi up` starts from its current values.";

/** Maximum number of fields with their values. */
const MOST_SHOWN = 10;
/** Maximum number of characters of a value. */
const LONGEST_VALUE = 100;

/** `phoneNumber: "+1" in the state, "+2" in the program, "+9" at the service`. */
function formatConflict(
  { path, before, isNew, wanted, live }: ConflictingField,
  { isSecretPath, secrets }: ConflictOptions,
): Message {
  const values: (readonly [Json, string])[] = [
    [before, isNew ? "when first read" : "in the state"],
    ...(wanted === undefined ? [] : [[wanted.value, "in the program"] as const]),
    [live, "at the service"],
  ];
  // If one value is a secret, so are the others, which are its former and next values.
  const isHidden =
    isSecretPath?.(path) === true || values.some(([value]) => secrets?.isIn(formatValue(value)));
  const texts = values.map(([value, place]) =>
    isHidden ? `${PLACEHOLDER} ${place}` : message`${foreign(formatValue(value), LONGEST_VALUE)} ${place}`,
  );
  return message`${foreign(path)}: ${joinTexts(texts, ", ")}`;
}

function formatValue(value: Json): string {
  return isAbsent(value) ? "nothing" : JSON.stringify(value);
}

/** The record does not exist, and this provider does not create records. */
export class RecordGoneError extends ProviderError {
  override readonly name = "RecordGoneError";

  constructor(text: string) {
    super(text, "notApplied", CHECK_IDS);
  }
}

const CHECK_IDS =
  "check the ids. This resource does not create records: create the record at the service, or remove the resource " +
  "from the program (and from the state with `pulumi refresh`).";
