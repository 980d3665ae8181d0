import { NAMESPACE, type Settings } from "../contract/configuration.js";
import type { ManagedObject } from "../contract/definition.js";
import type { Lifecycle } from "../contract/lifecycle.js";
import { ProviderError } from "../contract/providerError.js";
import { isUnknown, type PropertyMap } from "../schema/json.js";
import { isSilent, listSchemas, type ResourceSchema, type Schema } from "../schema/keywords.js";
import { inProfile, type Profile, profiles } from "../schema/profile.js";
import { parseResourceId } from "../schema/resourceId.js";
import { createValidator } from "../schema/validate.js";
import { type Foreign, foreign, joinTexts, Message } from "../text/message.js";
import { LookedUpIds } from "./lookedUpIds.js";
import type { ResourceProperties } from "./resourceProperties.js";

/** One kind of resource, and what this run of the engine knows about all resources of the kind. */
export class ResourceKind {
  readonly schema: ResourceSchema;
  readonly validate: ReturnType<typeof createValidator>;
  readonly paths: PathNames;
  readonly lookedUpIds: LookedUpIds;
  readonly declaredObjects = new DeclaredObjects();
  /**
   * Arguments in the state, by URN: the engine checks what it replaces once more, and as if there had been nothing before.
   */
  readonly existing = new Map<string, PropertyMap>();
  /** Arguments that the program of this run has declared, with the ids that were looked up, by URN. */
  readonly declared = new Map<string, PropertyMap>();

  constructor(readonly lifecycle: Lifecycle) {
    this.schema = lifecycle.schema;
    this.validate = createValidator(this.schema);
    this.paths = new PathNames(this.schema);
    this.lookedUpIds = new LookedUpIds(lifecycle);
  }

  /** The secrets that no text may show: a name that the schema has is no secret, although a secret list holds it. */
  listSecrets({ secrets }: Pick<ResourceProperties, "secrets">): string[] {
    return secrets.filter((text) => !this.paths.own.has(text));
  }

  /**
   * A resource belongs to the profile that its id has.
   *
   * @throws ProviderError unless that is the configured one
   */
  requireProfile(id: string, settings: Settings): void {
    if (isUnknown(settings.get("profile"))) return;
    const { profile } = settings;
    const fits = (name: Profile): boolean =>
      parseResourceId(inProfile(this.lifecycle.idFormat, name), id) !== undefined;
    const other = profiles.find(fits);
    if (other === undefined || fits(profile)) return;
    throw new ProviderError(
      `${id} was made under the profile \`${other}\`, and \`${NAMESPACE}:profile\` is \`${profile}\`. Nothing was changed. ` +
        `Set \`${NAMESPACE}:profile\` to \`${other}\`, or use another stack for the other services.`,
    );
  }

  /**
   * `args` with the provider-only options of the program. The inputs keep the previous options while nothing else changes,
   * but the update of a resource that failed before has to use those of the program.
   */
  withDeclaredOptions(urn: string | undefined, args: PropertyMap): PropertyMap {
    const declared = this.declared.get(urn ?? "");
    if (declared === undefined) return args;
    const isOption = ([name]: [string, unknown]): boolean => isSilent(this.schema.properties[name]);
    const others = Object.entries(args).filter((entry) => !isOption(entry));
    return Object.fromEntries([...others, ...Object.entries(declared).filter(isOption)]);
  }

  /** Whether a property is a part of the resource's id. */
  isIdentity(property: string): boolean {
    return this.schema.properties[property]?.identity === true;
  }
}

/** A part of a path: an item's name in brackets, or a property's. */
const PART = /\[(?:"(?:[^"\\]|\\.)*"|[^\]]*)\]|[^.[\]]+/g;

/** Paths for a person: names that the program gave, of items and of entries in maps, are foreign. */
export class PathNames {
  /** Names of fields: the provider's own words. */
  readonly own: ReadonlySet<string>;

  constructor(schema: Schema) {
    this.own = new Set(listSchemas(schema).flatMap(({ properties = {} }) => Object.keys(properties)));
  }

  shown(path: string): Message {
    const parts: (string | Foreign)[] = [];
    let done = 0;
    for (const { 0: part, index } of path.matchAll(PART)) {
      parts.push(path.slice(done, index), this.own.has(part) ? part : foreign(part));
      done = index + part.length;
    }
    return new Message([...parts, path.slice(done)]);
  }

  list(paths: readonly string[]): Message {
    return joinTexts(
      paths.map((path) => this.shown(path)),
      ", ",
    );
  }
}

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
