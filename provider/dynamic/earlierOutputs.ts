import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type CustomResourceOptions,
  Output,
  ResourceHook,
  type ResourceHookArgs,
  runtime,
} from "@pulumi/pulumi";
import { isEngineObject } from "../engineValues.js";
import { isObject, type PropertyMap } from "../schema/json.js";
import type { ResourceSchema, Schema } from "../schema/keywords.js";
import { META } from "../schema/meta.js";
import { pickArguments } from "../schema/project.js";
import { readStateOutputs } from "./stateOutputs.js";

/**
 * The earlier outputs of the resources that a preview updates. The engine hands a dynamic provider's inputs back as the
 * outputs of an update, so that everything the service has assigned would be unknown, and whatever is made of it would
 * show as a change. A resource hook gives the program the outputs in the state. If the language host is too old to pass hooks
 * on, they are read from the stored state, which does not know of a refresh in the same preview.
 */
export class EarlierOutputs {
  /** Over when it is known whether the engine takes the hook: a language host may be too old to pass it on. */
  readonly registration: Promise<void>;
  readonly #hook = new ResourceHook(HOOK_NAME, (update) => this.keep(update), { onDryRun: true });
  #isRegistered = false;
  readonly #updates = new Map<string, ResourceHookArgs>();
  #stored: Promise<Map<string, PropertyMap>> | undefined;

  constructor() {
    const { __registered: registered } = this.#hook as unknown as { __registered?: Promise<void> };
    this.registration = Promise.resolve(registered).then(
      () => {
        this.#isRegistered = true;
      },
      () => undefined,
    );
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
  async of(resource: PreviewedResource, name: string): Promise<unknown> {
    const update = this.#isRegistered
      ? this.#updates.get(resource.urn)
      : await this.#findStoredUpdate(resource, name);
    return update === undefined ? undefined : findUnchangedOutput(update, name);
  }

  /** The state is read once, and only if a resource is updated. */
  async #findStoredUpdate(resource: PreviewedResource, name: string): Promise<Update | undefined> {
    if (!isUpdated(resource, name)) return undefined;
    this.#stored ??= readStateOutputs().catch(() => new Map());
    const outputs = (await this.#stored).get(resource.urn);
    return outputs === undefined ? undefined : describeStoredUpdate(resource, name, outputs);
  }
}

/** A resource in a preview, with what the engine has given back for one of its properties. */
export interface PreviewedResource {
  urn: string;
  schema: ResourceSchema;
  /** Undefined while the resource is to be created, and in a replacement. */
  id: unknown;
  /** Undefined while the property is unknown. */
  registered: unknown;
}

/** Whether the resource is updated in place: of one without a change the engine gives back what the service has assigned. */
export function isUpdated({ schema, id, registered }: PreviewedResource, name: string): boolean {
  const property = schema.properties[name];
  if (id === undefined) return false;
  if (registered === undefined) return property?.readOnly === true || property?.computed === true;
  const pending = listPendingFields(property);
  return isObject(registered) && pending.length > 0 && !pending.some((field) => field in registered);
}

/** The update of a property as a hook would describe it; undefined where the state keeps a secret in the property. */
export function describeStoredUpdate(
  { schema, registered }: PreviewedResource,
  name: string,
  oldOutputs: PropertyMap,
): Update | undefined {
  const old = { [name]: oldOutputs[name] };
  if (holdsEngineObject(old)) return undefined;
  const declared = oldOutputs[META.declared];
  const isDeclared = !Array.isArray(declared) || declared.includes(name);
  return {
    oldInputs: isDeclared ? pickArguments(schema, old) : {},
    newInputs: { [name]: registered },
    oldOutputs,
  };
}

/** Response-only fields of an object that is an argument. */
export function listPendingFields(property: Schema | undefined): string[] {
  return Object.entries(property?.properties ?? {})
    .filter(([, field]) => field.readOnly === true)
    .map(([name]) => name);
}

/** Whether the state keeps a secret, an asset or a reference in a value. */
function holdsEngineObject(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsEngineObject);
  return isEngineObject(value) || (isObject(value) && Object.values(value).some(holdsEngineObject));
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

/** Names of the properties that an update in place leaves as they are. */
export function listStableProperties(schema: ResourceSchema): string[] {
  return Object.entries(schema.properties)
    .filter(([, field]) => field.stable === true)
    .map(([name]) => name);
}
