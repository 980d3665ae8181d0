import type { Settings } from "../configuration.js";
import { Declarations } from "../declarations/declarations.js";
import type { Declaration } from "../declarations/declaredObjects.js";
import type { ManagedObject } from "../definition.js";
import type { Lifecycle } from "../lifecycle.js";
import type { Runtime } from "../runtime.js";
import type { PropertyMap } from "../schema/json.js";
import { listPropertyNames, type ResourceSchema } from "../schema/keywords.js";
import { createValidator } from "../schema/validate.js";
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
  readonly declarations: Declarations;
  /**
   * Arguments in the state, by URN: the engine checks what it replaces once more, and as if there had been nothing before.
   */
  readonly existing = new Map<string, PropertyMap>();
  readonly #propertyNames: ReadonlySet<string>;

  /** @param runtime of the process whose run the resources belong to; default: one that no engine has started */
  constructor(
    readonly lifecycle: Lifecycle,
    { engine }: Pick<Runtime, "engine"> = { engine: () => undefined },
  ) {
    this.schema = lifecycle.schema;
    this.declarations = new Declarations(engine, this.schema.title);
    this.validate = createValidator(this.schema);
    this.#propertyNames = listPropertyNames(this.schema);
    this.paths = new PathMask(this.schema);
    this.providerOptions = new ProviderOptions(this.schema);
    this.lookedUpIds = new LookedUpIds(lifecycle);
  }

  /** What arguments manage, under a key that no object of another service has: providers may have different addresses. */
  getManagedObject(args: PropertyMap, settings: Settings): ManagedObject | undefined {
    const { lifecycle } = this;
    const object = lifecycle.manages?.(args);
    if (object?.key === undefined) return object;
    return { ...object, key: JSON.stringify([settings.address(lifecycle.service), object.key]) };
  }

  /** Remembers what a resource of the program manages; gives another one that manages the same. */
  async declare(
    urn: string | undefined,
    args: PropertyMap,
    exists: boolean,
    settings: Settings,
  ): Promise<Declaration | undefined> {
    const object = this.getManagedObject(args, settings);
    if (urn === undefined || object === undefined) return undefined;
    return this.declarations.ask("declare", urn, object, exists);
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
