import type { PriorState } from "../contract/lifecycle.js";
import type { Json } from "../schema/json.js";
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
import {
  mapPrivateState,
  type PrivateState,
  readPrivateState,
  type StoredPrivateState,
} from "./privateState.js";
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

  /** Whether this stack created the record. An interface without ids cannot tell whether another client has replaced it. */
  isCreated({ id }: RecordSnapshot): boolean {
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
