import { OWN_KEYS } from "../../provider/configuration.js";
import type { MessageLog } from "../../provider/core/namedResourceLog.js";
import { createDynamicProvider } from "../../provider/dynamic/dynamicProvider.js";
import { secretValue } from "../../provider/engineValues.js";
import type { Lifecycle } from "../../provider/lifecycle.js";
import { NativeProvider, type State } from "../../provider/native/nativeProvider.js";
import { lifecycles, lookups } from "../../provider/resources.js";
import type { Runtime } from "../../provider/runtime.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { EngineResource, type Outcome } from "../model/engine.js";
import type { Hooks } from "../model/engineRules.js";
import { plain } from "../model/stateValues.js";
import { encodedInputs } from "../support/encodedInputs.js";
import type { SoakObject } from "./objects.js";

/** What has been called so far, all kinds and both protocols together. */
export type Calls = Record<"check" | "diff" | "create" | "update" | "read" | "delete", number>;

/** A resource in the hands of one protocol, with the state that the engine keeps of it. */
export interface SoakResource {
  /** @returns the error where it failed */
  up(args: JsonObject): Promise<unknown>;
  /** Whether there is a change. */
  preview(args: JsonObject): Promise<boolean>;
  refresh(): Promise<unknown>;
  destroy(): Promise<unknown>;
}

/** Makes the resources of one process. */
export type Protocol = (object: SoakObject, lane: number) => SoakResource;

const SECRET = "token-3141-Qz9";

const silence: MessageLog = {
  progress: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  sent: async () => undefined,
};

function configured(url: string): Record<string, string> {
  return {
    ...{ resourceManagerUrl: url, businessUrl: url, appsUrl: url },
    ...{ resourceManagerToken: SECRET, businessToken: SECRET, appsToken: SECRET },
  };
}

/**
 * The hooks of the dynamic host, as bridge.ts makes them. A provider deletes nothing that it has checked: that is what the
 * program declares. So another one refreshes and destroys, as in the process of another command.
 */
export function dynamicProtocol(url: string, runtime: Runtime, calls: Calls): Protocol {
  const values: Record<string, string> = {
    [OWN_KEYS]: Object.keys(configured(url)).join(","),
    ...Object.fromEntries(
      Object.entries(configured(url)).map(([key, value]) => [`vendorcloud:${key}`, value]),
    ),
  };
  const hooksOf = (lifecycle: Lifecycle): Hooks => {
    const hooks = createDynamicProvider(lifecycle, { runtime, log: () => silence }) as Hooks;
    void hooks.configure({ config: { get: (key: string) => values[key] } as never });
    return counted(hooks, calls);
  };
  const providers = lifecycles.map((lifecycle) => ({
    ...{ lifecycle, declaring: hooksOf(lifecycle), destroying: hooksOf(lifecycle) },
  }));
  const isAlive = (): boolean => true;
  return ({ name, lifecycle }, lane) => {
    const { declaring, destroying } = found(providers, (each) => each.lifecycle === lifecycle);
    const { schema } = lifecycle;
    const urn = `urn:pulumi:dev::soak::pulumi-nodejs:dynamic/vendorcloud:${schema.title}::${name}-${lane}`;
    const resource = new EngineResource(urn);
    const registered = (args: JsonObject): JsonObject => encodedInputs(schema, args, urn);
    const errorOf = ({ how, error }: Outcome): unknown => error ?? (how === "done" ? undefined : how);
    return {
      up: async (args) => errorOf(await resource.up(registered(args), declaring, isAlive)),
      preview: (args) => resource.preview(registered(args), declaring),
      refresh: async () => errorOf(await resource.refresh(destroying, isAlive)),
      destroy: async () => errorOf(await resource.destroy(destroying, isAlive)),
    };
  };
}

/** The methods of the native provider, again two. */
export function nativeProtocol(url: string, runtime: Runtime, calls: Calls): Protocol {
  const values = Object.entries(configured(url)).map(([key, value]) => [key, secretValue(value)]);
  const [declaring, destroying] = [1, 2].map(() => {
    const native = new NativeProvider({ lifecycles, lookups, runtime, log: () => silence });
    native.configure(Object.fromEntries(values), false);
    return counted(native, calls);
  }) as [NativeProvider, NativeProvider];
  return ({ name, lifecycle }, lane) => {
    const urn = `urn:pulumi:dev::soak::vendorcloud:index:${lifecycle.schema.title}::${name}-${lane}`;
    let stored: { id: string; state: State } | undefined;
    const checked = async (args: JsonObject): Promise<JsonObject> => {
      const { inputs, failures } = await declaring.check(urn, stored?.state.inputs, args);
      if (failures.length > 0) throw new Error(failures.join("\n"));
      return inputs;
    };
    const keep = (id: string, state: State): void => {
      stored = { id, state: plain(state) };
    };
    const apply = async (args: JsonObject, isPreview: boolean): Promise<boolean> => {
      const inputs = await checked(args);
      if (stored === undefined) {
        const { id, outputs } = await declaring.create(urn, inputs, { isPreview });
        if (!isPreview) keep(id, { inputs, outputs });
        return true;
      }
      const { id, state } = stored;
      const { isNeeded } = await declaring.diff(urn, state, inputs);
      if (!isNeeded) return false;
      const outputs = await declaring.update(urn, id, state, inputs, { isPreview });
      if (!isPreview) keep(id, { inputs, outputs });
      return true;
    };
    return {
      up: (args) => failureOf(() => apply(args, false)),
      preview: (args) => apply(args, true),
      refresh: () =>
        failureOf(async () => {
          if (stored === undefined) return;
          const found = await destroying.read(urn, stored.id, stored.state);
          if (found === "missing") throw new Error("missing");
          keep(found.id, found.state);
        }),
      destroy: () =>
        failureOf(async () => {
          if (stored !== undefined) await destroying.delete(urn, stored.id, stored.state);
          stored = undefined;
        }),
    };
  };
}

function found<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): Item {
  const item = items.find(isMeant);
  if (item === undefined) throw new Error("not found");
  return item;
}

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Counts the calls of a provider's methods. */
function counted<Provider extends object>(provider: Provider, calls: Calls): Provider {
  return new Proxy(provider, {
    get(target, name) {
      const method = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return (...args: unknown[]) => {
        if (name in calls) calls[name as keyof Calls]++;
        return method.apply(target, args);
      };
    },
  });
}
