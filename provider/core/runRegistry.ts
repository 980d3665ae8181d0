import type { ManagedObject } from "../contract/definition.js";
import type { Lifecycle } from "../contract/lifecycle.js";
import type { PropertyMap } from "../schema/json.js";
import { pickArguments } from "../schema/project.js";
import { reveal } from "../schema/secretTree.js";
import type { ResourceProperties } from "./resourceProperties.js";

/** What `check` leaves for later hooks of a resource. */
interface Checked {
  /** Arguments in the state. Absent for a new resource. */
  existing?: PropertyMap;
  /** Arguments that the program declares, with resolved ids. Absent until a check has succeeded. */
  declared?: PropertyMap;
}

/**
 * What the hooks of a kind of resource know of each other in a run of the engine, which the process serves. The engine calls, for
 * each resource of the program, in the order of their dependencies:
 *
 * - new: `check`, `create`
 * - in the state: `check`, `diff`, and `update` if there is a change
 * - replaced: `check`, `diff`, and then `check` again, without the old inputs; then `create` and later `delete`, or the other way
 *   round with `deleteBeforeReplace`. Only the first check gets the inputs in the state, and `create` gets nothing of the old resource.
 * - replaced by `pulumi up --replace`: one `check` without the old inputs, then as above
 *
 * At the end, it calls `delete` for resources that the program no longer declares. `pulumi destroy` and `pulumi refresh` without
 * the program call no `check`, so all of this is empty then.
 */
export class RunRegistry {
  readonly declaredObjects = new DeclaredObjects();
  readonly replacedObjects: ReplacedObjects;
  readonly #checked = new Map<string, Checked>();

  constructor(lifecycle: Pick<Lifecycle, "manages" | "schema">) {
    this.replacedObjects = new ReplacedObjects(lifecycle);
  }

  /** Called by `check`, which keeps what an earlier check of the resource has left. */
  add(urn: string | undefined, part: Checked): void {
    if (urn !== undefined) this.#checked.set(urn, { ...this.get(urn), ...part });
  }

  get(urn: string | undefined): Checked {
    return this.#checked.get(urn ?? "") ?? {};
  }
}

/** A resource of the program that declares an object, or fields of it. */
export interface Declaration {
  urn: string;
  /** The shared fields. Default: the whole object. */
  fields?: string[];
  /** Whether the create of the resource failed, so that the state does not have it. */
  hasFailed: boolean;
}

interface Claim extends ManagedObject {
  urn: string;
  /** Whether the state has the resource, or its create has begun. */
  exists: boolean;
  hasFailed: boolean;
}

/**
 * The objects that the program declares in this run with the providers of this process, which serves a single operation. The
 * engine checks all declared resources before it deletes others. A run without checks, such as `pulumi destroy`, declares
 * nothing.
 */
export class DeclaredObjects {
  readonly #claims = new Map<string, Claim>();

  /** Finds another resource that declares the same object, or one of the same fields. */
  findConflict(urn: string, object: ManagedObject): Declaration | undefined {
    return this.#listSharing(object).find(({ claim }) => claim.urn !== urn)?.declaration;
  }

  /**
   * Registers the object of a resource, instead of its earlier one.
   *
   * @param exists whether the state has the resource, or its create has begun
   */
  register(urn: string, object: ManagedObject, exists: boolean): void {
    this.#claims.set(urn, { ...object, urn, exists, hasFailed: false });
  }

  /** Notes that the create of a resource failed, and that the state does not have it. */
  registerFailure(urn: string): void {
    const claim = this.#claims.get(urn);
    if (claim !== undefined) claim.hasFailed = true;
  }

  /** Expects that the engine deletes the object of a resource of the program, and creates it again. */
  expectReplacement(urn: string): void {
    const claim = this.#claims.get(urn);
    if (claim !== undefined) claim.exists = false;
  }

  /**
   * The resources for which a delete has to keep the object, or fields of it. A resource that is not created yet needs nothing
   * kept, because the delete is the first half of its replacement.
   */
  listOwners(object: ManagedObject): Declaration[] {
    return this.#listSharing(object)
      .filter(({ claim }) => claim.exists)
      .map(({ declaration }) => declaration);
  }

  /** The fields of an object that existing resources other than `urn` declare. */
  listFieldsOfOthers(key: string, urn: string | undefined): string[] {
    return [...this.#claims.values()]
      .filter((claim) => claim.key === key && claim.exists && claim.urn !== urn)
      .flatMap(({ fields = [] }) => fields);
  }

  #listSharing({ key, fields }: ManagedObject): { claim: Claim; declaration: Declaration }[] {
    if (key === undefined) return [];
    const claims = [...this.#claims.values()].filter((claim) => claim.key === key);
    return claims.flatMap((claim) => {
      const { urn, hasFailed } = claim;
      if (fields === undefined || claim.fields === undefined)
        return [{ claim, declaration: { urn, hasFailed } }];
      const declared = new Set(claim.fields);
      const shared = fields.filter((field) => declared.has(field));
      return shared.length === 0 ? [] : [{ claim, declaration: { urn, hasFailed, fields: shared } }];
    });
  }
}

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
class ReplacedObjects {
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
