import { expect } from "chai";
import { after, before, beforeEach, describe, it } from "mocha";
import { tokenHash } from "../../emulator/index.js";
import { seedId } from "../../emulator/services/business/seed/seedId.js";
import { Sandbox } from "../support/sandbox.js";

/** Tokens that commands print, at a service that accepts each for a second. */
describe("e2e: tokens from a command", function () {
  this.timeout(120_000);

  let sandbox: Sandbox;
  before(async () => {
    const slow = { businessLatencyMs: 300, tokenAcceptedSeconds: 1 };
    sandbox = await Sandbox.open(
      { seed: "demo", ...slow },
      { VENDORCLOUD_BUSINESS_TOKEN: undefined, VENDORCLOUD_MAX_CONCURRENCY: "1" },
    );
  });
  beforeEach(() => sandbox.emulator.log.clear());
  after(() => sandbox.close());

  const node = (script: string) => `"${process.execPath}" -p "${script}"`;
  const printed = "'canary-token-' + process.hrtime.bigint()";
  const customers = (displayName: string) => async () => {
    let before: object = {};
    // One after the other, so that the run is longer than the life of two tokens.
    for (let n = 1; n <= 5; n++) {
      const options = { dependsOn: n === 1 ? [] : [before as never] };
      before = new sandbox.vendorcloud.Customer(
        `customer-${n}`,
        { customerId: seedId("customers", n), displayName: `${displayName} ${n}` },
        options,
      );
    }
  };

  for (const [form, command, refusals] of [
    ["without an expiry: each is used until the service refuses it", node(printed), true],
    [
      "with their expiry: none is refused",
      node(`JSON.stringify({ accessToken: ${printed}, expires_in: 0.5 })`),
      false,
    ],
  ] as const) {
    it(`expire during a run: ${form}`, async () => {
      const variables = { VENDORCLOUD_BUSINESS_TOKEN_COMMAND: command };
      const stack = await sandbox.stack(`live-${refusals}`, customers(form.slice(0, 7)), variables);
      const outcome = await stack.up();
      expect(outcome.failed, outcome.text).to.equal(false);
      expect(outcome.operations).to.deep.equal({ create: 5 });
      const entries = sandbox.emulator.log.filter();
      expect(new Set(entries.map(({ tokenHash }) => tokenHash)).size).to.be.above(2);
      expect(entries.some(({ status }) => status === 401)).to.equal(refusals);
      expect(outcome.text + (await stack.state())).not.to.include("canary-token-");
    });
  }

  it("come from the stack's configuration, over which the environment takes precedence", async () => {
    const stack = await sandbox.stack("configured", customers("Configured"));
    await stack.stack.setConfig("vendorcloud:businessTokenCommand", { value: node(printed) });
    expect((await stack.preview()).requests).to.equal(0);
    const outcome = await stack.up();
    expect(outcome.failed, outcome.text).to.equal(false);
    const nearer = "canary-token-nearer";
    const one = async () =>
      void new sandbox.vendorcloud.Item("item", { itemId: seedId("items", 1), displayName: "Nearer" });
    const variables = { VENDORCLOUD_BUSINESS_TOKEN: nearer };
    const other = await sandbox.stack("nearer", one, variables);
    await other.stack.setConfig("vendorcloud:businessTokenCommand", { value: node(printed) });
    sandbox.emulator.log.clear();
    const up = await other.up();
    expect(up.failed, up.text).to.equal(false);
    const hashes = sandbox.emulator.log.filter().map((entry) => entry.tokenHash);
    expect([...new Set(hashes)]).to.deep.equal([tokenHash(nearer)]);
  });

  it("that cannot be printed are an error with the command's error output, and not with its output", async () => {
    const failing = `${node("'canary-output'")} && echo "please sign in" >&2 && exit 7`;
    const variables = { VENDORCLOUD_BUSINESS_TOKEN_COMMAND: failing };
    const stack = await sandbox.stack("failing", customers("Failing"), variables);
    const outcome = await stack.up();
    expect(outcome.failed).to.equal(true);
    expect(outcome.requests).to.equal(0);
    expect(outcome.text)
      .to.include("vendorcloud:businessTokenCommand: the command failed: exit code 7: please sign in")
      .and.not.include("canary-output");
  });
});
