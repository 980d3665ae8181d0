import type { PriorState, ResourceLog } from "../contract/lifecycle.js";
import { ProviderError } from "../contract/providerError.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { joinTexts, type Message, message } from "../text/message.js";
import {
  ConflictError,
  type DeclaredSpelling,
  type FieldValue,
  formatFieldValues,
  RecordGoneError,
  UnequalSpellingsError,
} from "./conflict.js";
import {
  type Fields,
  findLinked,
  formatFields,
  getCommonPath,
  getField,
  getFieldName,
  getManagedFields,
  getValues,
  isSameField,
  omit,
  pick,
  withFields,
} from "./fields.js";
import { KnownValues } from "./knownValues.js";
import type {
  FieldUpdate,
  PartialUpdateOptions,
  RecordSnapshot,
  UnknownUpdate,
  Updated,
} from "./partialUpdate.js";
import {
  type PrivateState,
  readPrivateState,
  type StoredPrivateState,
  writePrivateState,
} from "./privateState.js";
import { createRecord } from "./recordCreation.js";
import { type RecordInputs, type RecordState, restores, retains } from "./recordSchema.js";
import { isTaken, updateFields } from "./settledUpdate.js";
import { listLasting, type SideEffect } from "./sideEffects.js";
import { deleteTagged } from "./taggedDelete.js";
import { restoreField, Transition, withoutSecondSpellings } from "./transition.js";

/** A record as the state has it. */
type Prior = PriorState<RecordInputs, RecordState, StoredPrivateState>;

/** The record after an operation, and the private state to store. */
export interface ManagedState {
  snapshot: RecordSnapshot;
  privateState: StoredPrivateState;
  /** Fields that were sent and that the service returned with another value. */
  storedDifferently?: string[];
  /** Why it is unknown whether the record has the declared values. Absent if it has them. */
  failure?: unknown;
  /** Id of the record, if this stack created it. */
  createdId?: string | undefined;
}

export interface ManagedRecordOptions extends Omit<PartialUpdateOptions, "changes"> {
  log: ResourceLog;
}

/** The fields of a record that a program manages. All other fields stay as they are. */
export class ManagedRecord {
  readonly #schema: ResourceSchema;

  constructor(private readonly options: ManagedRecordOptions) {
    this.#schema = options.schema;
  }

