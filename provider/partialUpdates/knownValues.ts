import type { Json } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { type Fields, isStoredField } from "./fields.js";
import type { PrivateState } from "./privateState.js";

/**
 * What a state knows of the fields of a record. Conflicts, drift and what may be restored are comparisons of a live value with the one
 * that the service returned last, which is the declared one if the private state has no other one.
 */
export class KnownValues {
  constructor(
    private readonly schema: ResourceSchema,
    /** The declared values of the state. */
    private readonly declared: Fields,
    private readonly state: PrivateState,
  ) {}

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

  #isOneOf(values: readonly Json[], path: string, live: Json): boolean {
    return values.some((value) => isStoredField(this.schema, path, live, value));
  }

  #listDeclared(path: string): Json[] {
    return Object.hasOwn(this.declared, path) ? [this.declared[path]] : [];
  }
}
