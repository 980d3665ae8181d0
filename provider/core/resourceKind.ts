import type { Settings } from "../configuration.js";
import type { Declaration } from "../declarations/declaredObjects.js";
import type { ManagedObject } from "../definition.js";
import type { Context, Lifecycle } from "../lifecycle.js";
import type { PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { createValidator } from "../schema/validate.js";
import { LookedUpIds } from "./lookedUpIds.js";
import { PathMask } from "./pathMask.js";
import { ProviderOptions } from "./providerOptions.js";

/** One kind of resource, and what this run of the engine knows about all resources of the kind. */
export class ResourceKind {
  readonly schema: ResourceSchema;
  readonly validate: ReturnType<typeof createValidator>;
  readonly paths: PathMask;
  readonly providerOptions: ProviderOptions;
  readonly lookedUpIds: LookedUpIds;

  constructor(readonly lifecycle: Lifecycle) {
    this.schema = lifecycle.schema;
    this.validate = createValidator(this.schema);
    this.paths = new PathMask(this.schema);
    this.providerOptions = new ProviderOptions(this.schema);
    this.lookedUpIds = new LookedUpIds(lifecycle);
  }

  /** What arguments manage, under a key that no object of another kind or service has. */
  getManagedObject(args: PropertyMap, settings: Settings): ManagedObject | undefined {
    const { lifecycle, schema } = this;
    const object = lifecycle.manages?.(args);
    if (object?.key === undefined) return object;
    return {
      ...object,
      key: JSON.stringify([schema.title, settings.address(lifecycle.service), object.key]),
    };
  }

  /** Remembers what a resource of the program manages; gives another one that manages the same. */
  async declare(
    urn: string | undefined,
    args: PropertyMap,
    exists: boolean,
    { runtime, settings }: Context,
  ): Promise<Declaration | undefined> {
    const object = this.getManagedObject(args, settings);
    if (urn === undefined || object === undefined) return undefined;
    return runtime.declarations.ask("declare", urn, object, exists);
  }

  /** Whether a property is a part of the resource's id. */
  isIdentity(property: string): boolean {
    return this.schema.properties[property]?.identity === true;
  }
}
