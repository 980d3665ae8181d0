import type { OtherResources } from "../contract/lifecycle.js";
import { getOutcome } from "../contract/providerError.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { RecordGoneError, UnequalSpellingsError } from "./conflict.js";
import { createPathConverter, findLinked, getValues, isSameField, omit, pick, withFields } from "./fields.js";
import { KnownRecord, type PriorRecord, type StoredPrivateState, writePrivateState } from "./knownRecord.js";
import type { RecordAccess, RecordSnapshot, Updated } from "./partialUpdate.js";
import { createRecord } from "./recordCreation.js";
import { releaseRecord } from "./recordRelease.js";
import { RecordReport } from "./recordReport.js";
import { type RecordInputs, restores } from "./recordSchema.js";
import { isTaken, updateFields } from "./settledUpdate.js";
import { listLasting, type SideEffect } from "./sideEffects.js";
import { Transition } from "./transition.js";

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

/** What is known after an update whose response was read. */
type Answered = Omit<Updated, "outcome" | "left" | "superseded" | "unexplained">;

/** The fields of a record that a program manages. All other fields stay as they are. */
export class ManagedRecord {
  readonly #schema: ResourceSchema;
  readonly #report: RecordReport;

  constructor(private readonly options: RecordAccess) {
    this.#schema = options.schema;
    this.#report = new RecordReport(options);
  }

