import { expect } from "chai";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { received } from "../protocols/stateValues.js";
import { hooksOf } from "../unit/support/hooks.js";
import { COMPANY, type Exchange, TOKEN } from "./replay.js";

export const resource = (lifecycle: Lifecycle, url: string) =>
  hooksOf(lifecycle, {
    "vendorcloud:ownKeys": "businessUrl,businessToken",
    "vendorcloud:businessUrl": url,
    "vendorcloud:businessToken": TOKEN,
    "vendorcloud:retryMaxAttempts": "1",
    "vendorcloud:maxConcurrency": "1",
  });
type Resource = Awaited<ReturnType<typeof resource>>;

/** A read by the documented filter. */
export function looking(
  version: string,
  collection: string,
  id: string,
  record: JsonObject,
  more = "",
): Exchange {
  return {
    method: "GET",
    path: `/api/${version}/companies(${COMPANY})/${collection}?$filter=id eq ${id}${more}`,
    answer: { body: { value: [record] } },
  };
}

/** Inputs as `check` gives them for arguments in which nothing is wrong. */
export async function checked(hooks: Resource["hooks"], args: JsonObject, olds: JsonObject = {}) {
  const { inputs, failures } = await hooks.check(olds, args);
  expect(failures ?? [], "check finds nothing wrong").to.deep.equal([]);
  return inputs as JsonObject;
}

/**
 * Created, then nothing to do; refreshed without a drift, then nothing to do.
 * @param live fields that the service did not take, as it has them: their refresh is a drift
 * @returns the outputs after both
 */
export async function settles({ hooks }: Resource, args: JsonObject, live: JsonObject = {}) {
  const inputs = await checked(hooks, args);
  const { id, outs } = await hooks.create(inputs);
  const state = received(outs);
  expect(await hooks.diff(id, state, inputs), "after create").to.deep.equal({ changes: false });

  const refreshed = await hooks.read(id, state);
  expect(refreshed.id).to.equal(id);
  expect(refreshed.inputs, "no other drift").to.deep.equal({ ...inputs, ...live });
  const again = await checked(hooks, args, refreshed.inputs);
  expect(again, "no other change after a refresh").to.deep.equal(inputs);
  const diff = await hooks.diff(id, received(refreshed.props), again);
  expect(diff.changes, "after a refresh").to.equal(Object.keys(live).length === 0 ? false : undefined);
  return { id: id as string, outs: outs as JsonObject, props: refreshed.props as JsonObject };
}
