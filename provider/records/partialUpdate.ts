import { getOutcome } from "../contract/providerError.js";
import { ServiceError } from "../http/serviceError.js";
import type { Json, JsonObject, PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import {
  ConflictError,
  type ConflictingField,
  type ConflictOptions,
  RecordGoneError,
  UnequalSpellingsError,
} from "./conflict.js";
import {
  createBody,
  type Fields,
  findLinked,
  getField,
  getValues,
  isSameField,
  isSpelledField,
  isStored,
} from "./fields.js";
import { listSideEffects, type SideEffect } from "./sideEffects.js";

/** Maximum number of reads and updates. */
const MOST_ATTEMPTS = 6;

/** A record as it was at one moment, in argument shape. */
export interface RecordSnapshot {
  answer: PropertyMap;
  /** Entity tag. */
  tag: string | undefined;
  /** Id that the service gave the record, if it is not in the id of the resource. */
  id?: string | undefined;
}

/** Where a record is read and partially updated. */
export interface Source {
  /** Name of the record in errors: `customer 37fe…`. */
  name: string;
  /** Whether the service refuses an update with the entity tag of an older version of the record. */
  isTagged: boolean;
  read(): Promise<RecordSnapshot | "missing">;
  /** @returns the fields of the record in the response */
  patch(body: JsonObject, tag: string | undefined): Promise<RecordSnapshot>;
  /** How the record is created if it does not exist, and deleted. Default: it must exist. */
  existence?: Existence;
}

/** Creates and deletes a record that the service has at most once. */
export interface Existence {
  /**
   * Creates the record that the last read has not found.
   *
   * @throws RecordGoneError if what the record belongs to does not exist
   */
  create(body: JsonObject): Promise<RecordSnapshot>;
  /** Deletes the record of the last read. */
  delete(tag: string): Promise<void>;
  /** The error if the service does not support the delete. */
  undeletable: string;
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
  /** Whether the service is known to spell values of the field in its own way. Default: no. */
  isRespelled?: boolean;
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
  /** Fields that were sent. */
  sent: string[];
  /** Fields that the service changed together with those that were sent. */
  sideEffects: SideEffect[];
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
  /** Fields that the service is known to have changed together with those that were sent. */
  sideEffects: SideEffect[];
}

export interface PartialUpdateOptions extends ConflictOptions {
  schema: ResourceSchema;
  source: Source;
  changes: FieldUpdate[];
  /** Values of fields that are not to change. Those that the update itself changes are sent again. Default: none. */
  kept?: Fields;
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
 * Reads the record and sends the fields that differ, with its
 * entity tag. If the record has changed in between, or the response is lost, it reads again: a field with the wanted value is
 * complete, a field with a known value is sent again, and any other value is a conflict.
 *
 * @throws the error of an update that certainly had no effect
 */
export async function applyChanges(options: PartialUpdateOptions): Promise<Updated | UnknownUpdate> {
  const { schema, source, pause } = options;
  let first: RecordSnapshot | undefined;
  let before: Fields = {};
  let failure: unknown;
  /** Stays true, because another client may have changed fields after an unknown outcome. */
  let isOutcomeUnknown = false;
  let lastTag: string | undefined;
  const failed = (error: unknown): UnknownUpdate => {
    if (!isOutcomeUnknown || first === undefined) throw error;
    return { outcome: "unknown", first, before, error, sideEffects: [] };
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
        source.existence === undefined ? undefined : CREATE_AGAIN,
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
    requireEqualSpellings(options, paths, snapshot);
    if (paths.length === 0)
      return {
        outcome: "applied",
        ...{ snapshot, first, answered: spelled, sent: [], sideEffects: [] },
        ...skipped,
      };
    const found = paths.map((path) => [path, getField(schema, snapshot.answer, path) ?? null]);
    before = { ...Object.fromEntries(found), ...before };
    try {
      const after = await source.patch(createBody(schema, send), snapshot.tag);
      // The response may omit fields.
      const merged = { answer: { ...snapshot.answer, ...after.answer }, tag: after.tag };
      const answered = Object.keys(getValues(schema, after.answer, paths));
      // Without a check of the entity tag, another client may have changed the record in between.
      const sideEffects = source.isTagged
        ? listSideEffects(schema, snapshot.answer, after.answer, paths)
        : [];
      return {
        outcome: "applied",
        ...{ snapshot: merged, first, answered, sent: paths, sideEffects },
        ...skipped,
      };
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

/**
 * If a program declares both spellings of a field, they must mean the same. The service has one of them as declared, so the other
 * one means something else.
 */
function requireEqualSpellings(
  options: PartialUpdateOptions,
  paths: string[],
  { answer }: RecordSnapshot,
): void {
  const { schema, changes, kept = {} } = options;
  const wanted: Fields = { ...kept, ...Object.fromEntries(changes.map(({ path, to }) => [path, to])) };
  for (const path of paths) {
    const other = findLinked(schema, Object.keys(wanted), path);
    if (other === undefined) continue;
    const [live, liveOther] = [path, other].map((one) => getField(schema, answer, one));
    if (liveOther === undefined || !isSpelledField(schema, other, liveOther, wanted[other])) continue;
    throw new UnequalSpellingsError(
      { path, declared: wanted[path], live },
      { path: other, declared: wanted[other], live: liveOther },
      options,
    );
  }
}

const CREATE_AGAIN =
  "`pulumi refresh` removes it from the state; the next `pulumi up` then creates it again.";

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
  const fields = conflicts.map(({ path }) => path);
  const isSecond = (path: string, index: number): boolean =>
    findLinked(schema, fields.slice(0, index), path) !== undefined;
  return {
    send,
    conflicts: conflicts.filter(({ path }, index) => !isSecond(path, index)),
    left,
    superseded,
    spelled,
  };
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