  /** Sets the declared fields for the first time, in a new record if there is none and the service can create it. */
  async create(args: RecordInputs, others: OtherResources = {}): Promise<ManagedState> {
    const nothing = { args: {}, outputs: {}, privateState: {}, ...others };
    const transition = new Transition(this.#schema, args, nothing);
    const { existence } = this.options.source;
    try {
      return await this.#make(transition);
    } catch (error) {
      if (!(error instanceof RecordGoneError) || existence === undefined) throw error;
      const creation = { ...this.options, existence, fields: transition.fields };
      const created = await createRecord(creation).catch((failure) => ({ failure }));
      if (created === "exists") return this.#make(transition);
      return "failure" in created
        ? keepUnsureCreation(created.failure, transition)
        : this.#created(created, transition);
    }
  }

  /** Sets the fields that are declared now, and restores those that are no longer declared. */
  async update(args: RecordInputs, prior: PriorRecord): Promise<ManagedState> {
    const transition = new Transition(this.#schema, args, prior);
    const { known } = transition;
    const { state } = known;
    const found = state.isCreationUnsure ? await this.options.source.read() : undefined;
    if (found === "missing") return this.create(args, prior);
    const createdId = found !== undefined && known.isCreated(found) ? found.id : known.createdId;
    if (!state.isImported) this.#report.info("no longer managed, left unchanged", transition.list("left"));
    if (restores(args) && !restores(prior.args) && createdId === undefined)
      this.#report.warn(
        "the original value is unknown, so a destroy will not restore it",
        transition.list("changed", "kept"),
      );
    if (transition.changes.length > 0) return { ...(await this.#make(transition)), createdId };
    const answer = { ...prior.outputs, ...prior.args };
    const snapshot: RecordSnapshot = found ?? { answer, tag: prior.outputs.etag ?? undefined };
    return { snapshot, privateState: transition.privateState({ first: snapshot }), createdId };
  }

  /** Reads the record. Keeps the declared value of a field that the service only spells in another way. */
  async read(prior: PriorRecord): Promise<ManagedState | "missing"> {
    const snapshot = await this.options.source.read();
    if (snapshot === "missing") return "missing";
    const known = new KnownRecord(this.#schema, prior);
    const { declared, state, createdId } = known;
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
    return {
      // Another client may have deleted the record and created another one.
      ...(known.isCreated(snapshot) && { createdId: snapshot.id ?? createdId }),
      snapshot: { ...snapshot, answer: withFields(this.#schema, snapshot.answer, pick(declared, spelled)) },
      // The state now has the live values of declared fields. The next update may still have to restore others.
      privateState: writePrivateState({
        base: { ...omit(state.base, declared), ...pick(live, spelled) },
        originals: state.originals,
        causes: omit(state.causes, declared),
        foreign: [...state.foreign.filter(isUndeclared), ...others],
        unsure: state.unsure.filter(isUndeclared),
        ...((state.isImported || isImport) && { isImported: true }),
      }),
    };
  }

  /** See {@link releaseRecord}. */
  delete(prior: PriorRecord): Promise<void> {
    return releaseRecord(this.options, prior);
  }

  async #make(transition: Transition): Promise<ManagedState> {
    const { changes, kept, known } = transition;
    const isDeclaredElsewhere = (path: string): boolean => known.isDeclaredElsewhere(path);
    const result = await updateFields({ ...this.options, changes, kept, isDeclaredElsewhere });
    if (result.outcome === "unknown") {
      const { first, before, earlier, error } = result;
      const answered = earlier && {
        ...this.#readAnswer(earlier, transition),
        sideEffects: this.#listOwn(earlier, transition),
      };
      if (answered !== undefined) {
        const isAnswered = (path: string): boolean => !Object.hasOwn(before, path);
        const isManaged = this.#isManaged(transition);
        const others = answered.sideEffects.filter((effect) => !isManaged(effect));
        this.#report.warnAboutSideEffects(others.filter(({ path }) => isAnswered(path)));
        this.#report.warn(
          "the service stored a different value than the one sent",
          answered.storedDifferently.filter(isAnswered),
        );
      }
      const privateState = transition.privateStateIfUnknown(result, answered);
      return { snapshot: earlier?.snapshot ?? first, privateState, failure: error };
    }
    this.#report.warnAboutLeft(result.left);
    this.#report.warnAboutUnexplained(result.unexplained, true);
    this.#report.warn("not restored, because another resource of the program declares it", result.superseded);
    return this.#managed(result, transition);
  }

  #created(snapshot: RecordSnapshot, transition: Transition): ManagedState {
    const sent = Object.keys(transition.fields);
    const answered = Object.keys(getValues(this.#schema, snapshot.answer, sent));
    const first: RecordSnapshot = { answer: {}, tag: undefined };
    const result = { first, snapshot, sent, answered, sideEffects: [] };
    return { ...this.#managed(result, transition), createdId: snapshot.id };
  }

  #managed(result: Answered, transition: Transition): ManagedState {
    const { snapshot, first, sent, sideEffects } = result;
    const { live, chosen, resets, storedDifferently } = this.#readAnswer(result, transition);
    const lasting = listLasting(this.#schema, sideEffects, snapshot.answer);
    const isElsewhere = ({ path }: SideEffect): boolean => transition.known.isDeclaredElsewhere(path);
    const own = this.#listOwn(result, transition);
    const isManaged = this.#isManaged(transition);
    this.#report.warnAboutSideEffects(own.filter((effect) => !isManaged(effect)));
    for (const effect of resets) this.#report.warnAboutReset(effect, effect.isSettled);
    for (const effect of sideEffects.filter(isElsewhere))
      this.#report.warnAboutReset(effect, !lasting.some(({ path }) => path === effect.path));
    const failure = this.#findUnequalSpellings(storedDifferently, sent, snapshot, transition);
    const unsure = failure && sent;
    const privateState = transition.privateState({ first, live, chosen, sideEffects: own, unsure });
    return { snapshot, privateState, storedDifferently, ...(failure && { failure }) };
  }

  /** What the response to an update says of the declared fields. */
  #readAnswer(result: Answered, transition: Transition) {
    const { snapshot, answered, sideEffects } = result;
    const { fields, changes } = transition;
    const toPath = createPathConverter(this.#schema, fields);
    const resets = sideEffects.filter(this.#isManaged(transition)).map((effect) => {
      const path = toPath(effect.path);
      return { ...effect, path, isSettled: isTaken(this.#schema, { path, to: fields[path] }, result) };
    });
    const reset = resets.filter(({ isSettled }) => !isSettled);
    const live = getValues(this.#schema, snapshot.answer, [...answered, ...reset.map(({ path }) => path)]);
    const storedDifferently = changes
      .filter((change) => Object.hasOwn(live, change.path) && !isTaken(this.#schema, change, result))
      .map(({ path }) => path);
    const chosen = Object.fromEntries([
      ...storedDifferently.map((path) => [path, [path]] as const),
      ...reset.map(({ path, causes }) => [path, causes] as const),
    ]);
    const declared = Object.keys(fields);
    return { resets, storedDifferently, live: pick(live, declared), chosen: pick(chosen, declared) };
  }

  /** Lasting side effects, except on fields that another resource declares. */
  #listOwn({ snapshot, sideEffects }: Answered, { known }: Transition): SideEffect[] {
    const lasting = listLasting(this.#schema, sideEffects, snapshot.answer);
    return lasting.filter(({ path }) => !known.isDeclaredElsewhere(path));
  }

  #isManaged({ fields }: Transition): (effect: SideEffect) => boolean {
    const toPath = createPathConverter(this.#schema, fields);
    return ({ path }) => Object.hasOwn(fields, toPath(path));
  }

  /** The service has taken the last one of two spellings with different meanings. */
  #findUnequalSpellings(
    storedDifferently: string[],
    sent: string[],
    { answer }: RecordSnapshot,
    { fields }: Transition,
  ): UnequalSpellingsError | undefined {
    for (const path of storedDifferently) {
      const other = findLinked(this.#schema, sent, path);
      if (other !== undefined) return new UnequalSpellingsError([path, other], fields, answer, this.options);
    }
    return undefined;
  }
}

/**
 * The state after a create of unknown outcome, whose record could not be read.
 *
 * @throws the error of a create that certainly had no effect
 */
function keepUnsureCreation(failure: unknown, { fields }: Transition): ManagedState {
  if (getOutcome(failure) !== "unknown") throw failure;
  const privateState: StoredPrivateState = { unsure: Object.keys(fields), isCreationUnsure: true };
  return { snapshot: { answer: {}, tag: undefined }, privateState, failure };
}
