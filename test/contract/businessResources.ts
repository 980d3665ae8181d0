import { expect } from "chai";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { Runtime } from "../../provider/contract/runtime.js";
import { Settings } from "../../provider/contract/settings.js";
import type { Connection } from "../../provider/http/connection.js";
import { connectBusiness } from "../../provider/odata/batches.js";
import { type ApiVersion, CompanyClient } from "../../provider/odata/companyClient.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { received } from "../protocols/stateValues.js";
import { configuration, hooksOf } from "../unit/support/hooks.js";
import { COMPANY, TOKEN } from "./replay.js";

const valuesOf = (url: string): Record<string, string> => ({
  "vendorcloud:ownKeys": "businessUrl,businessToken",
  "vendorcloud:businessUrl": url,
  "vendorcloud:businessToken": TOKEN,
  "vendorcloud:retryMaxAttempts": "1",
  "vendorcloud:maxConcurrency": "1",
});

/** The provider's way to the business service. */
export function connection(url: string): Connection {
  return connectBusiness({
    runtime: new Runtime(),
    settings: new Settings(configuration(valuesOf(url)), {}),
  });
}

export function company(url: string, version: string, companyId = COMPANY): CompanyClient {
  return new CompanyClient(connection(url), version as ApiVersion, companyId);
}

export const resource = (lifecycle: Lifecycle, url: string) => hooksOf(lifecycle, valuesOf(url));
type Resource = Awaited<ReturnType<typeof resource>>;

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
