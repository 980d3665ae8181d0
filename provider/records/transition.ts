import type { Unchecked } from "../contract/definition.js";
import { isObject, type Json } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import {
  type Fields,
  getCommonPath,
  getManagedFields,
  getValues,
  isSameField,
  pick,
  withPathsOf,
} from "./fields.js";
import type { FieldUpdate, RecordSnapshot } from "./partialUpdate.js";
import { type RecordInputs, restores } from "./recordSchema.js";

/** The private state of a record. The state stores it as a secret. */
export interface PrivateState {
  /** With `onDestroy: "restore"`: values of the managed fields before they were managed. */
  originals: Fields;
  /** Values in a response that the service spelled differently than they were sent. */
  answered: Fields;
  /** Values in a response that the service chose instead of those that were sent. */
  chosen: Fields;
  /** Values before an update whose outcome is unknown. */
  unclear: Fields;
  /** Values of other clients that a refresh has found. Declared values may overwrite them; original ones may not. */
  found: Fields;
  /** Whether an import has read the fields in the state, and no update has managed them yet. */
  isImported?: true;
}

/** The private state without empty parts. */
export type StoredPrivateState = Partial<PrivateState>;

const PARTS = ["originals", "answered", "chosen", "unclear", "found"] as const;

/** Reads any private state. Invalid parts count as empty. */
export function readPrivateState(privateState: Unchecked<PrivateState>): PrivateState {
  const parts = PARTS.map((part) => [part, isObject(privateState[part]) ? privateState[part] : {}]);
  return { ...Object.fromEntries(parts), ...(privateState.isImported === true && { isImported: true }) };
}

/** Applies `map` to each part. */
export function mapPrivateState(privateState: PrivateState, map: (fields: Fields) => Fields): PrivateState {
  const parts = PARTS.map((part) => [part, map(privateState[part])]);
  return { ...privateState, ...Object.fromEntries(parts) };
}

export function writePrivateState(privateState: PrivateState): StoredPrivateState {
  return Object.fromEntries(
    Object.entries(privateState).filter(([, part]) => part === true || Object.keys(part).length > 0),
  );
}

/** Values of a field that this stack has set or seen. */
export function listSeenValues(path: string, declared: Fields, privateState: PrivateState): Json[] {
  const { answered, chosen, unclear } = privateState;
  const sources = [declared, answered, chosen, unclear];
  return sources.filter((from) => Object.hasOwn(from, path)).map((from) => from[path]);
}

/** Values of a field that this stack has set. */
export function listOwnValues(
  schema: ResourceSchema,
  path: string,
  declared: Fields,
  privateState: PrivateState,
): Json[] {
  const isFound = (value: Json): boolean =>
    Object.hasOwn(privateState.found, path) && isSameField(schema, path, value, privateState.found[path]);
  return listSeenValues(path, declared, privateState).filter((value) => !isFound(value));
}

/** The changes of the managed fields of a record, from the state to the new arguments. */
export class Transition {
  /** The declared values. */
  readonly fields: Fields;
  /** Fields that were managed before and still are. */
  readonly staying: string[];
  /** Fields that are no longer managed, and are left unchanged. */
  readonly left: string[];
  /** Fields that are newly managed. */
  readonly #added: string[];
  /** Fields whose declared values have changed, or that an update of unknown outcome has sent. */
  readonly #changed: string[];
  /** Fields that are no longer managed, and whose original values are restored. */
  readonly #restored: string[];
  readonly #old: Fields;
  readonly #before: PrivateState;
  readonly #restores: boolean;

  constructor(
    private readonly schema: ResourceSchema,
    args: RecordInputs,
    private readonly prior: {
      args: RecordInputs;
      privateState: PrivateState;
      listDeclaredElsewhere?: () => string[];
    },
  ) {
    const fields = getManagedFields(schema, args);
    const respelled = (known: Fields): Fields => withPathsOf(schema, fields, known);
    const old = respelled(getManagedFields(schema, prior.args));
    const before = mapPrivateState(prior.privateState, respelled);
    const isIn = (from: Fields) => (path: string) => Object.hasOwn(from, path);
    const isRestored = (path: string): boolean => restores(args) && isIn(before.originals)(path);
    const dropped = Object.keys({ ...old, ...before.unclear }).filter((path) => !isIn(fields)(path));
    this.fields = fields;
    this.staying = Object.keys(old).filter(isIn(fields));
    this.left = dropped.filter((path) => !isRestored(path));
    this.#added = Object.keys(fields).filter((path) => !isIn(old)(path));
    this.#changed = Object.keys(fields)
      .filter(isIn(old))
      .filter((path) => isIn(before.unclear)(path) || !isSameField(schema, path, old[path], fields[path]));
    this.#restored = dropped.filter(isRestored);
    this.#old = old;
    this.#before = before;
    this.#restores = restores(args);
  }

  get changes(): FieldUpdate[] {
    return [
      ...this.#added.map((path): FieldUpdate => ({ path, to: this.fields[path], seen: "found" })),
      ...this.#changed.map((path): FieldUpdate => {
        const seen = listSeenValues(path, this.#old, this.#before);
        return { path, to: this.fields[path], seen };
      }),
      ...this.#restored.map((path) => ({
        ...restoreField(this.schema, path, this.#old, this.#before),
        isSuperseded: () =>
          this.prior.listDeclaredElsewhere?.().includes(getCommonPath(this.schema, path)) === true,
      })),
    ];
  }

  /** Whether the service has changed the spelling of the previous value. */
  wasRespelled(path: string): boolean {
    return Object.hasOwn(this.#before.answered, path);
  }

  /** The private state after the update. `first` is the record before it. */
  privateState(first: RecordSnapshot): PrivateState {
    const unchanged = Object.keys(this.fields).filter((path) => !this.#changed.includes(path));
    return {
      originals: this.#originals(first, Object.keys(this.fields)),
      answered: pick(this.#before.answered, unchanged),
      chosen: pick(this.#before.chosen, unchanged),
      unclear: {},
      found: pick(this.#before.found, unchanged),
    };
  }

  /** The private state if the outcome is unknown. It keeps values that may not have been overwritten. */
  privateStateIfUnknown(first: RecordSnapshot): PrivateState {
    const originals = this.#originals(first, [...Object.keys(this.fields), ...this.#restored]);
    return { ...this.privateState(first), originals, found: this.#before.found };
  }

  #originals(first: RecordSnapshot, paths: string[]): Fields {
    if (!this.#restores) return {};
    return pick({ ...getValues(this.schema, first.answer, this.#added), ...this.#before.originals }, paths);
  }
}

/** Restores the original value of a field, unless another client has changed it. */
export function restoreField(
  schema: ResourceSchema,
  path: string,
  declared: Fields,
  privateState: PrivateState,
): FieldUpdate {
  return {
    path,
    to: privateState.originals[path],
    seen: listOwnValues(schema, path, declared, privateState),
    optional: true,
  };
}
