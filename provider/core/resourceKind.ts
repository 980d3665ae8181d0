import { NAMESPACE } from "../contract/configuration.js";
import type { ManagedObject } from "../contract/definition.js";
import type { Lifecycle } from "../contract/lifecycle.js";
import { ProviderError } from "../contract/providerError.js";
import type { Settings } from "../contract/settings.js";
import { isAbsent, type PropertyMap } from "../schema/json.js";
import { isSilent, listSchemas, type ResourceSchema, type Schema } from "../schema/keywords.js";
import { inProfile, type Profile, profiles } from "../schema/profile.js";
import { parseResourceId } from "../schema/resourceId.js";
import { createValidator } from "../schema/validate.js";
import { type Foreign, foreign, joinTexts, Message } from "../text/message.js";
import { ReplacedObjects } from "./replacedObjects.js";
import { ResolvedIds } from "./resolvedIds.js";
import type { ResourceProperties } from "./resourceProperties.js";

/** A kind of resource, and the knowledge of this run of the engine about its resources. */
export class ResourceKind {
  readonly schema: ResourceSchema;
  readonly validate: ReturnType<typeof createValidator>;
  readonly paths: PathNames;
  readonly resolvedIds: ResolvedIds;
  readonly declaredObjects = new DeclaredObjects();
  /** Arguments in the state, by URN. The engine checks a replacement twice, the second time without the old inputs. */
  readonly existing = new Map<string, PropertyMap>();
  /** Arguments that the program declares in this run, with resolved ids, by URN. */
  readonly declared = new Map<string, PropertyMap>();
  readonly replacedObjects: ReplacedObjects;

  constructor(readonly lifecycle: Lifecycle) {
    this.replacedObjects = new ReplacedObjects(lifecycle);
    this.schema = lifecycle.schema;
    this.validate = createValidator(this.schema);
    this.paths = new PathNames(this.schema);
    this.resolvedIds = new ResolvedIds(lifecycle);
  }

  /** The secrets that no text may show. Names of the schema are not secret, even if a secret list contains them. */
  listSecrets({ secrets }: Pick<ResourceProperties, "secrets">): string[] {
    return secrets.filter((text) => !this.paths.own.has(text));
  }

  /**
   * Checks that an id belongs to the configured profile.
   *
   * @throws ProviderError if it belongs to another one
   */
  requireProfile(id: string, settings: Settings): void {
    const { profile } = settings;
    const fits = (name: Profile): boolean =>
      parseResourceId(inProfile(this.lifecycle.idFormat, name), id) !== undefined;
    const other = profiles.find(fits);
    if (other === undefined || fits(profile)) return;
    throw new ProviderError(
      `${id} was created with the profile \`${other}\`, but \`${NAMESPACE}:profile\` is \`${profile}\`. Nothing was changed. ` +
        `Set \`${NAMESPACE}:profile\` to \`${other}\`, or use another stack for the other services.`,
    );
  }

  /**
   * Replaces the provider-only options by those of the program. The inputs keep the old options while nothing else changes, but
   * an update that completes a failed one has to use the new options.
   */
  withDeclaredOptions(urn: string | undefined, args: PropertyMap): PropertyMap {
    const declared = this.declared.get(urn ?? "");
    if (declared === undefined) return args;
    const isOption = ([name]: [string, unknown]): boolean => isSilent(this.schema.properties[name]);
    const others = Object.entries(args).filter((entry) => !isOption(entry));
    return Object.fromEntries([...others, ...Object.entries(declared).filter(isOption)]);
  }

  /** Whether the state has the resource. If not, it is read for an import, or for a `get`, which may set some arguments. */
  isStored({ value }: Pick<ResourceProperties, "value">): boolean {
    return this.schema.required?.every((name) => !isAbsent(value[name])) === true;
  }

  isIdentity(property: string): boolean {
    return this.schema.properties[property]?.identity === true;
  }
}

/** A part of a path: the name of an item in brackets, or the name of a property. */
const PART = /\[(?:"(?:[^"\\]|\\.)*"|[^\]]*)\]|[^.[\]]+/g;

/** Formats paths for messages. Names of items and of entries in maps come from the program, so they are foreign. */
export class PathNames {
  /** Names of fields in the schema. */
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

/** A resource of the program that declares an object, or fields of it. */
export interface Declaration {
  urn: string;
  /** The shared fields. Default: the whole object. */
  fields?: string[];
}

interface Claim extends ManagedObject {
  urn: string;
  /** Whether the state has the resource, or its create has begun. */
  exists: boolean;
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
    this.#claims.set(urn, { ...object, urn, exists });
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
      const { urn } = claim;
      if (fields === undefined || claim.fields === undefined) return [{ claim, declaration: { urn } }];
      const declared = new Set(claim.fields);
      const shared = fields.filter((field) => declared.has(field));
      return shared.length === 0 ? [] : [{ claim, declaration: { urn, fields: shared } }];
    });
  }
}
