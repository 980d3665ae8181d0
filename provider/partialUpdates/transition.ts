import type { Json, PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import {
  createPathConverter,
  type Fields,
  findLinked,
  getField,
  getFieldName,
  getLinkedPath,
  getManagedFields,
  getValues,
  isSameField,
  isStoredField,
  pick,
} from "./fields.js";
import { KnownValues } from "./knownValues.js";
import type { FieldUpdate, RecordSnapshot, UnknownUpdate } from "./partialUpdate.js";
import { mapPrivateState, type PrivateState } from "./privateState.js";
import { type RecordInputs, restores } from "./recordSchema.js";
import { restoreField, withoutSecondSpellings } from "./restoredFields.js";
import type { SideEffect } from "./sideEffects.js";

/** What a state knows of a record. */
export interface KnownRecord {
  args: RecordInputs;
  privateState: PrivateState;
  /** The values of all fields when the record was last read or updated. */
  outputs?: PropertyMap;
  listDeclaredElsewhere?: () => string[];
}

/** What an update has made of a record. */
export interface Outcome {
  /** The record before the update. */
  first: RecordSnapshot;
  /** The values that the response has of declared fields. Others count as taken. Default: none. */
  live?: Fields;
  /** The declared fields among them of which the service chose the value, with the names of the fields that were sent. */
  chosen?: Fields;
  /** Undeclared fields that the service changed together with declared ones. */
  sideEffects?: readonly SideEffect[];
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
    const toPath = createPathConverter(schema, this.fields);
    const old = Object.entries(getManagedFields(schema, prior.args));
    this.#old = Object.fromEntries(old.map(([path, value]) => [toPath(path), value]));
    this.#before = mapPrivateState(prior.privateState, toPath);

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
    if (this.#before.unsure.includes(path)) return true;
    return !isSameField(this.schema, path, this.#old[path], this.fields[path]);
  }

  /** Fields that are no longer managed, and those that changed together with fields that are no longer managed. */
  #listDropped(): string[] {
    const ended = Object.keys(this.#before.causes).filter(
      (path) => !listCauses(this.#before, path).some((cause) => this.#isDeclared(cause)),
    );
    const managed = new Set([...Object.keys(this.#old), ...this.#before.unsure, ...ended]);
    const dropped = [...managed].filter((path) => !this.#isDeclared(path));
    return withoutSecondSpellings(this.schema, dropped, this.fields);
  }

  get changes(): FieldUpdate[] {
    const { schema, fields } = this;
    const known = new KnownValues(schema, this.#old, this.#before);
    return [
      ...this.#added.map((path): FieldUpdate => ({ path, to: fields[path], seen: "found" })),
      ...this.#relinked.map((path): FieldUpdate => ({ path, to: fields[path], seen: this.#lastValue(path) })),
      ...this.#changed.map((path): FieldUpdate => {
        const isRespelled = known.isRespelled(path);
        return { path, to: fields[path], seen: known.list(path), isRespelled };
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
    return pick(
      this.fields,
      this.staying.filter((path) => !this.#changed.includes(path)),
    );
  }

  /** The value of a field that was managed in its other spelling: the service has set it to match. */
  #lastValue(path: string): FieldUpdate["seen"] {
    const other = findLinked(this.schema, this.#before.unsure, path);
    const value = getField(this.schema, this.prior.outputs ?? {}, path);
    return value === undefined || other !== undefined ? "found" : [value];
  }

  /** The private state after the update. */
  privateState({ first, live = {}, chosen = {}, sideEffects = [] }: Outcome): PrivateState {
    const { base, causes, foreign } = this.#before;
    const kept = Object.keys(this.kept);
    const isBeside = (path: string): boolean =>
      this.#restores && !this.#isDeclared(path) && !this.#restored.includes(path);
    const earlier = Object.keys(causes).filter((path) => isBeside(path) && !Object.hasOwn(this.#old, path));
    const effects = sideEffects.filter(({ path }) => isBeside(path));
    const ofEffects = (pickFrom: (effect: SideEffect) => Json): Fields =>
      Object.fromEntries(effects.map((effect) => [effect.path, pickFrom(effect)]));
    const unanswered = [...kept, ...earlier].filter((path) => !Object.hasOwn(live, path));
    const differing = Object.keys(live).filter(
      (path) => !isSameField(this.schema, path, live[path], this.fields[path]),
    );
    return {
      base: {
        ...pick(base, unanswered),
        ...ofEffects(({ after }) => after),
        ...pick(live, differing),
      },
      originals: {
        ...ofEffects(({ before }) => before),
        ...this.#originals(first, [...Object.keys(this.fields), ...earlier]),
      },
      causes: {
        ...pick(causes, unanswered),
        ...ofEffects((effect) => this.#joinCauses(effect)),
        ...chosen,
      },
      foreign: foreign.filter((path) => kept.includes(path)),
      unsure: [],
    };
  }

  /** The private state if the outcome is unknown. It keeps values that may not have been overwritten. */
  privateStateIfUnknown({ first, before, sideEffects }: UnknownUpdate): PrivateState {
    const { schema } = this;
    const { originals, base, foreign, ...known } = this.privateState({ first, sideEffects });
    const isForeign = (path: string): boolean => {
      const earlier = Object.hasOwn(this.#before.base, path) ? this.#before.base[path] : this.#old[path];
      return !Object.hasOwn(before, path) || isStoredField(schema, path, before[path], earlier);
    };
    return {
      ...known,
      base: { ...base, ...before },
      originals: { ...originals, ...this.#originals(first, this.#restored) },
      foreign: this.#before.foreign.filter(isForeign),
      unsure: Object.keys(before),
    };
  }

  #isDeclared(path: string): boolean {
    return this.#names.has(getFieldName(this.schema, path));
  }

  #joinCauses({ path, causes }: SideEffect): string[] {
    const names = causes.map((cause) => getFieldName(this.schema, cause));
    return [...new Set([...listCauses(this.#before, path), ...names])];
  }

  /** The original values of fields, in both spellings of each. */
  #originals(first: RecordSnapshot, paths: string[]): Fields {
    if (!this.#restores) return {};
    const both = (path: string): string[] => [path, getLinkedPath(this.schema, path) ?? path];
    const found = getValues(this.schema, first.answer, this.#added.flatMap(both));
    return pick({ ...found, ...this.#before.originals }, paths.flatMap(both));
  }
}

/** Names of the fields that were sent when the service chose the value of a field. */
function listCauses({ causes }: PrivateState, path: string): string[] {
  const names = Object.hasOwn(causes, path) ? causes[path] : undefined;
  return Array.isArray(names) ? names.map(String) : [];
}
