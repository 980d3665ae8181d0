import type { Lifecycle } from "../contract/lifecycle.js";
import type { PropertyMap } from "../schema/json.js";
import { listPropertyNames, type ResourceSchema } from "../schema/keywords.js";
import { createValidator } from "../schema/validate.js";
import { DeclaredObjects } from "./declaredObjects.js";
import { LookedUpIds } from "./lookedUpIds.js";
import { PathMask } from "./pathMask.js";
import { ProviderOptions } from "./providerOptions.js";
import type { ResourceProperties } from "./resourceProperties.js";

/** One kind of resource, and what this run of the engine knows about all resources of the kind. */
export class ResourceKind {
  readonly schema: ResourceSchema;
  readonly validate: ReturnType<typeof createValidator>;
  readonly paths: PathMask;
  readonly providerOptions: ProviderOptions;
  readonly lookedUpIds: LookedUpIds;
  readonly declaredObjects = new DeclaredObjects();
  /**
   * Arguments in the state, by URN: the engine checks what it replaces once more, and as if there had been nothing before.
   */
  readonly existing = new Map<string, PropertyMap>();
  readonly #propertyNames: ReadonlySet<string>;

  constructor(readonly lifecycle: Lifecycle) {
    this.schema = lifecycle.schema;
    this.validate = createValidator(this.schema);
    this.#propertyNames = listPropertyNames(this.schema);
    this.paths = new PathMask(this.schema);
    this.providerOptions = new ProviderOptions(this.schema);
    this.lookedUpIds = new LookedUpIds(lifecycle);
  }

  /** The texts to mask: a name that the schema has is no secret, although a secret list holds it. */
  listSecrets({ secrets }: Pick<ResourceProperties, "secrets">): string[] {
    return secrets.filter((text) => !this.#propertyNames.has(text));
  }

  /** Whether a property is a part of the resource's id. */
  isIdentity(property: string): boolean {
    return this.schema.properties[property]?.identity === true;
  }
}
