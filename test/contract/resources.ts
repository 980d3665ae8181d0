import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { received } from "../protocols/stateValues.js";
import { hooksOf } from "../unit/support/hooks.js";
import { TOKEN } from "./replay.js";

/** The hooks of a resource at a service, which send each request once. */
export function resource(lifecycle: Lifecycle, url: string, more: Record<string, string> = {}) {
  const { service } = lifecycle;
  const values = { [`${service}Url`]: url, [`${service}Token`]: TOKEN };
  const all = {
    ...{ ...values, ownKeys: Object.keys(values).join(), retryMaxAttempts: "1", maxConcurrency: "1" },
    ...more,
  };
  const configuration = Object.entries(all).map(([key, value]) => [`vendorcloud:${key}`, value]);
  return hooksOf(lifecycle, Object.fromEntries(configuration));
}
type Resource = Awaited<ReturnType<typeof resource>>;

/** Inputs as `check` gives them for arguments in which nothing is wrong. */
export async function checked(hooks: Resource["hooks"], args: JsonObject, olds: JsonObject = {}) {
  const { inputs, failures } = await hooks.check(olds, args);
  expect(failures ?? [], "check finds nothing wrong").to.deep.equal([]);
  return inputs as JsonObject;
}

/**
 * Created, then nothing to do; refreshed, then nothing to do.
 *
 * @param drift arguments that the service did not take
 * @returns the outputs after both
 */
export async function settles({ hooks }: Resource, args: JsonObject, drift: readonly string[] = []) {
  const inputs = await checked(hooks, args);
  const { id, outs } = await hooks.create(received(inputs));
  const state = received(outs);
  expect(await hooks.diff(id, state, received(inputs)), "after create").to.deep.equal({ changes: false });

  const { id: itsId, inputs: live, props } = await hooks.read(id, state);
  expect(itsId).to.equal(id);
  const again = await checked(hooks, args, received(live));
  const differing = Object.keys(again).filter((name) => !isDeepStrictEqual(again[name], live[name]));
  expect(differing.sort(), "after a refresh").to.deep.equal(drift);
  return { id: id as string, outs: outs as JsonObject, props: props as JsonObject };
}
