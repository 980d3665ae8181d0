import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { Runtime } from "../../provider/contract/runtime.js";
import type { MessageLog } from "../../provider/core/log.js";
import { lifecycles } from "../../provider/generated/resources.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { EngineResource, type Outcome } from "../protocols/engineResource.js";
import type { Protocol, Provider } from "../protocols/protocol.js";
import type { SoakObject } from "./objects.js";

/** Number of calls so far, all kinds and both protocols together. */
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
export type MakeResource = (object: SoakObject, lane: number) => SoakResource;

const SECRET = "token-3141-Qz9";

const silence: MessageLog = {
  progress: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  sent: async () => undefined,
};

/**
 * One process of a protocol. A provider deletes nothing that it has checked: that is what the program declares. So another
 * one refreshes and destroys, as in the process of another command.
 */
export async function startProcess(
  protocol: Protocol,
  url: string,
  runtime: Runtime,
  calls: Calls,
): Promise<MakeResource> {
  const configuration = {
    ...{ resourceManagerUrl: url, businessUrl: url, appsUrl: url },
    ...{ resourceManagerToken: SECRET, businessToken: SECRET, appsToken: SECRET },
  };
  const start = async (lifecycle: Lifecycle): Promise<Provider> =>
    counted(await protocol.start(lifecycle, { log: silence, runtime, configuration }), calls);
  const providers = await Promise.all(
    lifecycles.map(async (lifecycle) => ({
      lifecycle,
      declaring: await start(lifecycle),
      destroying: await start(lifecycle),
    })),
  );
  const isAlive = (): boolean => true;
  return ({ name, lifecycle }, lane) => {
    const { declaring, destroying } = found(providers, (each) => each.lifecycle === lifecycle);
    const urn = `urn:pulumi:dev::soak::vendorcloud:index:${lifecycle.schema.title}::${name}-${lane}`;
    const resource = new EngineResource(urn);
    const destroyer = { provider: destroying, isAlive };
    const errorOf = ({ how, error }: Outcome): unknown => error ?? (how === "done" ? undefined : how);
    return {
      up: async (args) => errorOf(await resource.up({ args }, { provider: declaring, isAlive })),
      preview: (args) => resource.preview({ args }, declaring),
      refresh: async () => errorOf(await resource.refresh(destroyer)),
      destroy: async () => errorOf(await resource.destroy(destroyer)),
    };
  };
}

function found<Item>(items: readonly Item[], isMeant: (item: Item) => boolean): Item {
  const item = items.find(isMeant);
  if (item === undefined) throw new Error("not found");
  return item;
}

/** Counts the calls of a provider's methods. */
function counted(provider: Provider, calls: Calls): Provider {
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
