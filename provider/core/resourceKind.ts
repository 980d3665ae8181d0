import { NAMESPACE, type Settings } from "../contract/configuration.js";
import type { Lifecycle } from "../contract/lifecycle.js";
import { ProviderError } from "../contract/providerError.js";
import { isUnknown, type PropertyMap } from "../schema/json.js";
import { isSilent, listSchemas, type ResourceSchema, type Schema } from "../schema/keywords.js";
import { inProfile, type Profile, profiles } from "../schema/profile.js";
import { parseResourceId } from "../schema/resourceId.js";
import { createValidator } from "../schema/validate.js";
import { type Foreign, foreign, joinTexts, Message } from "../text/message.js";
import { DeclaredObjects } from "./declaredObjects.js";
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
    const other = profiles.find((name) => name !== profile && fits(name));
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
