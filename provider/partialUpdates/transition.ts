import type { Unchecked } from "../contract/definition.js";
import { isObject, type Json, type PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import {
  type Fields,
  findLinked,
  getField,
  getFieldName,
  getLinkedPath,
  getManagedFields,
  getValues,
  isSameField,
  pick,
  withPathsOf,
} from "./fields.js";
import type { FieldUpdate, RecordSnapshot } from "./partialUpdate.js";
import { type RecordInputs, restores } from "./recordSchema.js";
import type { SideEffect } from "./sideEffects.js";

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
  /**
   * With `onDestroy: "restore"`: undeclared fields that the service changed together with declared ones, whose names are the
   * values. `originals` and `chosen` have their values before and after.
   */
  sideEffects: Fields;
  /** Whether an import has read the fields in the state, and no update has managed them yet. */
  isImported?: true;
}

/** The private state without empty parts. */
export type StoredPrivateState = Partial<PrivateState>;

const PARTS = ["originals", "answered", "chosen", "unclear", "found", "sideEffects"] as const;

/** Reads any private state. Invalid parts count as empty. */
export function readPrivateState(privateState: Unchecked<PrivateState>): PrivateState {
  const parts = PARTS.map((part) => [part, isObject(privateState[part]) ? privateState[part] : {}]);
  return { ...Object.fromEntries(parts), ...(privateState.isImported === true && { isImported: true }) };
}

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

/** What a state knows of a record. */
export interface KnownRecord {
  args: RecordInputs;
  privateState: PrivateState;
  /** The values of all fields when the record was last read or updated. */
  outputs?: PropertyMap;
  listDeclaredElsewhere?: () => string[];
}

/** The changes of the managed fields of a record, from the state to the new arguments. */
export class Transition {
  readonly fields: Fields;
  /** Fields that were managed before and still are. */
  readonly staying: string[];
  /** Fields that are no longer managed, and are left unchanged. */
  readonly left: string[];
  /** Fields that are newly managed. */
  readonly #added: string[];
  /** Fields that were managed in their other spelling. */
  readonly #relinked: string[];
  /** Fields whose declared values have changed, or that an update of unknown outcome has sent. */
  readonly #changed: string[];
  /** Fields that are no longer managed, and whose original values are restored. */
  readonly #restored: string[];
  /** The names of the declared fields, see {@link getFieldName}. */
  readonly #names: ReadonlySet<string>;
  readonly #old: Fields;
  readonly #before: PrivateState;
  readonly #restores: boolean;

