import type { Lifecycle } from "../contract/lifecycle.js";
import { pickArguments } from "../schema/project.js";
import { reveal } from "../schema/secretTree.js";
import type { ResourceProperties } from "./resourceProperties.js";

/** An object in the state that this run changes or has deleted. */
interface StoredObject {
  id: string;
  state: ResourceProperties;
  isDeleted: boolean;
}

/**
 * The objects that creates of this run may replace. Between the `delete` and the `create` of a replacement, only this memory has
 * the old arguments, because the engine passes them to `delete` alone. They contain secrets, so they are never written.
 */
export class ReplacedObjects {
  /** By identity. `urn` is the resource that replaces the object. */
  readonly #objects = new Map<string, StoredObject & { urn: string | undefined }>();

  constructor(private readonly lifecycle: Pick<Lifecycle, "manages" | "schema">) {}

  /** Called when a resource of the program changes. */
  expect(urn: string | undefined, id: string, state: ResourceProperties): void {
    const key = this.#keyOf(state);
    if (key !== undefined) this.#objects.set(key, { urn, id, state, isDeleted: false });
  }

  /** Called after a deletion, whose URN is an earlier one if an alias renames the resource. */
  addDeleted(id: string, state: ResourceProperties): void {
    const key = this.#keyOf(state);
    if (key === undefined) return;
    const expected = this.#objects.get(key);
    this.#objects.set(key, {
      urn: expected === undefined ? state.urn : expected.urn,
      id,
      state,
      isDeleted: true,
    });
  }

  /** The object of the resource that has the identity of its new inputs. */
  find(inputs: ResourceProperties): StoredObject | undefined {
    const found = this.#objects.get(this.#keyOf(inputs) ?? "");
    return found?.urn === inputs.urn ? found : undefined;
  }

  /** Ids of the other deleted objects without a replacement: the engine deletes dependants first. */
  listOtherDeleted(inputs: ResourceProperties): string[] {
    const own = this.#keyOf(inputs);
    return [...this.#objects]
      .filter(([key, { isDeleted }]) => isDeleted && key !== own)
      .map(([, { id }]) => id);
  }

  /** Called after the create. */
  remove(inputs: ResourceProperties): void {
    this.#objects.delete(this.#keyOf(inputs) ?? "");
  }

  #keyOf({ value }: ResourceProperties): string | undefined {
    const args = pickArguments(this.lifecycle.schema, reveal(value));
    return this.lifecycle.manages?.(args).key;
  }
}
