import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { createDynamicProvider } from "../../provider/protocols/dynamic/dynamicProvider.js";
import { META } from "../../provider/protocols/dynamic/names.js";
import { isSecretValue, toSecretValue } from "../../provider/schema/engineValues.js";
import { isObject, type Json, type JsonObject, mapValues } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import { encodedInputs } from "../support/encodedInputs.js";
import type { Declaration, OperationError, Protocol, Provider, Stored } from "./protocol.js";
import { plain, received } from "./stateValues.js";

/** Properties that the host adds to every resource. */
const HANDLER = { __provider: "exports.handler=()=>…" };

/** Dynamic resources: hooks that the host of the language calls. */
export const dynamicProtocol: Protocol = {
  name: "dynamic",
  async start(lifecycle, { log, runtime, configuration }) {
    const hooks = createDynamicProvider(lifecycle, { log: () => log, runtime });
    const config = { get: (key: string) => configuration[key.replace(/^vendorcloud:/, "")] };
    await hooks.configure?.({ config: config as never });
    return new DynamicProvider(lifecycle.schema, hooks as Required<dynamic.ResourceProvider>);
  },
};

/** Hooks see secrets without their marks: the engine sets them again where the inputs have some. */
export class DynamicProvider implements Provider {
  constructor(
    private readonly schema: ResourceSchema,
    private readonly hooks: Required<dynamic.ResourceProvider>,
  ) {}

  async check(declaration: Declaration, olds: JsonObject | undefined) {
    const news = { ...this.registered(declaration), ...HANDLER };
    const { inputs, failures = [] } = await this.hooks.check(received(olds ?? {}), received(news));
    return { inputs: kept(inputs, news), failures: failures.map(reasonOf) };
  }

  async diff(before: Stored, inputs: JsonObject) {
    const found = await this.hooks.diff(before.id, received(before.outputs), received(inputs));
    const { changes, replaces = [], deleteBeforeReplace: isDeletedFirst = false } = found;
    const isChanged = changes ?? !isDeepStrictEqual(received(before.inputs), received(inputs));
    return { isChanged, replaces, isDeletedFirst };
  }

  async create(_: string, inputs: JsonObject) {
    const { id, outs } = await keeping(this.hooks.create(received(inputs)), inputs);
    return { id, outputs: kept(outs, inputs) };
  }

  async update({ id, outputs }: Stored, inputs: JsonObject) {
    const { outs } = await keeping(this.hooks.update(id, received(outputs), received(inputs)), inputs);
    return { outputs: kept(outs, inputs) };
  }

  async read(before: Stored) {
    const { id = "", props, inputs } = await this.hooks.read(before.id, received(before.outputs));
    if (id === "") return undefined;
    return { id, inputs: kept(inputs, before.inputs), outputs: kept(props, before.outputs) };
  }

  async delete({ id, outputs }: Stored): Promise<void> {
    await this.hooks.delete(id, received(outputs));
  }

  /** Arguments as the constructor registers them. */
  private registered({ urn, args, retainOnDelete, ...marks }: Declaration): JsonObject {
    const encoded = encodedInputs(this.schema, args, urn, marks);
    return retainOnDelete ? { ...encoded, [META.retainOnDelete]: true } : encoded;
  }
}

/** Beside a property the engine prints its value. */
function reasonOf({ property, reason }: dynamic.CheckFailure): string {
  if (property !== "") throw new Error(`a failure names the property ${property}`);
  return reason;
}

/** Properties of a hook as the state keeps them. @param like properties with the marks that the engine knows of */
function kept(properties: JsonObject | undefined, like: JsonObject): JsonObject {
  return annotated(plain({ ...properties, ...HANDLER }), like) as JsonObject;
}

/** The engine looks into objects, not into lists. */
function annotated(value: Json, like: Json): Json {
  // Marks inside are the hook's own: tests look for them.
  if (isSecretValue(like)) return isSecretValue(value) ? value : toSecretValue(value);
  if (!isObject(value) || !isObject(like) || isSecretValue(value)) return value;
  return mapValues(value, (name, child) => annotated(child, like[name]));
}

async function keeping<T>(work: Promise<T>, inputs: JsonObject): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    const error = thrown as OperationError;
    if (error.properties !== undefined) error.properties = kept(error.properties, inputs);
    throw error;
  }
}
