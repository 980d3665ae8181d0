import { expect } from "chai";
import { after, before, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../emulator/index.js";
import { skipRecordedCases } from "../support/recordedCases.js";
import { appCase, appCases, appErrors } from "./appsCases.js";

/** The emulator answers as the service was seen to answer. */

const IOS = { owner: "demo-org", app: "shop-ios" };
const USERS = "/v0.1/apps/demo-org/shop-android/users";

describe("contract: the emulator's app service", () => {
  if (appCases() === undefined) {
    skipRecordedCases("all of apps");
    return;
  }

  let emulator: Emulator;
  before(async () => {
    emulator = await startEmulator({ seed: "demo" });
    emulator.apps.revokeToken("revoked");
    emulator.apps.putToken("of-ios", { kind: "app", ...IOS, access: "full" });
    emulator.apps.putToken("reader", { kind: "user", email: "ada@example.com", access: "readOnly" });
  });
  after(() => emulator.close());

  async function ask(method: string, path: string, token?: string) {
    const headers: Record<string, string> = token === undefined ? {} : { "x-api-token": token };
    const response = await fetch(emulator.url + path, { method, headers });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  }

  const recordedError = (name: string) => {
    const found = appErrors().find((error) => error.name === name);
    return { status: found?.status_code, body: found?.body };
  };

  for (const [name, method, path, token] of [
    ["forbidden-app-token", "GET", USERS, "of-ios"],
    ["forbidden-short", "DELETE", `${USERS}/grace%40example.com`, "reader"],
    ["gateway-not-found", "GET", "/v0.1/nothing", "any"],
    ["unauthorized-guid-message", "GET", "/v0.1/user", "revoked"],
  ] as const) {
    it(name, async () => {
      expect(anonymous(await ask(method, path, token))).to.deep.equal(recordedError(name));
    });
  }

  it("throttled", async () => {
    emulator.faults.add({ match: { path: "/v0.1/user" }, times: 1, fault: { status: 429 } });
    const answer = await ask("GET", "/v0.1/user", "any");
    const message = answer.body.message.replace(/\d+/, "X");
    expect({ ...answer, body: { ...answer.body, message } }).to.deep.equal(recordedError("throttled"));
  });

  it("live-user-get-no-token", async () => {
    const { body } = appCase("live-user-get-no-token").responses["401"] ?? {};
    expect(anonymous(await ask("GET", "/v0.1/user"))).to.deep.equal({ status: 401, body });
  });

  it("live-user-get: the same fields, of the same kinds", async () => {
    const { status, body } = await ask("GET", "/v0.1/user", "any");
    expect(status).to.equal(200);
    expect(kinds(body)).to.deep.equal(kinds(appCase("live-user-get").responses["200"]?.body));
  });

  it("live-team-missing: the shape of what the service does not find", async () => {
    const { status, body } = await ask("DELETE", `${USERS}/nobody%40example.com`, "any");
    const recorded = appCase("live-team-missing").responses["404"]?.body as typeof body;
    expect([status, kinds(body), kinds(body.error), body.error.code]).to.deep.equal([
      404,
      kinds(recorded),
      kinds(recorded.error),
      recorded.error.code,
    ]);
  });

  it("spec-app-user-delete: 204 without a body", async () => {
    expect(Object.keys(appCase("spec-app-user-delete").responses)).to.include("204");
    const answer = await ask("DELETE", `${USERS}/alan%2Bbeta%40example.com`, "any");
    expect(answer).to.deep.equal({ status: 204, body: null });
  });

  it("spec-app-users-list: profiles with permissions", async () => {
    const schema = String(appCase("spec-app-users-list").responses["200"]?.body_schema);
    const { body } = await ask("GET", USERS, "any");
    for (const name of /required ([\w, ]+) \(/.exec(schema)?.[1]?.split(", ") ?? ["a list of names"])
      expect(body[0]).to.have.property(name);
    expect(body[0].permissions).to.deep.equal(["manager"]);
  });
});

/** Ids as the cases have them. */
function anonymous<T>(answer: T): T {
  const nobody = "00000000-0000-0000-0000-000000000000";
  return JSON.parse(JSON.stringify(answer).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, nobody));
}

function kinds(body: unknown): Record<string, string> {
  const entries = Object.entries(body as object).map(([name, value]) => [
    name,
    value === null ? "null" : typeof value,
  ]);
  return Object.fromEntries(entries);
}
