import type { Json } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import {
  createPathConverter,
  type Fields,
  findLinked,
  getFieldName,
  getLinkedPath,
  getManagedFields,
  getValues,
  isSameField,
  isStoredField,
  pick,
  withoutSecondSpellings,
} from "./fields.js";
import {
  KnownRecord,
  type PriorRecord,
  type PrivateState,
  type StoredPrivateState,
  writePrivateState,
} from "./knownRecord.js";
import type { FieldUpdate, RecordSnapshot, UnknownUpdate } from "./partialUpdate.js";
import { type RecordInputs, restores } from "./recordSchema.js";
import type { SideEffect } from "./sideEffects.js";

/** What an update has made of a record. */
interface UpdateResult {
  /** The record before the update. */
  first: RecordSnapshot;
  /** The values that the response has of declared fields. Others count as taken. Default: none. */
  live?: Fields;
  /** The declared fields among them of which the service chose the value, with the names of the fields that were sent. */
  chosen?: Fields;
  /** Undeclared fields that the service changed together with declared ones. */
  sideEffects?: readonly SideEffect[];
  /** Fields that the next update sends again. Default: none. */
  unsure?: string[] | undefined;
}

/**
 * What becomes of a field.
 *
 * - `added`: it was not managed before
 * - `relinked`: it was managed in its other spelling
 * - `changed`: its declared value has changed, or an update of unknown outcome has sent it
 * - `kept`: its declared value has not changed
 * - `restored`: it is no longer managed, and has its original value again
 * - `left`: it is no longer managed, and left unchanged
 */
type Part = "added" | "relinked" | "changed" | "kept" | "restored" | "left";

/** The changes of the managed fields of a record, from the state to the new arguments. */
export class Transition {
  /** The declared values. */
  readonly fields: Fields;
  /** The state, with the paths of the new arguments. */
  readonly known: KnownRecord;
  readonly #parts: ReadonlyMap<string, Part>;
  /** The names of the declared fields, see {@link getFieldName}. */
  readonly #names: ReadonlySet<string>;
  readonly #restores: boolean;

  constructor(
    private readonly schema: ResourceSchema,
    args: RecordInputs,
    prior: PriorRecord,
  ) {
    this.fields = getManagedFields(schema, args);
    const declared = Object.keys(this.fields);
    this.#names = new Set(declared.map((path) => getFieldName(schema, path)));
    this.#restores = restores(args);
    this.known = new KnownRecord(schema, prior, createPathConverter(schema, this.fields));
    const paths = [...declared, ...this.#listDropped()];
    this.#parts = new Map(paths.map((path) => [path, this.#partOf(path)]));
  }

  #partOf(path: string): Part {
    const { declared, state } = this.known;
    if (!Object.hasOwn(this.fields, path))
      return this.#restores && Object.hasOwn(state.originals, path) ? "restored" : "left";
    if (!Object.hasOwn(declared, path))
      return findLinked(this.schema, Object.keys(declared), path) === undefined ? "added" : "relinked";
    const isSame = isSameField(this.schema, path, declared[path], this.fields[path]);
    return isSame && !state.unsure.includes(path) ? "kept" : "changed";
  }