  /** Sets the declared fields for the first time, in a new record if there is none and the service can create it. */
  async create(args: RecordInputs): Promise<ManagedState> {
    const nothing = { args: {}, privateState: readPrivateState({}) };
    const transition = new Transition(this.#schema, args, nothing);
    const { existence } = this.options.source;
    try {
      return await this.#make(transition);
    } catch (error) {
      if (!(error instanceof RecordGoneError) || existence === undefined) throw error;
      const created = await createRecord({ ...this.options, existence, fields: transition.fields });
      return created === "exists" ? this.#make(transition) : this.#created(created, transition);
    }
  }

  /** Sets the fields that are declared now, and restores those that are no longer declared. */
  async update(args: RecordInputs, prior: Prior): Promise<ManagedState> {
    const privateState = readPrivateState(prior.privateState);
    const transition = new Transition(this.#schema, args, { ...prior, privateState });
    if (!privateState.isImported) this.#report("info", "no longer managed, left unchanged", transition.left);
    const createdId = getCreatedId(prior);
    if (restores(args) && !restores(prior.args) && createdId === undefined)
      this.#report(
        "warn",
        "the original value is unknown, so a destroy will not restore it",
        transition.staying,
      );
    if (transition.changes.length === 0) {
      const tag = prior.outputs.etag ?? undefined;
      const known: RecordSnapshot = { answer: { ...prior.outputs, ...prior.args }, tag };
      return {
        snapshot: known,
        privateState: writePrivateState(transition.privateState({ first: known })),
        createdId,
      };
    }
    return { ...(await this.#make(transition)), createdId };
  }

  /** Reads the record. Keeps the declared value of a field that the service only spells in another way. */
  async read(prior: Prior): Promise<ManagedState | "missing"> {
    const snapshot = await this.options.source.read();
    if (snapshot === "missing") return "missing";
    const before = readPrivateState(prior.privateState);
    const declared = getManagedFields(this.#schema, prior.args);
    const known = new KnownValues(this.#schema, declared, before);
    const live = getValues(this.#schema, snapshot.answer, Object.keys(declared));
    const paths = Object.keys(live);
    /** Fields with the declared value in another form. */
    const spelled = paths.filter(
      (path) =>
        !isSameField(this.#schema, path, live[path], declared[path]) && !known.isDrift(path, live[path]),
    );
    const isUndeclared = (path: string): boolean => !Object.hasOwn(declared, path);
    const others = paths.filter((path) => !known.isOwn(path, live[path]));
    // Only an import has neither arguments nor outputs.
    const isImport = Object.keys(declared).length + Object.keys(prior.outputs).length === 0;
    const createdId = getCreatedId(prior);
    return {
      // Another client may have deleted the record and created another one.
      ...(createdId !== undefined && isSameId(snapshot.id, createdId) && { createdId }),
      snapshot: { ...snapshot, answer: withFields(this.#schema, snapshot.answer, pick(declared, spelled)) },
      // The state now has the live values of declared fields. The next update may still have to restore others.
      privateState: writePrivateState({
        base: { ...omit(before.base, declared), ...pick(live, spelled) },
        originals: before.originals,
        causes: omit(before.causes, declared),
        foreign: [...before.foreign.filter(isUndeclared), ...others],
        unsure: before.unsure.filter(isUndeclared),
        ...((before.isImported || isImport) && { isImported: true }),
      }),
    };
  }

  /**
   * Deletes a record that this stack created. With `onDestroy: "restore"`, restores the original values of fields that still have the
   * declared ones.
   */
  async delete(prior: Prior): Promise<void> {
    const fields = getManagedFields(this.#schema, prior.args);
    const privateState = readPrivateState(prior.privateState);
    const { log } = this.options;
    const createdId = getCreatedId(prior);
    if (createdId !== undefined && !retains(prior.args)) return this.#remove(createdId, fields, privateState);
    if (!restores(prior.args)) {
      const names = privateState.isImported ? [] : Object.keys(fields);
      const applied =
        names.length > 0
          ? message`, with the values last applied to ${formatFields(this.#schema, names)}`
          : "";
      log.info(message`the record stays at the service${applied}.`);
      return;
    }
    const isOwn = (path: string): boolean =>
      prior.declaredElsewhere?.includes(getFieldName(this.#schema, path)) !== true;
    const originals = Object.keys(privateState.originals).filter(isOwn);
    const known = withoutSecondSpellings(this.#schema, originals, fields);
    const isUnknown = (path: string): boolean =>
      isOwn(path) && !known.includes(path) && findLinked(this.#schema, known, path) === undefined;
    this.#report(
      "warn",
      "the original value is unknown, so it is not restored",
      Object.keys(fields).filter(isUnknown),
    );
    const from = { privateState, outputs: prior.outputs };
    const changes = known.map((path) => restoreField(this.#schema, path, fields, from));
    if (changes.length === 0) return;
    try {
      const result = await this.#update(changes);
      if (result.outcome === "unknown") throw result.error;
      this.#report("warn", LEFT, result.left);
      this.#checkRestored(changes, result);
    } catch (error) {
      if (!(error instanceof RecordGoneError)) throw error;
      log.info("the record no longer exists: nothing to restore.");
    }
  }

  /** Deletes the record if it is still the one that this stack created, and no other client has changed its managed fields. */
  async #remove(createdId: string, fields: Fields, privateState: PrivateState): Promise<void> {
    const { log, source } = this.options;
    const { existence } = source;
    if (existence === undefined) {
      log.warn(NOT_DELETABLE);
      return;
    }
    const known = new KnownValues(this.#schema, fields, privateState);
    await deleteTagged({
      ...this.options,
      undeletable: existence.undeletable,
      async read() {
        const found = await source.read();
        if (found === "missing" || isSameId(found.id, createdId)) return found;
        log.info(
          "another client has deleted the record and created another one, which stays at the service.",
        );
        return "missing";
      },
      requireUnchanged: ({ answer }) => {
        const others = Object.keys(fields)
          .map((path) => ({ path, before: fields[path], live: getField(this.#schema, answer, path) }))
          .filter(({ path, live }) => live !== undefined && !known.isKnown(path, live));
        if (others.length > 0) throw new ConflictError(others, this.options);
      },
      delete: (_found, tag) => existence.delete(tag),
    });
  }

  /** @throws an error if the service has restored no field */
  #checkRestored(changes: FieldUpdate[], result: Updated): void {
    const sent = changes.filter(({ path }) => result.sent.includes(path));
    const wanted = changes.filter(({ path }) => !result.left.includes(path));
    const not = wanted.filter((change) => !isTaken(this.#schema, change, result));
    const fields = not.map(({ path }) => path);
    if (not.length > 0 && sent.every((change) => not.includes(change)))
      throw new ProviderError(
        message`the service accepted the original values and restored none of them: ${formatFields(this.#schema, fields)}.`,
        "notApplied",
        "correct the fields at the service and run the command again, or set `onDestroy` to `retain` to keep the values.",
      );
    this.#report("warn", NOT_RESTORED, fields);
    const known = changes.map(({ path }) => path);
    this.#reportSideEffects(this.#listLasting(result).filter(({ path }) => !known.includes(path)));
  }

  async #make(transition: Transition): Promise<ManagedState> {
    const result = await this.#update(transition.changes, transition.kept);
    if (result.outcome === "applied") {
      this.#report("warn", LEFT, result.left);
      this.#report("warn", SUPERSEDED, result.superseded);
      return this.#managed(result, transition);
    }
    const privateState = transition.privateStateIfUnknown(result);
    return { snapshot: result.first, privateState: writePrivateState(privateState), failure: result.error };
  }

  #created(snapshot: RecordSnapshot, transition: Transition): ManagedState {
    const sent = Object.keys(transition.fields);
    const answered = Object.keys(getValues(this.#schema, snapshot.answer, sent));
    const nothing = { first: { answer: {}, tag: undefined }, sideEffects: [], left: [], superseded: [] };
    const applied: Updated = { outcome: "applied", ...nothing, snapshot, answered, sent };
    return { ...this.#managed(applied, transition), createdId: snapshot.id };
  }

  #update(changes: FieldUpdate[], kept: Fields = {}): Promise<Updated | UnknownUpdate> {
    return updateFields({ ...this.options, changes, kept });
  }

  #managed(result: Updated, transition: Transition): ManagedState {
    const { snapshot, first, answered, sideEffects } = result;
    const { fields, changes } = transition;
    const byName = new Map(Object.keys(fields).map((path) => [getCommonPath(this.#schema, path), path]));
    const isManaged = ({ path }: SideEffect): boolean => byName.has(path);
    const managed = sideEffects.filter(isManaged).map((effect) => {
      const path = byName.get(effect.path) ?? effect.path;
      return { ...effect, path, isSettled: isTaken(this.#schema, { path, to: fields[path] }, result) };
    });
    const lasting = this.#listLasting(result);
    this.#reportSideEffects(lasting.filter((effect) => !isManaged(effect)));
    for (const effect of managed) this.#reportReset(effect);
    const reset = managed.filter(({ isSettled }) => !isSettled);
    const answers = [...answered, ...reset.map(({ path }) => path)];
    const live = getValues(this.#schema, snapshot.answer, answers);
    const storedDifferently = changes
      .filter((change) => Object.hasOwn(live, change.path) && !isTaken(this.#schema, change, result))
      .map(({ path }) => path);
    const chosen = Object.fromEntries([
      ...storedDifferently.map((path) => [path, [path]] as const),
      ...reset.map(({ path, causes }) => [path, causes] as const),
    ]);
    const failure = this.#findUnequalSpellings(storedDifferently, result, transition);
    const declared = Object.keys(fields);
    const privateState = transition.privateState({
      first,
      live: pick(live, declared),
      chosen: pick(chosen, declared),
      sideEffects: lasting,
    });
    return {
      snapshot,
      privateState: writePrivateState({ ...privateState, ...(failure && { unsure: result.sent }) }),
      storedDifferently,
      ...(failure && { failure }),
    };
  }

  /** The service has taken the last one of two spellings with different meanings. */
  #findUnequalSpellings(
    storedDifferently: string[],
    { sent, snapshot }: Updated,
    { fields }: Transition,
  ): UnequalSpellingsError | undefined {
    for (const path of storedDifferently) {
      const other = findLinked(this.#schema, sent, path);
      if (other === undefined) continue;
      const [first, second] = [path, other].map((one) => ({
        path: one,
        declared: fields[one],
        live: getField(this.#schema, snapshot.answer, one),
      })) as [DeclaredSpelling, DeclaredSpelling];
      return new UnequalSpellingsError(first, second, this.options);
    }
    return undefined;
  }

  #listLasting({ sideEffects, snapshot }: Updated): SideEffect[] {
    return listLasting(this.#schema, sideEffects, snapshot.answer);
  }

  /** Names an undeclared field that an update has changed. */
  #reportSideEffects(sideEffects: SideEffect[]): void {
    if (sideEffects.length === 0) return;
    const texts = sideEffects.map(({ path, before, after }) =>
      this.#formatValues(path, [
        [before, "before"],
        [after, "now"],
      ]),
    );
    this.options.log.warn(
      message`the service also changed fields that the program does not declare: ${joinTexts(texts, "; ")}.`,
    );
  }

  /** Names a declared field that an update of other fields has changed. */
  #reportReset({ path, before, after, isSettled }: SideEffect & { isSettled: boolean }): void {
    const values = this.#formatValues(path, [
      [before, "before"],
      [after, "after"],
    ]);
    const end = isSettled
      ? "The declared value was sent again"
      : "The service did not keep the declared value, which was sent again";
    this.options.log.warn(
      message`the service changed a declared field together with other fields: ${values}. ${end}.`,
    );
  }

  #formatValues(path: string, values: readonly FieldValue[]): Message {
    return formatFieldValues(path, values, this.options);
  }

  #report(level: "info" | "warn", fact: string, paths: string[]): void {
    if (paths.length > 0) this.options.log[level](message`${fact}: ${formatFields(this.#schema, paths)}.`);
  }
}

function getCreatedId({ outputs: { createdId } }: Prior): string | undefined {
  return typeof createdId === "string" ? createdId : undefined;
}

/** An interface without ids cannot tell. */
function isSameId(id: string | undefined, createdId: string): boolean {
  return id === undefined || id === createdId;
}

const NOT_DELETABLE =
  "this stack created the record, and the configured version of the interface does not delete it: it stays at the service.";

const LEFT = "not restored, because another client or an interrupted update of this stack changed it";
const NOT_RESTORED = "not restored, because the service kept other values";
const SUPERSEDED = "not restored, because another resource of the program declares it";
