import type { Autonaming } from "../../../provider/contract/lifecycle.js";
import { Runtime } from "../../../provider/contract/runtime.js";
import type { ResourceHooks } from "../../../provider/core/hooks.js";
import { lifecycles, queries } from "../../../provider/generated/resources.js";
import { createDetailedDiff } from "../../../provider/protocols/native/detailedDiff.js";
import { NativeProvider } from "../../../provider/protocols/native/nativeProvider.js";
import type { JsonObject, PropertyMap } from "../../../provider/schema/json.js";
import { Secret } from "../../../provider/schema/secret.js";
import { SkippingClock } from "../../support/clock.js";
import { ADDRESS, RecordingLog, TOKEN } from "./hooks.js";

/** URN of a container group. */
export const URN = "urn:pulumi:dev::shop::vendorcloud:index:ContainerGroup::web";

/** Arguments with which the provider reaches the service of container groups. */
export const configured = { resourceManagerUrl: ADDRESS, resourceManagerToken: new Secret(TOKEN) };

/** A provider with the hooks of the protocol, by URN. */
class Provider extends NativeProvider {
  check(urn: string, olds: PropertyMap | undefined, news: PropertyMap, autonaming?: Autonaming) {
    return this.hooksOf(urn).check(urn, { olds, news, autonaming, isPreview: true });
  }

  async diff(urn: string, ...rest: WithoutFirst<Parameters<ResourceHooks["diff"]>>) {
    const result = await this.hooksOf(urn).diff(urn, ...rest);
    return { ...result, properties: createDetailedDiff(result.lines) };
  }

  create(urn: string, ...rest: WithoutFirst<Parameters<ResourceHooks["create"]>>) {
    return this.hooksOf(urn).create(urn, ...rest);
  }

  read(urn: string, ...rest: WithoutFirst<Parameters<ResourceHooks["read"]>>) {
    return this.hooksOf(urn).read(urn, ...rest);
  }

  update(urn: string, ...rest: WithoutFirst<Parameters<ResourceHooks["update"]>>) {
    return this.hooksOf(urn).update(urn, ...rest);
  }

  delete(urn: string, ...rest: WithoutFirst<Parameters<ResourceHooks["delete"]>>) {
    return this.hooksOf(urn).delete(urn, ...rest);
  }
}

type WithoutFirst<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

/** Creates a provider with these arguments, and records its messages and waits. */
export function setUp(values: JsonObject = configured, isDefault = true) {
  const log = new RecordingLog();
  const clock = new SkippingClock();
  const runtime = new Runtime({ clock });
  const provider = new Provider({ lifecycles, queries, runtime, log: () => log });
  provider.configure(values, isDefault);
  return { provider, log, runtime, clock };
}
