import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type CustomResourceOptions,
  Output,
  ResourceHook,
  type ResourceHookArgs,
  runtime,
} from "@pulumi/pulumi";
import type { ResourceSchema } from "../../schema/keywords.js";

/**
 * The earlier outputs of the resources that a preview updates. The engine returns a dynamic provider's inputs as the outputs
 * of an update: all that the service has assigned would be unknown, and values made of it would show as changes. A resource
 * hook gets the outputs in the state.
 */
export class EarlierOutputs {
  /** Ends once it is known whether the language host passes hooks on. */
  readonly registration: Promise<void>;
  readonly #hook = new ResourceHook(HOOK_NAME, (update) => void this.#updates.set(update.urn, update), {
    onDryRun: true,
  });
  #isRegistered = false;
  readonly #updates = new Map<string, ResourceHookArgs>();

  constructor() {
    const { __registered: registered } = this.#hook as unknown as { __registered?: Promise<void> };
    this.registration = Promise.resolve(registered).then(
      () => {
        this.#isRegistered = true;
      },
      () => undefined,
    );
  }

  /** Options with the hook, if it is registered when the SDK reads them: after the resource's inputs. */
  added(options: CustomResourceOptions = {}): CustomResourceOptions {
    const hook = this.#hook;
    const own = (): ResourceHook[] => (this.#isRegistered ? [hook] : []);
    let given = options.hooks?.beforeUpdate ?? [];
    return {
      ...options,
      hooks: {
        ...options.hooks,
        get beforeUpdate() {
          return [...given, ...own()];
        },
        // `mergeOptions`, in a transformation of the program, reads the hooks and sets them.
        set beforeUpdate(merged) {
          given = merged.filter((one) => one !== hook);
        },
      },
    };
  }

  /** The value of `name` before and after the update of a resource; undefined if it is not known. */
  of(urn: string, name: string): unknown {
    return findUnchangedOutput(this.#updates.get(urn) ?? {}, name);
  }
}

type Update = Pick<ResourceHookArgs, "oldInputs" | "newInputs" | "oldOutputs">;

/**
 * The output of this name, if its argument does not change and the service has added to it, which it has done once a create
 * is complete. A secret in the state is not compared.
 */
export function findUnchangedOutput(
  { oldInputs = {}, newInputs = {}, oldOutputs = {} }: Update,
  name: string,
): unknown {
  const [before, after, value] = [oldInputs[name], newInputs[name], oldOutputs[name]];
  if ([before, after, value].some(Output.isInstance)) return undefined;
  return isDeepStrictEqual(before, after) && !isDeepStrictEqual(before, value) ? value : undefined;
}

/** Another copy of this package in the same program has another hook: the engine refuses a name twice. */
const HOOK_NAME = `vendorcloud-earlier-outputs-${createHash("sha256").update(__filename).digest("hex").slice(0, 7)}`;

const programs = new WeakMap<object, EarlierOutputs>();

/** Those of the program that runs; undefined if no engine previews it. */
export function getEarlierOutputs(): EarlierOutputs | undefined {
  const stack = runtime.getStackResource();
  // Only a preview needs them, and the state of an update would hold the hook's name.
  if (stack === undefined || !runtime.isDryRun()) return undefined;
  const known = programs.get(stack) ?? new EarlierOutputs();
  programs.set(stack, known);
  return known;
}

/** Names of the properties that an update in place may leave as they are. */
export function listStableProperties(schema: ResourceSchema): string[] {
  return Object.entries(schema.properties)
    .filter(([, field]) => field.stable !== undefined)
    .map(([name]) => name);
}
