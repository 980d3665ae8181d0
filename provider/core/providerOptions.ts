import type { PropertyMap } from "../schema/json.js";
import { isSilent, type ResourceSchema } from "../schema/keywords.js";

/**
 * Provider-only options as the program of this run sets them, by URN. The inputs keep the previous options while nothing
 * else changes, but the update of a resource that failed before has to use those of the program.
 */
export class ProviderOptions {
  readonly #options = new Map<string, PropertyMap>();

  constructor(readonly schema: ResourceSchema) {}

  /** Stores the options among the arguments of a declared resource. */
  set(urn: string, args: PropertyMap): void {
    this.#options.set(urn, Object.fromEntries(Object.entries(args).filter(([name]) => this.#isOption(name))));
  }

  /** `args` with the stored options; unchanged for a resource that was not declared in this run. */
  apply(urn: string | undefined, args: PropertyMap): PropertyMap {
    const options = urn === undefined ? undefined : this.#options.get(urn);
    if (options === undefined) return args;
    const others = Object.entries(args).filter(([name]) => !this.#isOption(name));
    return { ...Object.fromEntries(others), ...options };
  }

  #isOption(name: string): boolean {
    return isSilent(this.schema.properties[name]);
  }
}
