import type { ManagedObject } from "../contract/definition.js";

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
