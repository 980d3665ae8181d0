import type { Lifecycle } from "../lifecycle.js";
import type { PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { createValidator } from "../schema/validate.js";
import { type Declaration, DeclaredObjects } from "./declaredObjects.js";
import { LookedUpIds } from "./lookedUpIds.js";
import { PathMask } from "./pathMask.js";
import { ProviderOptions } from "./providerOptions.js";

/** One kind of resource, and what this run of the engine knows about all resources of the kind. */
export class ResourceKind {
  readonly schema: ResourceSchema;
  readonly validate: ReturnType<typeof createValidator>;
  readonly paths: PathMask;
  readonly declaredObjects = new DeclaredObjects();
  readonly providerOptions: ProviderOptions;
  readonly lookedUpIds: LookedUpIds;

  constructor(readonly lifecycle: Lifecycle) {
    this.schema = lifecycle.schema;
    this.validate = createValidator(this.schema);
    this.paths = new PathMask(this.schema);
    this.providerOptions = new ProviderOptions(this.schema);
    this.lookedUpIds = new LookedUpIds(lifecycle);
  }

  /** Remembers what a resource of the program manages; gives another one that manages the same. */
  declare(urn: string | undefined, args: PropertyMap, exists: boolean): Declaration | undefined {
    const object = this.lifecycle.manages?.(args);
    if (urn === undefined || object === undefined) return undefined;
    return this.declaredObjects.declare(urn, object, exists);
  }

  /** Whether a property is a part of the resource's id. */
  isIdentity(property: string): boolean {
    return this.schema.properties[property]?.identity === true;
  }
}
