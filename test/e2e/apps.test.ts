import { expect } from "chai";
import { after, afterEach, before, it } from "mocha";
import type { CommandResult } from "../support/command.js";
import { overBothProtocols } from "../support/programProtocols.js";
import { type Sandbox, TOKEN } from "../support/sandbox.js";
import type { Outcome, TestStack } from "../support/testStack.js";

const app = { owner: "demo-org", app: "shop-ios" };
const leaver = "ada+ios@example.com";

/** The app service on the real engine. */
overBothProtocols("e2e: the app service", function (protocol) {
  this.timeout(120_000);

  let sandbox: Sandbox;
  let stack: TestStack;
  const printed: string[] = [];
  const kept = <T extends Outcome | CommandResult>(result: T): T => {
    printed.push(result.text);
    return result;
  };
  const program =
    (userEmail = leaver, triggers?: unknown) =>
    async () => {
      new sandbox.vendorcloud.AppUserRemoval("leaver", {
        ownerName: app.owner,
        appName: app.app,
        userEmail,
        triggers,
      });
      return { actingUser: sandbox.vendorcloud.getUserOutput().email };
    };
  const store = () => sandbox.emulator.apps;
  const members = () =>
    store()
      .members(app)
      .map(({ email }) => email);
  const deletes = () => sandbox.emulator.log.filter({ method: "DELETE" });

  before(async () => {
    sandbox = await protocol.open();
    store().putMember(app, leaver);
    stack = await sandbox.stack("apps", program());
    // The function runs where the program does, which is here, and not in the environment of the CLI.
    await stack.stack.setConfig("vendorcloud:appsUrl", { value: sandbox.emulator.url });
    await stack.stack.setConfig("vendorcloud:appsToken", { value: TOKEN, secret: true });
  });
  after(() => sandbox.close());

  afterEach(async () => {
    const state = await stack.state();
    const log = JSON.stringify(sandbox.emulator.log.filter());
    for (const text of [state, log, ...printed]) expect(text).not.to.include(TOKEN);
  });

  it("removes a user from an app, and reads the profile of the token's owner", async () => {
    const up = kept(await stack.up());
    expect(up.failed, up.text).to.equal(false);
    expect(members()).not.to.include(leaver);
    expect(deletes().map(({ path }) => path)).to.deep.equal([
      `/v0.1/apps/demo-org/shop-ios/users/${encodeURIComponent(leaver)}`,
    ]);
    expect(up.text).to.match(/actingUser\s*: "demo@example\.com"/);
  });

  it("sends nothing without a change, and removes again when `triggers` change", async () => {
    store().putMember(app, leaver);
    expect(kept(await stack.up()).operations).to.deep.equal({ same: 1 });
    expect([deletes().length, members().includes(leaver)]).to.deep.equal([1, true]);
    expect(kept(await stack.up(program(leaver, { review: 2 }))).operations).to.deep.equal({ update: 1 });
    expect([deletes().length, members().includes(leaver)]).to.deep.equal([2, false]);
  });

  it("prints one message for an unknown user, because a misspelt name gets the same response", async () => {
    const up = kept(await stack.up(program("nobody@example.com")));
    expect(up.failed, up.text).to.equal(false);
    expect(up.text).to.include(
      "AppUserRemoval 'leaver': the service found no user 'nobody@example.com' in 'demo-org/shop-ios': nothing to remove.",
    );
  });
});
