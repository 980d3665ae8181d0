import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { succeeded } from "../support/command.js";
import { Sandbox } from "../support/sandbox.js";

/** Tokens that commands print, at a service that accepts each for a second. */
describe("e2e: tokens from a command", () => {
  let sandbox: Sandbox;
  before(async () => {
    const slow = { businessLatencyMs: 300, tokenAcceptedSeconds: 1 };
    sandbox = await Sandbox.open(
      { seed: "demo", ...slow },
      { VENDORCLOUD_BUSINESS_TOKEN: undefined, VENDORCLOUD_MAX_CONCURRENCY: "1" },
    );
  });
  after(() => sandbox.close());

  const printed = "'canary-token-' + process.hrtime.bigint()";
  const customers = async () => {
    let before: object = {};
    // One after the other, so that the run is longer than the life of two tokens.
    for (let n = 1; n <= 5; n++) {
      const options = { dependsOn: n === 1 ? [] : [before as never] };
      before = new sandbox.vendorcloud.Customer(
        `customer-${n}`,
        { customerId: seedId("customers", n), displayName: `Customer ${n}` },
        options,
      );
    }
  };

  it("expire during a run: each is used until the service refuses it", async () => {
    const variables = { VENDORCLOUD_BUSINESS_TOKEN_COMMAND: `"${process.execPath}" -p "${printed}"` };
    const stack = await sandbox.stack("live", customers, variables);
    const outcome = succeeded(await stack.up());
    expect(outcome.operations).to.deep.equal({ create: 5 });
    const entries = sandbox.emulator.log.filter();
    expect(new Set(entries.map(({ tokenHash }) => tokenHash)).size).to.be.above(2);
    expect(entries.some(({ status }) => status === 401)).to.equal(true);
    expect(outcome.text + (await stack.state())).not.to.include("canary-token-");
  });
});
