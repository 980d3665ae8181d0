import { getOutcome } from "../contract/providerError.js";
import type { Json, JsonObject, PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import {
  createBody,
  type Fields,
  getField,
  getValues,
  isSameField,
  isSpelledField,
  isStored,
} from "./fields.js";
import {
  ConflictError,
  type ConflictingField,
  type ConflictOptions,
  isTagConflict,
  RecordGoneError,
} from "./updateConflict.js";

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
  /** Waits after an attempt (from 1) without a clear answer. Returns whether the run was canceled. */
  pause(attempt: number): Promise<boolean>;
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
    const { send, foreign, spelled, ...unmade } = sortOut(options, snapshot, first, isOutcomeUnknown);
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
      if (isUnknown && (await pause(attempt))) break;
    }
  }
  return failed(failure);
}

/** What to do with each change: to send it, or why not. */
function sortOut(
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
    else foreign.push({ path, before: expected[0], wanted: { value: to }, live });
  }
  return { send, foreign, left, superseded, spelled };
}