  /** Fields that are no longer managed, and those that changed together with fields that are no longer managed. */
  #listDropped(): string[] {
    const { declared, state } = this.known;
    const ended = Object.keys(state.causes).filter(
      (path) => !listCauses(state, path).some((cause) => this.#isDeclared(cause)),
    );
    const managed = new Set([...Object.keys(declared), ...state.unsure, ...ended]);
    const dropped = [...managed].filter((path) => !this.#isDeclared(path));
    return withoutSecondSpellings(this.schema, dropped, this.fields);
  }

  list(...parts: Part[]): string[] {
    return [...this.#parts].filter(([, part]) => parts.includes(part)).map(([path]) => path);
  }

  get changes(): FieldUpdate[] {
    const { fields, known } = this;
    return [
      ...this.list("added").map((path): FieldUpdate => ({ path, to: fields[path], seen: "found" })),
      ...this.list("relinked").map((path) => ({ path, to: fields[path], seen: this.#lastValue(path) })),
      ...this.list("changed").map((path) => {
        const isRespelled = known.isRespelled(path);
        return { path, to: fields[path], seen: known.list(path), isRespelled };
      }),
      ...this.list("restored").map((path) => known.restoring(path)),
    ];
  }

  /** The declared values that do not change. */
  get kept(): Fields {
    return pick(this.fields, this.list("kept"));
  }

  /** The value of a field that was managed in its other spelling: the service has set it to match. */
  #lastValue(path: string): FieldUpdate["seen"] {
    const value = this.known.output(path);
    const isUnsure = findLinked(this.schema, this.known.state.unsure, path) !== undefined;
    return value === undefined || isUnsure ? "found" : [value];
  }

  /** The private state after the update. */
  privateState(result: UpdateResult): StoredPrivateState {
    return writePrivateState(this.#stateAfter(result));
  }

  /**
   * The private state if the outcome is unknown. It keeps values that may not have been overwritten.
   *
   * @param answered what the response to an earlier request of the update says. Default: nothing
   */
  privateStateIfUnknown(
    { first, before }: UnknownUpdate,
    answered: Pick<UpdateResult, "live" | "chosen" | "sideEffects"> = {},
  ): StoredPrivateState {
    const { declared, state } = this.known;
    const after = this.#stateAfter({ first, ...answered });
    const isForeign = (path: string): boolean => {
      const earlier = Object.hasOwn(state.base, path) ? state.base[path] : declared[path];
      return !Object.hasOwn(before, path) || isStoredField(this.schema, path, before[path], earlier);
    };
    return writePrivateState({
      ...after,
      base: { ...after.base, ...before },
      originals: { ...after.originals, ...this.#originals(first, this.list("restored")) },
      foreign: state.foreign.filter(isForeign),
      unsure: Object.keys(before),
    });
  }

  #stateAfter({ first, live = {}, chosen = {}, sideEffects = [], unsure = [] }: UpdateResult): PrivateState {
    const { declared, state } = this.known;
    const kept = this.list("kept");
    const isBeside = (path: string): boolean =>
      this.#restores && !this.#isDeclared(path) && this.#parts.get(path) !== "restored";
    const earlier = Object.keys(state.causes).filter(
      (path) => isBeside(path) && !Object.hasOwn(declared, path),
    );
    const effects = sideEffects.filter(({ path }) => isBeside(path));
    const ofEffects = (pickFrom: (effect: SideEffect) => Json): Fields =>
      Object.fromEntries(effects.map((effect) => [effect.path, pickFrom(effect)]));
    const unanswered = [...kept, ...earlier].filter((path) => !Object.hasOwn(live, path));
    const differing = Object.keys(live).filter(
      (path) => !isSameField(this.schema, path, live[path], this.fields[path]),
    );
    return {
      base: {
        ...pick(state.base, unanswered),
        ...ofEffects(({ after }) => after),
        ...pick(live, differing),
      },
      originals: {
        ...ofEffects(({ before }) => before),
        ...this.#originals(first, [...Object.keys(this.fields), ...earlier]),
      },
      causes: {
        ...pick(state.causes, unanswered),
        ...ofEffects((effect) => this.#joinCauses(effect)),
        ...chosen,
      },
      foreign: state.foreign.filter((path) => kept.includes(path)),
      unsure,
    };
  }

  #isDeclared(path: string): boolean {
    return this.#names.has(getFieldName(this.schema, path));
  }

  #joinCauses({ path, causes }: SideEffect): string[] {
    const names = causes.map((cause) => getFieldName(this.schema, cause));
    return [...new Set([...listCauses(this.known.state, path), ...names])];
  }

  /** The original values of fields, in both spellings of each. */
  #originals(first: RecordSnapshot, paths: string[]): Fields {
    if (!this.#restores) return {};
    const both = (path: string): string[] => [path, getLinkedPath(this.schema, path) ?? path];
    const found = getValues(this.schema, first.answer, this.list("added").flatMap(both));
    return pick({ ...found, ...this.known.state.originals }, paths.flatMap(both));
  }
}

/** Names of the fields that were sent when the service chose the value of a field. */
function listCauses({ causes }: PrivateState, path: string): string[] {
  const names = Object.hasOwn(causes, path) ? causes[path] : undefined;
  return Array.isArray(names) ? names.map(String) : [];
}
