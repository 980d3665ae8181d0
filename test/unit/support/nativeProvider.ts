import { Runtime } from "../../../provider/contract/runtime.js";
import { lifecycles, queries } from "../../../provider/generated/resources.js";
import { NativeProvider } from "../../../provider/protocols/native/nativeProvider.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import { Secret } from "../../../provider/schema/secret.js";
import { SkippingClock } from "../http/fakeClock.js";
import { ADDRESS, RecordingLog, TOKEN } from "./hooks.js";

/** URN of a container group. */
export const URN = "urn:pulumi:dev::shop::vendorcloud:index:ContainerGroup::web";

/** Arguments with which the provider reaches the service of container groups. */
export const configured = { resourceManagerUrl: ADDRESS, resourceManagerToken: new Secret(TOKEN) };

/** Creates a provider with these arguments, and records its messages and waits. */
export function setUp(values: JsonObject = configured, isDefault = true) {
  const log = new RecordingLog();
  const clock = new SkippingClock();
  const runtime = new Runtime({ clock });
  const provider = new NativeProvider({ lifecycles, queries, runtime, log: () => log });
  provider.configure(values, isDefault);
  return { provider, log, runtime, clock };
}
