import { expect } from "chai";
import { describe, it } from "mocha";
import type { Fault } from "../../../../emulator/index.js";
import { appUserRemovalLifecycle } from "../../../../provider/services/apps/lifecycle.js";
import { useEmulator } from "../../emulator/support.js";
import { hooksOf, thrownBy } from "../../support/hooks.js";

const ANDROID = { owner: "demo-org", app: "shop-android" };
const EMAIL = "alan+beta@example.com";
const args = { ownerName: ANDROID.owner, appName: ANDROID.app, userEmail: EMAIL };

describe("removals of app users at the emulator", () => {
  const running = useEmulator({ seed: "demo" });

  const removing = async (token = "any-token") => {
    const own = ["appsUrl", "appsToken", "retryMaxAttempts"];
    const { log, hooks } = await hooksOf(appUserRemovalLifecycle, {
      "vendorcloud:ownKeys": own.join(","),
      "vendorcloud:appsUrl": running().url,
      "vendorcloud:appsToken": token,
      "vendorcloud:retryMaxAttempts": "3",
    });
    return { log, create: () => hooks.create(args) };
  };
  const isThere = () => running().apps.removeMember(ANDROID, EMAIL);
  const requests = () => running().log.filter({ method: "DELETE" }).length;

  it("take the user off, and say so little when run again after a crash that nothing is wrong", async () => {
    const { create, log } = await removing();
    await create();
    expect([isThere(), log.told]).to.deep.equal([false, []]);
    await create();
    expect([log.told.length, requests()]).to.deep.equal([1, 2]);
  });

  for (const [what, fault, told] of [
    ["a connection that breaks before the effect", { drop: "before" }, 0],
    ["a connection that breaks after the effect", { drop: "after" }, 0],
    ["a gateway's page", { html: 502 }, 0],
    ["an empty 503", { empty: 503 }, 0],
    ["429 with its wait in the text", { status: 429 }, 0],
  ] as const) {
    it(`${what}: sent again, and done`, async () => {
      running().faults.add({ match: { method: "DELETE" }, times: 1, fault: fault as Fault });
      const { create, log } = await removing();
      await create();
      expect([isThere(), requests(), log.told.length]).to.deep.equal([false, 2, told]);
    });
  }

  for (const [what, token, message] of [
    ["a Read-Only token", { kind: "app", ...ANDROID, access: "readOnly" }, /403 Forbidden: Forbidden\n/],
    [
      "another app's token",
      { kind: "app", owner: "demo-org", app: "shop-ios", access: "full" },
      /403 Forbidden: API token does not belong/,
    ],
  ] as const) {
    it(`${what}: refused, and nothing has happened`, async () => {
      running().apps.putToken("weak", token);
      const { create } = await removing("weak");
      const { error, printed } = await thrownBy(create);
      expect(error.message)
        .to.match(message)
        .and.match(/Set one with `appsToken` of the resource's `Provider`\.$/);
      expect(printed).not.to.include("weak");
      expect(isThere()).to.equal(true);
    });
  }
});
