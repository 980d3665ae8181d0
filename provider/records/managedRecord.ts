import type { PriorState, ResourceLog } from "../contract/lifecycle.js";
import type { Json } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { message } from "../text/message.js";
import {
  formatFields,
  getCommonPath,
  getField,
  getManagedFields,
  getValues,
  isSameField,
  isSpelledField,
  isStored,
  pick,
  withFields,
} from "./fields.js";
import {
  type FieldUpdate,
  type PartialUpdateOptions,
  RecordGoneError,
  type RecordSnapshot,
  type UnknownUpdate,
  type Updated,
  updateFields,
} from "./partialUpdate.js";
import { type RecordInputs, type RecordState, restores } from "./recordSchema.js";
import {
  listOwnValues,
  readPrivateState,
  restoreField,
  type StoredPrivateState,
  Transition,
  writePrivateState,
} from "./transition.js";

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

  /** Sets the declared fields for the first time. */
  async create(args: RecordInputs): Promise<ManagedState> {
    const nothing = { args: {}, privateState: readPrivateState({}) };
    const transition = new Transition(this.#schema, args, nothing);
    return this.#make(transition);
  }

  /** Sets the fields that are declared now, and restores those that are no longer declared. */
  async update(args: RecordInputs, prior: Prior): Promise<ManagedState> {
    const privateState = readPrivateState(prior.privateState);
    const transition = new Transition(this.#schema, args, { ...prior, privateState });
    if (!privateState.isImported) this.#report("info", "no longer managed, left unchanged", transition.left);
    if (restores(args) && !restores(prior.args))
      this.#report(
        "warn",
        "the original value is unknown, so a destroy will not restore it",
        transition.staying,
      );
    if (transition.changes.length === 0) {
      const tag = prior.outputs.etag ?? undefined;
      const known: RecordSnapshot = { answer: { ...prior.outputs, ...prior.args }, tag };
      return { snapshot: known, privateState: writePrivateState(transition.privateState(known)) };
    }
    return this.#make(transition);
  }

  /** Reads the record. Keeps the declared value of a field that the service only spells in another way. */
  async read(prior: Prior): Promise<ManagedState | "missing"> {
    const snapshot = await this.options.source.read();
    if (snapshot === "missing") return "missing";
    const before = readPrivateState(prior.privateState);
    const { originals, answered, unclear } = before;
    const declared = getManagedFields(this.#schema, prior.args);
    const live = getValues(this.#schema, snapshot.answer, Object.keys(declared));
    const isStoredHere = (path: string, value: Json): boolean =>
      isStored(this.#schema, path, live[path], value);
    const isSpelled = (path: string): boolean =>
      isStoredHere(path, declared[path]) ||
      (Object.hasOwn(answered, path) &&
        isStoredHere(path, answered[path]) &&
        isSpelledField(this.#schema, path, live[path], declared[path]));
    const stored = Object.keys(live).filter(
      (path) => !isSameField(this.#schema, path, live[path], declared[path]) && isSpelled(path),
    );
    /** Managed fields with values that this stack has not set. */
    const foreign = Object.keys(live).filter(
      (path) =>
        !listOwnValues(this.#schema, path, declared, before).some((value) => isStoredHere(path, value)),
    );
    // Only an import has neither arguments nor outputs.
    const isImport = Object.keys(declared).length + Object.keys(prior.outputs).length === 0;
    const dropped = Object.keys(unclear).filter((path) => !Object.hasOwn(declared, path));
    return {
      snapshot: { ...snapshot, answer: withFields(this.#schema, snapshot.answer, pick(declared, stored)) },
      privateState: writePrivateState({
        originals,
        answered: pick(live, stored),
        // After the refresh, the state has the values that the service chose.
        chosen: {},
        // The next update still has to restore fields that are no longer declared.
        unclear: pick(unclear, dropped),
        found: pick(live, foreign),
        ...((before.isImported || isImport) && { isImported: true }),
      }),
    };
  }

  /** With `onDestroy: "restore"`, restores the original values of fields that still have the declared ones. */
  async delete(prior: Prior): Promise<void> {
    const fields = getManagedFields(this.#schema, prior.args);
    const privateState = readPrivateState(prior.privateState);
    const { log } = this.options;
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
      prior.declaredElsewhere?.includes(getCommonPath(this.#schema, path)) !== true;
    const known = Object.keys(privateState.originals).filter(isOwn);
    const unknown = Object.keys(fields).filter((path) => isOwn(path) && !known.includes(path));
    this.#report("warn", "the original value is unknown, so it is not restored", unknown);
    const changes = known.map((path) => restoreField(this.#schema, path, fields, privateState));
    if (changes.length === 0) return;
    try {
      const result = await this.#update(changes);
      if (result.outcome === "unknown") throw result.error;
      this.#report("warn", LEFT, result.left);
    } catch (error) {
      if (!(error instanceof RecordGoneError)) throw error;
      log.info("the record no longer exists: nothing to restore.");
    }
  }

  async #make(transition: Transition): Promise<ManagedState> {
    const result = await this.#update(transition.changes);
    if (result.outcome === "applied") {
      this.#report("warn", LEFT, result.left);
      this.#report("warn", SUPERSEDED, result.superseded);
      return this.#managed(result, transition);
    }
    const { first, before, error } = result;
    const privateState = { ...transition.privateStateIfUnknown(first), unclear: before };
    return { snapshot: first, privateState: writePrivateState(privateState), failure: error };
  }

  #update(changes: FieldUpdate[]): Promise<Updated | UnknownUpdate> {
    return updateFields({ ...this.options, changes });
  }

  #managed({ snapshot, first, answered }: Updated, transition: Transition): ManagedState {
    const { fields } = transition;
    const privateState = transition.privateState(first);
    const live = getValues(this.#schema, snapshot.answer, answered);
    const isTaken = ({ path, to }: FieldUpdate): boolean => {
      // An unchanged value is a rounding only if the service has rounded this field before.
      const before = transition.wasRespelled(path) ? undefined : getField(this.#schema, first.answer, path);
      return isSpelledField(this.#schema, path, live[path], to, before);
    };
    const storedDifferently = transition.changes
      .filter((change) => Object.hasOwn(live, change.path) && !isTaken(change))
      .map(({ path }) => path);
    const other = Object.keys(live).filter(
      (path) => Object.hasOwn(fields, path) && !isSameField(this.#schema, path, live[path], fields[path]),
    );
    const spelled = other.filter((path) => !storedDifferently.includes(path));
    return {
      snapshot,
      privateState: writePrivateState({
        ...privateState,
        answered: { ...privateState.answered, ...pick(live, spelled) },
        chosen: { ...privateState.chosen, ...pick(pick(live, storedDifferently), Object.keys(fields)) },
      }),
      storedDifferently,
    };
  }

  #report(level: "info" | "warn", fact: string, paths: string[]): void {
    if (paths.length > 0) this.options.log[level](message`${fact}: ${formatFields(this.#schema, paths)}.`);
  }
}

const LEFT = "not restored, because another client or an interrupted update of this stack changed it";
const SUPERSEDED = "not restored, because another resource of the program declares it";
