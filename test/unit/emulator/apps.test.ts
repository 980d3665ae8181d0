import { expect } from "chai";
import { describe, it } from "mocha";
import type { Emulator, EmulatorOptions } from "../../../emulator/index.js";
import { useClient } from "./support.js";

const OWNER = "demo-org";
const ANDROID = { owner: OWNER, app: "shop-android" };
const IOS = { owner: OWNER, app: "shop-ios" };
const FORBIDDEN = { message: "Forbidden", code: "Forbidden" };
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Functions that send requests to the app service; without a token where it is `""`. */
function useApps(options: EmulatorOptions = {}) {
  const { emulator: running, send, ask } = useClient(options);
  const call = (method: string, path: string, token = "any-token", body?: unknown) =>
    send(method, `/v0.1/${path}`, body, {
      version: "",
      headers: {
        ...(token !== "" && { "x-api-token": token }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
    });
  return { running, ask, call };
}

const userOf = (email: string, { owner, app } = ANDROID) =>
  `apps/${encodeURIComponent(owner)}/${encodeURIComponent(app)}/users/${encodeURIComponent(email)}`;
const usersOf = ({ owner, app } = ANDROID) => `apps/${owner}/${app}/users`;
const emails = (emulator: Emulator, name = ANDROID) => emulator.apps.members(name).map(({ email }) => email);

describe("emulator: app service", () => {
  const { running, ask, call } = useApps({ seed: "demo" });

  it("a user is removed from one app, with 204 and no body", async () => {
    const answer = await call("DELETE", userOf("grace@example.com"));
    expect([answer.status, answer.body]).to.deep.equal([204, undefined]);
    expect(emails(running())).to.deep.equal(["ada@example.com", "alan+beta@example.com"]);
    expect(emails(running(), IOS)).to.include("grace@example.com");
  });

  it("the users of an app are listed with their permissions", async () => {
    const { status, body } = await call("GET", usersOf());
    expect(status).to.equal(200);
    expect(body).to.have.length(3);
    expect(body[0])
      .to.include({ email: "ada@example.com", display_name: "Ada Example", name: "ada", avatar_url: null })
      .and.deep.include({ permissions: ["manager"] });
    expect(body[0].id).to.match(GUID);
  });

  it("the profile is that of the token's user, by default of the demo user; without permissions", async () => {
    running().apps.putToken("of-ada", { kind: "user", email: "ada@example.com", access: "readOnly" });
    const profile = (await call("GET", "user")).body;
    expect(profile).to.include({ email: "demo@example.com", display_name: "Demo User" });
    expect(profile).not.to.have.property("permissions");
    expect((await call("GET", "user", "of-ada")).body).to.include({ email: "ada@example.com" });
  });

  for (const email of ["alan+beta@example.com", "a/b@example.com", "50%@example.com", "jörg@exämple.de"]) {
    it(`${email} survives the address`, async () => {
      running().apps.putMember(ANDROID, email);
      expect((await call("DELETE", userOf(email))).status).to.equal(204);
      expect(emails(running())).not.to.include(email);
    });
  }

  it("names keep their case, e-mail addresses do not need theirs", async () => {
    expect((await call("DELETE", userOf("GRACE@example.com"))).status).to.equal(204);
    expect((await call("GET", usersOf({ owner: OWNER, app: "Shop-Android" }))).status).to.equal(404);
  });

  describe("tokens", () => {
    it("none: 401 of the gateway, with a correlation id", async () => {
      const { status, body } = await call("GET", "user", "");
      expect(status).to.equal(401);
      expect(body).to.include({ statusCode: 401, code: "Unauthorized" });
      expect(body.message).to.match(/^Missing valid authentication token\. Correlation ID: [\w-]{36}$/);
    });

    it("a revoked one: 401, whose message is an id and nothing else", async () => {
      running().apps.revokeToken("leaked");
      const { status, body } = await call("GET", "user", "leaked");
      expect([status, body.code]).to.deep.equal([401, "Unauthorized"]);
      expect(body.message).to.match(GUID);
    });

    const user = (email: string, access: "full" | "readOnly") => ({ kind: "user", email, access }) as const;
    const app = (name: typeof ANDROID, access: "full" | "readOnly") =>
      ({ kind: "app", ...name, access }) as const;
    const otherApp = {
      message: "API token does not belong to the requested app.",
      statusCode: 403,
      code: "Forbidden",
    };
    for (const [what, token, removal, list, profile] of [
      ["Full Access of a manager", user("ada@example.com", "full"), 204, 200, 200],
      ["Read-Only of a manager", user("ada@example.com", "readOnly"), FORBIDDEN, 200, 200],
      ["Full Access of a developer", user("grace@example.com", "full"), FORBIDDEN, 200, 200],
      ["Full Access of somebody else", user("edsger@example.com", "full"), FORBIDDEN, FORBIDDEN, 200],
      ["Full Access of the app", app(ANDROID, "full"), 204, 200, FORBIDDEN],
      ["Read-Only of the app", app(ANDROID, "readOnly"), FORBIDDEN, 200, FORBIDDEN],
      ["Full Access of another app", app(IOS, "full"), otherApp, otherApp, FORBIDDEN],
    ] as const) {
      it(`${what}: what it may do`, async () => {
        running().apps.putToken("token", token);
        const outcomes = [
          await call("GET", usersOf(), "token"),
          await call("GET", "user", "token"),
          await call("DELETE", userOf("grace@example.com"), "token"),
        ].map(({ status, body }) => (status < 300 ? status : body));
        expect(outcomes).to.deep.equal([list, profile, removal]);
        expect(emails(running()).includes("grace@example.com")).to.equal(removal !== 204);
      });
    }
  });

  describe("what is not there", () => {
    const known = "grace@example.com";
    for (const [what, path, message] of [
      ["the user", userOf("nobody@example.com"), /user with email "nobody@example\.com"/],
      ["the app", userOf(known, { owner: OWNER, app: "shop-web" }), /app named "shop-web"/],
      ["the owner", userOf(known, { owner: "nobody", app: "shop-ios" }), /app named "shop-ios"/],
    ] as const) {
      it(`${what}: 404 in the service's own shape`, async () => {
        const { status, body } = await call("DELETE", path);
        expect([status, Object.keys(body), body.error.code]).to.deep.equal([404, ["error"], "NotFound"]);
        expect(body.error.message).to.match(message);
      });
    }

    it("the operation: 404 of the gateway", async () => {
      for (const [method, path] of [
        ["GET", "v0.1/user"],
        ["DELETE", "user"],
        ["GET", "user/more"],
        ["DELETE", usersOf()],
      ] as const) {
        const { status, body } = await call(method, path);
        expect([status, body.code, body.statusCode], path).to.deep.equal([404, "Not Found", 404]);
        expect(body.message).to.match(/^Not found\. Correlation ID: [\w-]{36}$/);
      }
    });
  });

  for (const method of ["POST", "PUT", "PATCH"]) {
    it(`${method} without a body is 411 Length Required, and not with one that is empty JSON`, async () => {
      const answer = await call(method, "user");
      expect(answer.status).to.equal(411);
      expect(answer.body).to.include("Length Required");
      expect((await call(method, "user", undefined, {})).status).to.equal(404);
    });
  }

  describe("faults", () => {
    const fails = (fault: object) =>
      running().faults.add({ match: { path: "/v0.1/" }, times: 1, fault } as never);

    it("429 has its wait in the text only, and no code", async () => {
      fails({ status: 429 });
      const { status, headers, body } = await call("GET", "user");
      expect([status, headers.get("retry-after")]).to.deep.equal([429, null]);
      expect(body).to.deep.equal({
        statusCode: 429,
        message: "Rate limit is exceeded. Try again in 1 seconds.",
      });
    });

    it("other statuses have the service's shape", async () => {
      fails({ status: 500 });
      expect((await call("GET", "user")).body).to.deep.equal({
        error: { code: "InternalServerError", message: "Internal Server Error." },
      });
    });

    it("a connection that breaks after the effect: the user is gone", async () => {
      fails({ drop: "after" });
      const failed = await call("DELETE", userOf("grace@example.com")).catch(() => "broken");
      expect(failed).to.equal("broken");
      expect(emails(running())).not.to.include("grace@example.com");
    });
  });

  describe("the control interface", () => {
    const query = "owner=demo-org&app=shop-ios&email=new%2Bone%40example.com";

    it("another client puts a user on an app, and takes one off", async () => {
      const put = await ask("PUT", `/apps/users?${query}`, { permissions: ["viewer"] });
      expect(put.body.users.at(-1)).to.deep.include({
        email: "new+one@example.com",
        permissions: ["viewer"],
      });
      expect((await ask("DELETE", `/apps/users?${query}`)).status).to.equal(204);
      expect((await ask("DELETE", `/apps/users?${query}`)).status).to.equal(404);
      const { apps } = (await ask("GET", "/apps")).body;
      expect(apps.map(({ app }: { app: string }) => app)).to.deep.equal(["shop-android", "shop-ios"]);
      expect(apps[1].users.map(({ email }: { email: string }) => email)).to.deep.equal(
        emails(running(), IOS),
      );
    });

    it("a token with fewer rights", async () => {
      const token = { value: "viewer", kind: "user", email: "demo@example.com", access: "readOnly" };
      expect((await ask("PUT", "/apps/tokens", token)).status).to.equal(204);
      expect((await call("DELETE", userOf("ada@example.com"), "viewer")).body).to.deep.equal(FORBIDDEN);
    });

    it("what makes no sense is refused", async () => {
      expect((await ask("PUT", "/apps/users?owner=o", {})).status).to.equal(400);
      expect((await ask("PUT", "/apps/tokens", { value: "x" })).status).to.equal(400);
    });
  });
});

describe("emulator: app service with one token", () => {
  const { running, call } = useApps({ token: "the-token" });

  it("takes that one, those that were put there, and no other", async () => {
    running().apps.putToken("mine", { kind: "user", email: "demo@example.com", access: "full" });
    const statuses = [];
    for (const token of ["the-token", "mine", "another"]) {
      statuses.push((await call("GET", "user", token)).status);
    }
    expect(statuses).to.deep.equal([200, 200, 401]);
  });
});