  constructor(
    private readonly schema: ResourceSchema,
    args: RecordInputs,
    private readonly prior: KnownRecord,
  ) {
    this.fields = getManagedFields(schema, args);
    this.#names = new Set(Object.keys(this.fields).map((path) => getFieldName(schema, path)));
    this.#restores = restores(args);
    const underDeclaredPaths = (known: Fields): Fields => withPathsOf(schema, this.fields, known);
    this.#old = underDeclaredPaths(getManagedFields(schema, prior.args));
    this.#before = mapPrivateState(prior.privateState, underDeclaredPaths);

    const declared = Object.keys(this.fields);
    const added = declared.filter((path) => !Object.hasOwn(this.#old, path));
    this.#relinked = added.filter((path) => findLinked(schema, Object.keys(this.#old), path) !== undefined);
    this.#added = added.filter((path) => !this.#relinked.includes(path));
    this.staying = Object.keys(this.#old).filter((path) => Object.hasOwn(this.fields, path));
    this.#changed = declared.filter((path) => !added.includes(path) && this.#isChanged(path));
    const dropped = this.#listDropped();
    this.#restored = dropped.filter((path) => this.#restores && Object.hasOwn(this.#before.originals, path));
    this.left = dropped.filter((path) => !this.#restored.includes(path));
  }

  #isChanged(path: string): boolean {
    if (Object.hasOwn(this.#before.unclear, path)) return true;
    return !isSameField(this.schema, path, this.#old[path], this.fields[path]);
  }

  /** Fields that are no longer managed, and those that changed together with fields that are no longer managed. */
  #listDropped(): string[] {
    const ended = Object.keys(this.#before.sideEffects).filter(
      (path) => !listCauses(this.#before, path).some((cause) => this.#isDeclared(cause)),
    );
    const managed = Object.keys({
      ...this.#old,
      ...this.#before.unclear,
      ...pick(this.#before.sideEffects, ended),
    });
    const dropped = managed.filter((path) => !this.#isDeclared(path));
    return withoutSecondSpellings(this.schema, dropped, this.fields);
  }

  get changes(): FieldUpdate[] {
    const { schema, fields } = this;
    const isRespelled = (path: string): boolean => Object.hasOwn(this.#before.answered, path);
    return [
      ...this.#added.map((path): FieldUpdate => ({ path, to: fields[path], seen: "found" })),
      ...this.#relinked.map((path): FieldUpdate => ({ path, to: fields[path], seen: this.#lastValue(path) })),
      ...this.#changed.map((path): FieldUpdate => {
        const seen = listSeenValues(path, this.#old, this.#before);
        return { path, to: fields[path], seen, isRespelled: isRespelled(path) };
      }),
      ...this.#restored.map((path) => ({
        ...restoreField(schema, path, this.#old, { ...this.prior, privateState: this.#before }),
        isSuperseded: () =>
          this.prior.listDeclaredElsewhere?.().includes(getFieldName(schema, path)) === true,
      })),
    ];
  }

  /** The declared values that do not change. */
  get kept(): Fields {
    const changed = [...this.#added, ...this.#relinked, ...this.#changed];
    return pick(
      this.fields,
      Object.keys(this.fields).filter((path) => !changed.includes(path)),
    );
  }

  /** The value of a field that was managed in its other spelling: the service has set it to match. */
  #lastValue(path: string): FieldUpdate["seen"] {
    const other = findLinked(this.schema, Object.keys(this.#before.unclear), path);
    const value = getField(this.schema, this.prior.outputs ?? {}, path);
    return value === undefined || other !== undefined ? "found" : [value];
  }

  /** The private state after the update. `first` is the record before it. */
  privateState(first: RecordSnapshot, sideEffects: readonly SideEffect[] = []): PrivateState {
    const unchanged = Object.keys(this.fields).filter((path) => !this.#changed.includes(path));
    const isUndeclared = (path: string): boolean => !this.#isDeclared(path) && !this.#restored.includes(path);
    const before = Object.keys(this.#restores ? this.#before.sideEffects : {}).filter(isUndeclared);
    const after = this.#restores ? sideEffects.filter(({ path }) => isUndeclared(path)) : [];
    const state: PrivateState = {
      originals: {
        ...Object.fromEntries(after.map((effect) => [effect.path, effect.before])),
        ...this.#originals(first, [...Object.keys(this.fields), ...before]),
      },
      answered: pick(this.#before.answered, unchanged),
      chosen: pick(this.#before.chosen, [...unchanged, ...before]),
      unclear: {},
      found: pick(this.#before.found, unchanged),
      sideEffects: pick(this.#before.sideEffects, before),
    };
    for (const effect of after) {
      state.chosen[effect.path] = effect.after;
      const causes = effect.causes.map((path) => getFieldName(this.schema, path));
      state.sideEffects[effect.path] = [...new Set([...listCauses(state, effect.path), ...causes])];
    }
    return state;
  }

  /** The private state if the outcome is unknown. It keeps values that may not have been overwritten. */
  privateStateIfUnknown(first: RecordSnapshot, sideEffects: readonly SideEffect[]): PrivateState {
    const known = this.privateState(first, sideEffects);
    const restored = this.#originals(first, this.#restored);
    return { ...known, originals: { ...known.originals, ...restored }, found: this.#before.found };
  }

  #isDeclared(path: string): boolean {
    return this.#names.has(getFieldName(this.schema, path));
  }

  /** The original values of fields, in both spellings of each. */
  #originals(first: RecordSnapshot, paths: string[]): Fields {
    if (!this.#restores) return {};
    const both = (path: string): string[] => [path, getLinkedPath(this.schema, path) ?? path];
    const found = getValues(this.schema, first.answer, this.#added.flatMap(both));
    return pick({ ...found, ...this.#before.originals }, paths.flatMap(both));
  }
}

/** Names of the declared fields that have changed an undeclared one. */
function listCauses({ sideEffects }: PrivateState, path: string): string[] {
  const causes = Object.hasOwn(sideEffects, path) ? sideEffects[path] : undefined;
  return Array.isArray(causes) ? causes.map(String) : [];
}

/** Leaves out a path if another one is the other spelling of the same field: the declared one is preferred, or the first. */
export function withoutSecondSpellings(
  schema: ResourceSchema,
  paths: readonly string[],
  declared: Fields,
): string[] {
  return paths.filter((path, index) => {
    const other = findLinked(schema, paths, path);
    if (other === undefined) return true;
    const isPreferred = Object.hasOwn(declared, path);
    return isPreferred === Object.hasOwn(declared, other) ? index < paths.indexOf(other) : isPreferred;
  });
}

/** Restores the original value of a field, unless another client has changed it. */
export function restoreField(
  schema: ResourceSchema,
  path: string,
  declared: Fields,
  { privateState, outputs = {} }: Omit<KnownRecord, "args">,
): FieldUpdate {
  const own = listOwnValues(schema, path, declared, privateState);
  const other = Object.hasOwn(declared, path) ? undefined : findLinked(schema, Object.keys(declared), path);
  const isOwn = other !== undefined && listOwnValues(schema, other, declared, privateState).length > 0;
  // The service has set this spelling when it set the declared one.
  const linked = isOwn ? [getField(schema, outputs, path)] : [];
  return { path, to: privateState.originals[path], seen: [...own, ...linked], optional: true };
}
