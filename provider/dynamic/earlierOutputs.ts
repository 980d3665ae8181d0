import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type CustomResourceOptions,
  Output,
  ResourceHook,
  type ResourceHookArgs,
  runtime,
} from "@pulumi/pulumi";
import type { ResourceProperties } from "../core/resourceProperties.js";
import type { PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { pickArguments } from "../schema/project.js";
import { holdsSecret } from "../schema/secretTree.js";
import { receiveOutputs } from "./previewChannel.js";

/**
 * The earlier outputs of the resources that a preview updates. The engine hands a dynamic provider's inputs back as the
 * outputs of an update, so that everything the service has assigned would be unknown, and whatever is made of it would
 * show as a change. A resource hook gives the program the outputs in the state. If the language host is too old to pass hooks
 * on, the provider sends those that stay as they are, before it answers the engine's question for the difference.
 */
export class EarlierOutputs {
  /** Over when it is known whether the engine takes the hook: a language host may be too old to pass it on. */
  readonly registration: Promise<void>;
  readonly #hook = new ResourceHook(HOOK_NAME, (update) => this.keep(update), { onDryRun: true });
  #isRegistered = false;
  readonly #updates = new Map<string, ResourceHookArgs>();
  readonly #received = new Map<string, PropertyMap>();
  #address: Promise<string> | undefined;

  constructor() {
    const { __registered: registered } = this.#hook as unknown as { __registered?: Promise<void> };
    this.registration = Promise.resolve(registered).then(
      () => {
        this.#isRegistered = true;
      },
      () => undefined,
    );
  }

  /** Where the provider sends outputs to; nothing where the engine takes the hook. */
  async address(): Promise<string | undefined> {
    await this.registration;
    if (this.#isRegistered) return undefined;
    this.#address ??= receiveOutputs(({ urn, outputs }) => this.#received.set(urn, outputs));
    return this.#address;
  }

  /** Options with the hook, as far as it is registered when the SDK reads them: after the resource's inputs. */
  added(options: CustomResourceOptions = {}): CustomResourceOptions {
    const own = (): ResourceHook[] => (this.#isRegistered ? [this.#hook] : []);
    const { hooks } = options;
    return {
      ...options,
      hooks: {
        ...hooks,
        get beforeUpdate() {
          return [...(hooks?.beforeUpdate ?? []), ...own()];
        },
      },
    };
  }

  private keep(update: ResourceHookArgs): void {
    this.#updates.set(update.urn, update);
  }

  /** The value of `name` before and after the update of a resource; undefined where that is not known. */
  of(urn: string, name: string): unknown {
    const update = this.#updates.get(urn);
    return update === undefined ? this.#received.get(urn)?.[name] : findUnchangedOutput(update, name);
  }
}

type Update = Pick<ResourceHookArgs, "oldInputs" | "newInputs" | "oldOutputs">;

/**
 * The output of this name, where its argument stays as it is and the service has added to it: it does so once a create
 * has come to its end. What the state keeps as a secret is not looked into.
 */
export function findUnchangedOutput(
  { oldInputs = {}, newInputs = {}, oldOutputs = {} }: Update,
  name: string,
): unknown {
  const [before, after, value] = [oldInputs[name], newInputs[name], oldOutputs[name]];
  if ([before, after, value].some(Output.isInstance)) return undefined;
  return isDeepStrictEqual(before, after) && !isDeepStrictEqual(before, value) ? value : undefined;
}

/** The outputs that an update in place leaves as they are, without those that hold a secret. */
export function listUnchangedOutputs(
  schema: ResourceSchema,
  before: Pick<ResourceProperties, "value" | "computed">,
  after: Pick<ResourceProperties, "value">,
): PropertyMap {
  const update = {
    oldInputs: pickArguments(schema, before.value),
    newInputs: after.value,
    oldOutputs: { ...before.computed, ...before.value },
  };
  const found = listStableProperties(schema).map((name) => [name, findUnchangedOutput(update, name)]);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined && !holdsSecret(value)));
}

/** Another copy of this package in the same program has a hook of its own: the engine wants their names to differ. */
const HOOK_NAME = `vendorcloud-earlier-outputs-${createHash("sha256").update(__filename).digest("hex").slice(0, 7)}`;

const programs = new WeakMap<object, EarlierOutputs>();

/** Those of the program that runs; undefined where no engine previews it. */
export function getEarlierOutputs(): EarlierOutputs | undefined {
  const stack = runtime.getStackResource();
  // Only a preview needs them, and the state of an update would keep the hook's name.
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
