import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../emulator/index.js";
import { appUserRemovalLifecycle } from "../../provider/services/apps/lifecycle.js";
import { type Exchange, replaying, TOKEN } from "./replay.js";
import { resource } from "./resources.js";

const OWNER = "demo-org";
const APP = "shop-ios";
const EMAIL = "ada+ios@example.com";
const REMOVAL = `/v0.1/apps/${OWNER}/${APP}/users/${EMAIL}`;
const HEADERS = { authorization: undefined, "x-api-token": TOKEN };

export function testApps(): void {
  describe("the removal of a user", testRemoval);
  describe("the emulator", testEmulator);
}

function answered(status: number, body?: unknown): Exchange {
  return { method: "DELETE", path: REMOVAL, headers: HEADERS, answer: { status, body } };
}

function testRemoval(): void {
  for (const [what, body] of [
    ["NotFound", { error: { code: "NotFound", message: "No." } }],
    ["an empty object", {}],
  ] as const)
    it(`${what} with 404 is done, and said`, () =>
      replaying([answered(404, body)], async (url) => {
        const { hooks, log } = await resource(appUserRemovalLifecycle, url);
        await hooks.create(ARGS);
        expect(log.told).to.have.length(1);
        expect(log.told[0]).to.match(/nothing to remove\..* misspelled owner, app or e-mail address\.$/);
      }));
}

const IOS = { owner: "demo-org", app: "shop-ios" };
const USERS = "/v0.1/apps/demo-org/shop-android/users";

/** The emulator answers errors in the shapes of the service: flat with a status, or flat without. */
function testEmulator(): void {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ seed: "demo" });
    emulator.apps.revokeToken("revoked");
    emulator.apps.putToken("of-ios", { kind: "app", ...IOS, access: "full" });
    emulator.apps.putToken("reader", { kind: "user", email: "ada@example.com", access: "readOnly" });
  });
  after(() => emulator.close());

  for (const [name, method, path, token, status, body] of [
    ["of a token of another app", "GET", USERS, "of-ios", 403, { code: "Forbidden", statusCode: 403 }],
    ["of a refusal", "DELETE", `${USERS}/grace%40example.com`, "reader", 403, { code: "Forbidden" }],
    ["of the gateway", "GET", "/v0.1/nothing", "any", 404, { code: "Not Found", statusCode: 404 }],
    ["of a revoked token", "GET", "/v0.1/user", "revoked", 401, { code: "Unauthorized", statusCode: 401 }],
    ["of a missing token", "GET", "/v0.1/user", undefined, 401, { code: "Unauthorized", statusCode: 401 }],
  ] as const)
    it(`has the shape ${name}`, async () => {
      const answer = await ask(method, path, token);
      expect(answer).to.deep.equal({ status, body: { ...body, message: answer.body.message } });
      expect(answer.body.message).to.be.a("string");
    });

  async function ask(method: string, path: string, token?: string) {
    const headers: Record<string, string> = token === undefined ? {} : { "x-api-token": token };
    const response = await fetch(emulator.url + path, { method, headers });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  }
}

const ARGS = { ownerName: OWNER, appName: APP, userEmail: EMAIL };
