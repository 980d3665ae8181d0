import type { ManagedObject } from "../contract/definition.js";

/** A resource of the program, and which part of an object it declares. */
export interface Declaration {
  urn: string;
  /** The fields in question. Default: the whole object. */
  fields?: string[];
}

interface Claim extends ManagedObject {
  urn: string;
  /** Whether the object exists under this resource; otherwise the engine is about to create it. */
  exists: boolean;
}

/**
 * The objects that the program declares in this run, with the providers that this process serves: it serves one operation.
 * The engine checks every declared resource before it deletes those that are no longer declared. A run without checks, such
 * as `pulumi destroy`, declares nothing.
 */
export class DeclaredObjects {
  readonly #claims = new Map<string, Claim>();

  /** Another resource that declares the same object, or one of the same fields. */
  findConflict(urn: string, object: ManagedObject): Declaration | undefined {
    return this.#listSharing(object).find(({ claim }) => claim.urn !== urn)?.declaration;
  }

  /**
   * Remembers the object of a resource, in place of the one that it declared before.
   *
   * @param exists whether the state has the resource, or its create has begun
   */
  register(urn: string, object: ManagedObject, exists: boolean): void {
    this.#claims.set(urn, { ...object, urn, exists });
  }

  /** Expects that a resource of the program deletes its object and creates it again. Other resources have none to expect. */
  expectReplacement(urn: string): void {
    const claim = this.#claims.get(urn);
    if (claim !== undefined) claim.exists = false;
  }

  /**
   * The resources for which a delete has to keep the object, or fields of it. A resource that is still to be created needs
   * nothing kept: the delete is the first half of its replacement.
   */
  listOwners(object: ManagedObject): Declaration[] {
    return this.#listSharing(object)
      .filter(({ claim }) => claim.exists)
      .map(({ declaration }) => declaration);
  }

  /** The fields of an object that resources other than `urn` declare, if they exist. */
  listFieldsOfOthers(key: string, urn: string | undefined): string[] {
    return [...this.#claims.values()]
      .filter((claim) => claim.key === key && claim.exists && claim.urn !== urn)
      .flatMap(({ fields = [] }) => fields);
  }

  #listSharing({ key, fields }: ManagedObject): { claim: Claim; declaration: Declaration }[] {
    if (key === undefined) return [];
    const claims = [...this.#claims.values()].filter((claim) => claim.key === key);
    return claims.flatMap((claim) => {
      const { urn } = claim;
      if (fields === undefined || claim.fields === undefined) return [{ claim, declaration: { urn } }];
      const declared = new Set(claim.fields);
      const shared = fields.filter((field) => declared.has(field));
      return shared.length === 0 ? [] : [{ claim, declaration: { urn, fields: shared } }];
    });
  }
}
