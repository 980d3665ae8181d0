import { NAMESPACE } from "../contract/configuration.js";
import type { Lifecycle } from "../contract/lifecycle.js";
import { inProfile, type Profile, profiles } from "../contract/profile.js";
import { ProviderError } from "../contract/providerError.js";
import type { Settings } from "../contract/settings.js";
import { isAbsent, type PropertyMap } from "../schema/json.js";
import { isSilent, type ResourceSchema } from "../schema/keywords.js";
import { parseResourceId } from "../schema/resourceId.js";
import { createValidator } from "../schema/validate.js";
import { PathNames } from "./pathNames.js";
import { ResolvedIds } from "./resolvedIds.js";
import type { ResourceProperties } from "./resourceProperties.js";
import { RunRegistry } from "./runRegistry.js";

export class ResourceKind {
  readonly schema: ResourceSchema;
  readonly validate: ReturnType<typeof createValidator>;
  readonly paths: PathNames;
  readonly resolvedIds: ResolvedIds;
  /** What the hooks know of each other. */
  readonly run: RunRegistry;

  constructor(readonly lifecycle: Lifecycle) {
    this.run = new RunRegistry(lifecycle);
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
    const { declared } = this.run.get(urn);
    if (declared === undefined) return args;
    const isOption = ([name]: [string, unknown]): boolean => isSilent(this.schema.properties[name]);
    const others = Object.entries(args).filter((entry) => !isOption(entry));
    return Object.fromEntries([...others, ...Object.entries(declared).filter(isOption)]);
  }

  /** Whether the state has the resource. If not, it is read for an import, or for a `get`, which may set some arguments. */
  isInState({ value }: Pick<ResourceProperties, "value">): boolean {
    return this.schema.required?.every((name) => !isAbsent(value[name])) === true;
  }

  isIdentity(property: string): boolean {
    return this.schema.properties[property]?.identity === true;
  }
}
