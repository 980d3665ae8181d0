import { formatDestroyCommand } from "../configuration.js";
import type { ManagedObject } from "../definition.js";

/** A resource of the program, and which part of an object it declares. */
export interface Declaration {
  urn: string;
  /** The fields in question. Default: the whole object. */
  fields?: string[];
}

/** The problem of a resource that declares the same object as another resource. */
export function explainDuplicate(other: Declaration, urn: string, shown: (path: string) => string): string {
  const both = `declared twice in this program: as ${other.urn} and as ${urn}.`;
  return other.fields === undefined
    ? `${both} Remove one of them, or correct its name or id.`
    : `${other.fields.map(shown).join(", ")}: ${both} Declare each field of a record in only one resource.`;
}

/** Why a delete keeps an object, or fields of it. */
export function explainKept(id: string, { urn, fields }: Declaration, deleted: string | undefined): string {
  const what = fields === undefined ? id : `${fields.join(", ")} of ${id}`;
  return (
    `${what} is left unchanged: the program declares it as ${urn}. ` +
    (urn === deleted
      ? `To replace it, run ${formatDestroyCommand(urn)}, then \`pulumi up\`.`
      : "Only the resource's old name is removed from the state. To rename a resource without this warning, give it an alias.")
  );
}

/** Why a delete does nothing where other processes of the run cannot be asked what they declare. */
export function explainCutOff(id: string): string {
  return (
    `${id} is left unchanged: the processes of the program's providers cannot reach each other, so another provider may ` +
    "declare it under another name. Set the environment variable TMPDIR to a directory with a short path that only you " +
    "can write to, and run the command again."
  );
}

interface Claim extends ManagedObject {
  urn: string;
  /** Whether the object is there under this resource; otherwise the engine is about to create it. */
  exists: boolean;
}

/**
 * The objects that the program declares in this run: a process serves one operation, and the engine checks every declared resource
 * before it deletes what is no longer declared. A run without checks, such as `pulumi destroy`, declares nothing.
 */
export class DeclaredObjects {
  /** By the key of the object, and then by URN. */
  readonly #claims = new Map<string, Map<string, Claim>>();
  /** The keys of the claims, by URN. */
  readonly #keys = new Map<string, string>();

  /**
   * Remembers what a resource declares, in place of what it declared before.
   *
   * @param exists whether the state has the resource, or its create has begun
   * @returns another resource that declares the same; nothing is remembered then
   */
  declare(urn: string, object: ManagedObject, exists: boolean): Declaration | undefined {
    this.#forget(urn);
    const [other] = this.#sharing(object);
    if (other !== undefined) return other.declaration;
    if (object.key === undefined) return undefined;
    const claims = this.#claims.get(object.key) ?? new Map<string, Claim>();
    this.#claims.set(object.key, claims.set(urn, { ...object, urn, exists }));
    this.#keys.set(urn, object.key);
    return undefined;
  }

  /**
   * The object that a resource has declared may be deleted before it is created again. A refresh compares resources that
   * the program of this run has not declared, and may no longer declare under these names: of those nothing is remembered.
   */
  expectReplacement(urn: string): void {
    const claim = this.#claims.get(this.#keys.get(urn) ?? "")?.get(urn);
    if (claim !== undefined) claim.exists = false;
  }

  /**
   * The resources for which a delete has to keep the object, or fields of it. One that is still to be created needs
   * nothing kept: the delete is the first half of its replacement.
   */
  keeping(object: ManagedObject): Declaration[] {
    return this.#sharing(object)
      .filter(({ claim }) => claim.exists)
      .map(({ declaration }) => declaration);
  }

  /** The fields of an object that other resources than `urn` declare, and that are there under them. */
  listFieldsOfOthers(key: string, urn: string | undefined): string[] {
    return [...(this.#claims.get(key)?.values() ?? [])]
      .filter((claim) => claim.exists && claim.urn !== urn)
      .flatMap(({ fields = [] }) => fields);
  }

  #sharing(object: ManagedObject): { claim: Claim; declaration: Declaration }[] {
    const claims = object.key === undefined ? undefined : this.#claims.get(object.key)?.values();
    return [...(claims ?? [])].flatMap((claim) => {
      const { urn } = claim;
      if (object.fields === undefined || claim.fields === undefined) return [{ claim, declaration: { urn } }];
      const declared = new Set(claim.fields);
      const fields = object.fields.filter((field) => declared.has(field));
      return fields.length === 0 ? [] : [{ claim, declaration: { urn, fields } }];
    });
  }

  #forget(urn: string): void {
    const key = this.#keys.get(urn);
    if (key !== undefined) this.#claims.get(key)?.delete(urn);
  }
}
