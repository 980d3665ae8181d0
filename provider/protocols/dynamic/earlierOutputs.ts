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
 * The outputs in the state of resources that a preview updates, from a resource hook. The engine returns the inputs of a dynamic
 * resource as the outputs of a previewed update. Without the outputs in the state, assigned values would be unknown, and values
 * that depend on them would show as changes.
 */
export class EarlierOutputs {
  /** Resolves when it is known whether the language host supports hooks. */
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

  /** Adds the hook to the options, if it is registered when the SDK reads them. That is after the resource's inputs. */
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
        // `mergeOptions`, in a transformation of the program, sets the hooks that it has read.
        set beforeUpdate(merged) {
          given = merged.filter((one) => one !== hook);
        },
      },
    };
  }

  /** The output `name`, if the update of the resource keeps it; else undefined. */
  of(urn: string, name: string): unknown {
    return findUnchangedOutput(this.#updates.get(urn) ?? {}, name);
  }
}

type Update = Pick<ResourceHookArgs, "oldInputs" | "newInputs" | "oldOutputs">;

/**
 * The output `name` in the state. It is undefined if the input changes or is a secret, or if the output equals the input: then
 * the service has not assigned a value yet.
 */
export function findUnchangedOutput(
  { oldInputs = {}, newInputs = {}, oldOutputs = {} }: Update,
  name: string,
): unknown {
  const [before, after, value] = [oldInputs[name], newInputs[name], oldOutputs[name]];
  if ([before, after, value].some(Output.isInstance)) return undefined;
  return isDeepStrictEqual(before, after) && !isDeepStrictEqual(before, value) ? value : undefined;
}

/** Differs between copies of this package in one program, because the engine refuses duplicate names. */
const HOOK_NAME = `vendorcloud-earlier-outputs-${createHash("sha256").update(__filename).digest("hex").slice(0, 7)}`;

const programs = new WeakMap<object, EarlierOutputs>();

/** Those of the running program; undefined unless an engine previews it. */
export function getEarlierOutputs(): EarlierOutputs | undefined {
  const stack = runtime.getStackResource();
  // Only a preview needs the hook, and an update would save its name in the state.
  if (stack === undefined || !runtime.isDryRun()) return undefined;
  const known = programs.get(stack) ?? new EarlierOutputs();
  programs.set(stack, known);
  return known;
}

export function listStableProperties({ properties }: ResourceSchema): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.stable !== undefined);
}
