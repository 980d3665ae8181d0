import type { Unchecked } from "../contract/definition.js";
import type { PriorState } from "../contract/lifecycle.js";
import { isObject, type Json, type PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import {
  type Fields,
  findLinked,
  getField,
  getFieldName,
  getManagedFields,
  isStoredField,
  mapPaths,
} from "./fields.js";
import type { FieldUpdate, RecordSnapshot } from "./partialUpdate.js";
import type { RecordInputs, RecordState } from "./recordSchema.js";

/** A record as the state has it. */
export type PriorRecord = PriorState<RecordInputs, RecordState, StoredPrivateState>;

/**
 * What a state knows of the fields of a record. Conflicts, drift and what may be restored are comparisons of a live value with the one
 * that the service returned last, which is the declared one if the private state has no other one.
 */
export class KnownRecord {
  /** The declared values of the state. */
  readonly declared: Fields;
  readonly state: PrivateState;
  /** Id of the record, if this stack created it. */
  readonly createdId: string | undefined;

  /** @param toPath converts the paths of fields. Default: they stay as they are */
  constructor(
    private readonly schema: ResourceSchema,
    private readonly prior: PriorRecord,
    toPath: (path: string) => string = (path) => path,
  ) {
    const { args, privateState, outputs } = prior;
    this.declared = mapPaths(getManagedFields(schema, args), toPath);
    this.state = mapPrivateState(readPrivateState(privateState), toPath);
    this.createdId = typeof outputs.createdId === "string" ? outputs.createdId : undefined;
  }

  /** Whether this stack created the record, or may have created it. */
  get mayBeCreated(): boolean {
    return this.createdId !== undefined || this.state.isCreationUnsure === true;
  }

  /** Whether this stack created the record. An interface without ids cannot tell whether another client has replaced it. */
  isCreated({ id, answer }: RecordSnapshot): boolean {
    if (this.state.isCreationUnsure)
      return Object.keys(this.declared).length > 0 && isAsSent(this.schema, this.declared, answer);
    return this.createdId !== undefined && (id === undefined || id === this.createdId);
  }

  /** The values of a field unless another client has changed it. */
  list(path: string): Json[] {
    const { base, unsure } = this.state;
    const hasBase = Object.hasOwn(base, path);
    return [
      ...(hasBase && !unsure.includes(path) ? [] : this.#listDeclared(path)),
      ...(hasBase ? [base[path]] : []),
    ];
  }

  /** The values among them that no other client has set. Only these may be replaced by original values. */
  listOwn(path: string): Json[] {
    const { foreign, unsure } = this.state;
    if (!foreign.includes(path)) return this.list(path);
    return unsure.includes(path) ? this.#listDeclared(path) : [];
  }

  /** Whether the service returned another value than the declared one, which is its spelling of it. */
  isRespelled(path: string): boolean {
    const { base, causes, unsure } = this.state;
    return Object.hasOwn(base, path) && !Object.hasOwn(causes, path) && !unsure.includes(path);
  }

  /** Whether a refresh shows the live value in place of the declared one. */
  isDrift(path: string, live: Json): boolean {
    const values = [...this.#listDeclared(path), ...(this.isRespelled(path) ? this.list(path) : [])];
    return !this.#isOneOf(values, path, live);
  }

  /** Whether no other client has changed a field to this value. */
  isKnown(path: string, live: Json): boolean {
    return this.#isOneOf(this.list(path), path, live);
  }

  isOwn(path: string, live: Json): boolean {
    return this.#isOneOf(this.listOwn(path), path, live);
  }

  /** The value of a field that is not declared when the record was last read or updated. */
  output(path: string): Json {
    return getField(this.schema, this.prior.outputs, path);
  }

  /** Whether another resource of the program declares a field, as far as the engine has checked them. */
  isDeclaredElsewhere(path: string): boolean {
    return this.prior.listDeclaredElsewhere?.().includes(getFieldName(this.schema, path)) === true;
  }

  /** Restores the original value of a field, unless another client has changed it. */
  restoring(path: string): FieldUpdate {
    const { declared, schema } = this;
    const other = Object.hasOwn(declared, path) ? undefined : findLinked(schema, Object.keys(declared), path);
    const isOwn = other !== undefined && this.listOwn(other).length > 0;
    // The service has set this spelling when it set the declared one.
    const linked = isOwn ? [this.output(path)] : [];
    return {
      path,
      to: this.state.originals[path],
      seen: [...this.listOwn(path), ...linked],
      optional: true,
      isSuperseded: () => this.isDeclaredElsewhere(path),
    };
  }

  #isOneOf(values: readonly Json[], path: string, live: Json): boolean {
    return values.some((value) => isStoredField(this.schema, path, live, value));
  }

  #listDeclared(path: string): Json[] {
    return Object.hasOwn(this.declared, path) ? [this.declared[path]] : [];
  }
}

/**
 * Whether a create whose response was lost has made a record with these fields. Another client would hardly set the same values.
 */
export function isAsSent(schema: ResourceSchema, fields: Fields, answer: PropertyMap): boolean {
  return Object.entries(fields).every(([path, value]) =>
    isStoredField(schema, path, getField(schema, answer, path), value),
  );
}

/**
 * What the state keeps of a record beside its arguments and outputs, as a secret. Updates and refreshes read the parts and write them
 * anew; `delete` only reads them.
 */
export interface PrivateState {
  /**
   * The value that the service returned last, of each declared field where it is not the declared value, and of each undeclared field
   * in `causes`. Of the fields in `unsure`, the value before the update.
   * Written from every response. Read to find conflicts, drift, and what may be restored.
   */
  base: Fields;
  /**
   * With `onDestroy: "restore"`: values of fields before this stack first changed them.
   * Written by the update that adds the field, or changes it together with others. Read to restore it.
   */
  originals: Fields;
  /**
   * Fields of which the service chose the value in `base`, with the names of the fields that were sent. A declared field has not kept
   * its value. An undeclared one, only with `onDestroy: "restore"`, has changed together with declared ones.
   * Written by an update. A refresh reads it, shows the declared fields as drift, and removes them. An update restores an undeclared
   * field when none of the names is declared any more.
   */
  causes: Fields;
  /**
   * Fields whose last known value another client has set: declared values may overwrite it, original ones may not.
   * Written by a refresh. Removed by an update of the field. Read to restore it.
   */
  foreign: string[];
  /**
   * Fields of an update whose response is unknown: each has its declared value or that in `base`. Also the two spellings of a field
   * that mean different values.
   * Written by an update that fails. The next update sends them again. A refresh shows their values, and keeps those that are no
   * longer declared.
   */
  unsure: string[];
  /**
   * Whether no update has managed the fields yet.
   * Written by the refresh that imports the record. Read for messages about fields that are left.
   */
  isImported?: true;
  /**
   * Whether this stack may have created the record: if it has the declared values. Without any, nothing shows whose it is.
   * Written by a create of unknown outcome. Read by the next update, refresh or delete, which finds out.
   */
  isCreationUnsure?: true;
}

/** The private state without empty parts. */
export type StoredPrivateState = Partial<PrivateState>;

/** Earlier versions kept the values of `base` by their meaning, and all parts with values. */
interface EarlierPrivateState {
  answered?: Fields;
  chosen?: Fields;
  unclear?: Fields;
  found?: Fields;
  sideEffects?: Fields;
}

/** Reads any private state, also of an earlier version. Invalid parts count as empty. */
export function readPrivateState(stored: Unchecked<PrivateState & EarlierPrivateState>): PrivateState {
  const [chosen, unclear] = [readFields(stored.chosen), readFields(stored.unclear)];
  const causesOfChosen = Object.keys(chosen).map((path) => [path, [path]]);
  return {
    base: { ...readFields(stored.answered), ...chosen, ...unclear, ...readFields(stored.base) },
    originals: readFields(stored.originals),
    causes: {
      ...Object.fromEntries(causesOfChosen),
      ...readFields(stored.sideEffects),
      ...readFields(stored.causes),
    },
    foreign: [...Object.keys(readFields(stored.found)), ...readPaths(stored.foreign)],
    unsure: [...Object.keys(unclear), ...readPaths(stored.unsure)],
    ...(stored.isImported === true && { isImported: true }),
    ...(stored.isCreationUnsure === true && { isCreationUnsure: true }),
  };
}

function readFields(part: Json): Fields {
  return isObject(part) ? part : {};
}

function readPaths(part: Json): string[] {
  return Array.isArray(part) ? part.filter((path) => typeof path === "string") : [];
}

/** Converts all paths. */
function mapPrivateState(state: PrivateState, toPath: (path: string) => string): PrivateState {
  const { base, originals, causes, foreign, unsure, ...rest } = state;
  return {
    ...rest,
    base: mapPaths(base, toPath),
    originals: mapPaths(originals, toPath),
    causes: mapPaths(causes, toPath),
    foreign: foreign.map(toPath),
    unsure: unsure.map(toPath),
  };
}

export function writePrivateState(state: PrivateState): StoredPrivateState {
  return Object.fromEntries(
    Object.entries(state).filter(([, part]) => part === true || Object.keys(part).length > 0),
  );
}
