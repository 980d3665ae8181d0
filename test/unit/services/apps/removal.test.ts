import { expect } from "chai";
import { describe, it } from "mocha";
import { thrownBy } from "../../support/hooks.js";
import { args, ID, NOT_FOUND, useAppService } from "./removals.js";

const lost = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });

describe("the removal of an app user", () => {
  const service = useAppService();

  for (const [email, encoded] of [
    ["a/b@example.com", "a%2Fb%40example.com"],
    ["50%@example.com", "50%25%40example.com"],
    ["who?#@example.com", "who%3F%23%40example.com"],
    ["jörg@exämple.de", "j%C3%B6rg%40ex%C3%A4mple.de"],
    ["../x@example.com", "..%2Fx%40example.com"],
  ] as const) {
    it(`${email} stands in the address as one part of it`, async () => {
      service.removal(`demo%20org/shop.ios/users/${encoded}`).reply(204);
      const { hooks, log } = await service.hooks();
      const given = { ownerName: "demo org", appName: "shop.ios", userEmail: email };
      expect(await hooks.check({}, given)).to.deep.equal({ inputs: given });
      const outs = { ...given, triggers: { run: 1 } };
      expect(await hooks.create(outs)).to.deep.equal({ id: `demo org/shop.ios/${email}`, outs });
      expect([log.told, log.warnings]).to.deep.equal([[], []]);
    });
  }

  it("whose response was lost is sent again, and then says nothing of a user who is not there", async () => {
    service.removal().replyWithError(lost);
    service.removal().reply(404, NOT_FOUND);
    const { hooks, log } = await service.hooks();
    expect((await hooks.create(args)).id).to.equal(ID);
    expect([log.told, log.warnings]).to.deep.equal([[], []]);
  });

  for (const [what, body] of [
    ["the gateway's", { message: "Not found. Correlation ID: 1-2", statusCode: 404, code: "Not Found" }],
    ["another service's", { error: { code: "InvalidResourceType", message: "No such operation." } }],
    ["a page's", "<html><title>Not Found</title></html>"],
    ["an empty", ""],
  ] as const) {
    it(`${what} 404 says nothing about the user: an error`, async () => {
      service.removal().reply(404, body);
      const { hooks } = await service.hooks();
      const { error } = await thrownBy(() => hooks.create(args));
      expect(error.message)
        .to.match(/^AppUserRemoval: create failed: 404.*Not|^AppUserRemoval: create failed: 404 Inv/)
        .and.match(
          /\n {2}what to do: check that the address .* without `\/v0\.1`\. Set it with .*VENDORCLOUD_APPS_URL\.$/,
        );
    });
  }

  it("is not taken for done after a 410 with an empty object", async () => {
    service.removal().reply(410, {});
    const { hooks } = await service.hooks();
    expect((await thrownBy(() => hooks.create(args))).error.message).to.include("create failed: 410");
  });

  it("does not show an address that the program marked as secret", async () => {
    service.removal().reply(400, { error: { code: "BadRequest", message: `No ${args.userEmail}` } });
    const { hooks } = await service.hooks();
    const { printed } = await thrownBy(() => hooks.create({ ...args, __inPlace: ["userEmail"] }));
    expect(printed).to.include("No [secret]").and.not.include("ada+ios");
  });
});

describe("a removal that is in the state", () => {
  const service = useAppService();
  const before = { ...args, triggers: ["v1", { at: 1 }] };

  it("is done again when its triggers change, and for nothing else", async () => {
    const { hooks } = await service.hooks();
    const after = { ...args, triggers: ["v1", { at: 2 }] };
    expect(await hooks.diff(ID, before, before)).to.deep.equal({ changes: false });
    expect(await hooks.diff(ID, before, after)).to.deep.equal({ replaces: [], deleteBeforeReplace: true });
    service.removal().reply(204);
    expect(await hooks.update(ID, before, after)).to.deep.equal({ outs: after });
    expect(await hooks.update(ID, after, after)).to.deep.equal({ outs: after });
  });

  it("needs no request for a refresh, which finds what is recorded, nor for a destroy, which reports it", async () => {
    const { hooks, log } = await service.hooks();
    expect(await hooks.read(ID, before)).to.deep.equal({ id: ID, props: before, inputs: before });
    await hooks.delete(ID, before);
    expect(log.told).to.deep.equal([
      "AppUserRemoval: nothing is sent: destroying a removal changes nothing for the user.",
    ]);
  });
});

describe("the arguments of a removal", () => {
  const service = useAppService();
  const failures = async (given: object) => {
    const { hooks } = await service.hooks();
    const { failures: found = [] } = await hooks.check({}, { ...args, ...given });
    return found.map(({ reason }) => reason);
  };

  for (const [given, message] of [
    [{ ownerName: "a/b" }, "ownerName: must be a name without a slash"],
    [{ appName: ".." }, "appName: must be a name without a slash"],
    [
      { userEmail: "a\u0000da@example.com" },
      "userEmail: must not begin or end with white space or contain control characters",
    ],
    [{ appName: "" }, "appName: must not be empty"],
    [{ userEmail: "ada" }, "userEmail: must be an e-mail address"],
    [{ userEmail: null }, "userEmail: required"],
  ] as const) {
    it(message, async () => {
      expect(await failures(given)).to.deep.equal([message]);
    });
  }
});
