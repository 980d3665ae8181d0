import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../emulator/index.js";
import { appUserRemovalLifecycle } from "../../provider/services/apps/lifecycle.js";
import { type AppError, appErrors, profile } from "./bodies/apps.js";
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

/** The emulator answers in the same shapes: status, and names and kinds of the fields. */
function testEmulator(): void {
  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ seed: "demo" });
    emulator.apps.revokeToken("revoked");
    emulator.apps.putToken("of-ios", { kind: "app", ...IOS, access: "full" });
    emulator.apps.putToken("reader", { kind: "user", email: "ada@example.com", access: "readOnly" });
  });
  after(() => emulator.close());

  for (const [name, method, path, token] of [
    ["a token of another app", "GET", USERS, "of-ios"],
    ["a refusal without its status", "DELETE", `${USERS}/grace%40example.com`, "reader"],
    ["a route that the gateway does not know", "GET", "/v0.1/nothing", "any"],
    ["an id in place of words", "GET", "/v0.1/user", "revoked"],
    ["a missing token", "GET", "/v0.1/user", undefined],
  ] as const)
    it(`has the shape of ${name}`, async () => {
      const { status, body } = appErrors.find((error) => error.name === name) as AppError;
      expect(shapeOf(await ask(method, path, token))).to.deep.equal(shapeOf({ status, body }));
    });

  it("has the shape of a profile, of what is not found, and of a removal", async () => {
    expect(shapeOf(await ask("GET", "/v0.1/user", "any"))).to.deep.equal(
      shapeOf({ status: 200, body: profile }),
    );
    const missing = { error: { code: "NotFound", message: "" } };
    expect(shapeOf(await ask("DELETE", `${USERS}/nobody%40example.com`, "any"))).to.deep.equal(
      shapeOf({ status: 404, body: missing }),
    );
    const removed = await ask("DELETE", `${USERS}/alan%2Bbeta%40example.com`, "any");
    expect(removed).to.deep.equal({ status: 204, body: null });
  });

  async function ask(method: string, path: string, token?: string) {
    const headers: Record<string, string> = token === undefined ? {} : { "x-api-token": token };
    const response = await fetch(emulator.url + path, { method, headers });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  }
}

/** A value with the kinds of its texts and numbers in their place; codes and status are facts. */
function shapeOf(value: unknown, name = ""): unknown {
  if (value === null || ["code", "status", "statusCode"].includes(name)) return value;
  if (typeof value !== "object") return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shapeOf(child, key)]));
}

const ARGS = { ownerName: OWNER, appName: APP, userEmail: EMAIL };
