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

/** Reads and updates until an update is given up. */
const MOST_ATTEMPTS = 6;

/** A record as it was at one moment, in argument shape. */
export interface RecordSnapshot {
  answer: PropertyMap;
  /** Entity tag; sent with an update, the service refuses when the record has changed since. */
  tag: string | undefined;
}

/** Where a record is read and partially updated. */
export interface Source {
  /** Name of the record in errors: `customer 37fe…`. */
  name: string;
  read(): Promise<RecordSnapshot | "missing">;
  /** @returns the record afterwards, as far as the answer shows it */
  patch(body: JsonObject, tag: string | undefined): Promise<RecordSnapshot>;
}

/** A field that is to hold another value. */
export interface FieldUpdate {
  path: string;
  to: Json;
  /**
   * Values that are known to have been there; any other value may be another client's and is not overwritten.
   * `"found"`: whatever is there when the record is first read.
   */
  seen: Json[] | "found";
  /** A value that is not known is left where it is, instead of failing the whole update. */
  optional?: boolean;
  /** Says, when the change is about to be made, whether it is not to be made after all. */
  isSuperseded?(): boolean;
}

/** The record holds what is wanted. */
export interface Updated {
  outcome: "applied";
  /** The record as it is now. */
  snapshot: RecordSnapshot;
  /** The record as it was when first read. */
  first: RecordSnapshot;
  /** Fields that `snapshot` has from the response to the update itself. */
  answered: string[];
  /** Optional changes that were not made, since the values there are not known. */
  left: string[];
  /** Changes that were not made, since they are superseded. */
  superseded: string[];
}

/** The update was sent, and the service does not tell whether it took effect. */
export interface UnknownUpdate {
  outcome: "unknown";
  /** The record as it was when first read. */
  first: RecordSnapshot;
  /** Values that the fields of the update had before it. */
  before: Fields;
  /** The reason why the outcome is unknown. */
  error: unknown;
}

export interface PartialUpdateOptions extends ConflictOptions {
  schema: ResourceSchema;
  source: Source;
  changes: FieldUpdate[];
  /**
   * Waits after an attempt (from 1), and says why; by default that it is without a clear answer. Returns whether the run was
   * canceled.
   */
  pause(attempt: number, reason?: string): Promise<boolean>;
}

/**
 * Makes changes to a record without overwriting anything unseen: reads it, and sends only what differs, with the entity tag
 * just read. When the record has changed in between, or the response is lost, it is read again: a field with the wanted value
 * is done, one with a value seen before is sent again, any other value may be another client's.
 *
 * @throws what made the update fail where it certainly had no effect
 */
export async function updateFields(options: PartialUpdateOptions): Promise<Updated | UnknownUpdate> {
  const { schema, source, pause } = options;
  let first: RecordSnapshot | undefined;
  let before: Fields = {};
  let failure: unknown;
  /** An unknown outcome stays unknown: another client may have changed some of the fields since. */
  let isOutcomeUnknown = false;
  /** The tag of the last attempt. */
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
    const { send, foreign, spelled, ...unmade } = classifyChanges(options, snapshot, first, isOutcomeUnknown);
    if (foreign.length > 0) return failed(new ConflictError(foreign, options));
    const paths = Object.keys(send);
    if (paths.length === 0) return { outcome: "applied", snapshot, first, answered: spelled, ...unmade };
    const found = paths.map((path) => [path, getField(schema, snapshot.answer, path) ?? null]);
    before = { ...Object.fromEntries(found), ...before };
    try {
      const after = await source.patch(createBody(schema, send), snapshot.tag);
      // An answer may leave fields out.
      const merged = { answer: { ...snapshot.answer, ...after.answer }, tag: after.tag };
      const answered = Object.keys(getValues(schema, after.answer, paths));
      return { outcome: "applied", snapshot: merged, first, answered, ...unmade };
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

/** The servers of Business Central bring their caches up to date every 30 seconds. */
export const OUTDATED = "the service has returned an outdated entity tag";

/** What to do with each change: to send it, or why not. */
function classifyChanges(
  { schema, changes }: PartialUpdateOptions,
  snapshot: RecordSnapshot,
  first: RecordSnapshot,
  isOutcomeUnknown: boolean,
) {
  const send: Fields = {};
  const foreign: ConflictingField[] = [];
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
    // After an update without a usable answer.
    const isSpelled = isSpelledField(schema, path, live, to, getField(schema, first.answer, path));
    if (isOutcomeUnknown && isSpelled) {
      spelled.push(path);
      continue;
    }
    // A field that the service leaves out of its answer cannot be compared.
    // An earlier run may have sent the wanted value and not have lived to know.
    const mayBeOurs = isSpelled || expected.some((value) => isStored(schema, path, live, value));
    if (live === undefined || mayBeOurs) send[path] = to;
    else if (optional === true) left.push(path);
    else foreign.push({ path, before: expected[0], isNew: seen === "found", wanted: { value: to }, live });
  }
  return { send, foreign, left, superseded, spelled };
}

/**
 * The record is not the one whose entity tag was sent. The documents do not show the answer: the service says 409
 * with a code for it, services of this family 412, and 400 where it cannot make anything of the tag. Other 409s
 * are other errors.
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
  /** The value that was last seen here. */
  before: Json;
  /** The field is not managed yet: it is `before` since the record was first read. Default: the state has the field. */
  isNew?: boolean;
  /** The value that the program declares. Absent where it is about to be deleted. */
  wanted?: { value: Json };
  live: Json;
}

/** What a conflict needs of the surroundings of a resource. */
export interface ConflictOptions {
  /** Secrets of the resource: a field that holds one is a secret. Default: none. */
  secrets?: KnownSecrets | undefined;
  /** Whether a field is a secret: none of its values is shown. Default: no. */
  isSecretPath?: ((path: string) => boolean) | undefined;
}

/**
 * A field that was about to be changed has an unexpected value. Another client has set it, or an update of this stack
 * that was killed before it could say so: the two look the same.
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

/** Fields whose values are shown, and characters of each value. */
const MOST_SHOWN = 10;
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
  // If one of the values is a secret, the field is one: the others are its former and next values.
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

/** The record is not there, and this provider does not create records. */
export class RecordGoneError extends ProviderError {
  override readonly name = "RecordGoneError";

  constructor(text: string) {
    super(text, "notApplied", CHECK_IDS);
  }
}

const CHECK_IDS =
  "check the ids. This resource does not create records: create the record at the service, or remove the resource " +
  "from the program (and from the state with `pulumi refresh`).";
