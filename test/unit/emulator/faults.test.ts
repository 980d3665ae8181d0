import { expect } from "chai";
import { describe, it } from "mocha";
import { group, useClient, WEB } from "./support.js";

describe("faults of the emulator", () => {
  const { emulator, send } = useClient();
  const put = () => send("PUT", WEB, group());
  const get = () => send("GET", WEB);
  const creates = () => emulator().containerGroups.effects(WEB).creates;

  /** Why a call got no whole answer. */
  async function broken(call: Promise<unknown>): Promise<Error> {
    try {
      await call;
    } catch (error) {
      return error as Error;
    }
    throw new Error("The call got its answer.");
  }

  it("answer a status once, without an effect, and then no more", async () => {
    emulator().faults.add({ fault: { status: 503 } });
    const answer = await put();
    expect(answer.status).to.equal(503);
    expect(answer.body.error.code).to.equal("ServiceUnavailable");
    expect(answer.headers.get("x-ms-request-id")).to.be.a("string");
    expect(creates()).to.equal(0);
    expect((await put()).status).to.equal(201);
  });

  it("answer the body, the headers and the Retry-After that they are given", async () => {
    const date = "Wed, 21 Oct 2037 07:28:00 GMT";
    emulator().faults.add([
      { fault: { status: 429, body: { any: ["thing"] }, headers: { "x-more": "1" }, retryAfter: 7 } },
      { fault: { status: 500, body: "a bare string", retryAfter: date } },
      { fault: { status: 500, body: null } },
    ]);
    const first = await get();
    expect(first.body).to.deep.equal({ any: ["thing"] });
    expect([first.headers.get("x-more"), first.headers.get("retry-after")]).to.deep.equal(["1", "7"]);
    const second = await get();
    expect(second.body).to.equal("a bare string");
    expect(second.headers.get("content-type")).to.include("application/json");
    expect(second.headers.get("retry-after")).to.equal(date);
    expect((await get()).body).to.equal(null);
  });

  it("answer HTML, and nothing", async () => {
    emulator().faults.add([{ fault: { html: 502 } }, { fault: { empty: 504 } }]);
    const html = await get();
    expect([html.status, html.headers.get("content-type")]).to.deep.equal([502, "text/html; charset=utf-8"]);
    expect(html.body).to.match(/^<!DOCTYPE html>/);
    const { status, body, headers } = await get();
    expect([status, body, headers.get("content-length")]).to.deep.equal([504, undefined, "0"]);
  });

  it("close the connection before the effect", async () => {
    emulator().faults.add({ fault: { drop: "before" } });
    await broken(put());
    expect(creates()).to.equal(0);
    expect(emulator().log.filter()[0]).to.not.have.property("status");
  });

  it("close the connection after the effect", async () => {
    emulator().faults.add({ fault: { drop: "after" } });
    await broken(put());
    expect(creates()).to.equal(1);
    expect(emulator().log.filter()[0]).to.include({ status: 201 });
  });

  it("send a whole answer whose JSON is cut off", async () => {
    emulator().faults.add({ fault: { truncate: true } });
    const answer = await put();
    expect(answer.status).to.equal(201);
    expect(answer.body)
      .to.be.a("string")
      .and.match(/^\{"properties":/);
    expect(answer.headers.get("content-length")).to.equal(String(answer.body.length));
  });

  it("change the answer to a request that takes effect: status, headers and body", async () => {
    const amend = { status: 202, headers: { "x-more": "1" }, body: { any: 1 } };
    emulator().faults.add([{ fault: { amend } }, { fault: { amend: { status: 203 } } }]);
    const answer = await put();
    expect([answer.status, answer.headers.get("x-more"), answer.body]).to.deep.equal([202, "1", { any: 1 }]);
    expect([creates(), emulator().log.filter()[0]?.status]).to.deep.equal([1, 202]);
    const kept = await get();
    expect([kept.status, kept.body.name]).to.deep.equal([203, "web"]);
  });

  it("hit only requests that match, in the order of the rules", async () => {
    emulator().faults.add([
      { match: { method: "put" }, fault: { status: 500 } },
      { match: { path: "containergroups/WEB" }, times: 2, fault: { status: 501 } },
      {
        match: { path: "^/subscriptions/[^/]+/resourcegroups/.*/web$" },
        times: "always",
        fault: { status: 502 },
      },
    ]);
    const statuses = [
      (await get()).status,
      (await put()).status,
      (await get()).status,
      (await get()).status,
      (await get()).status,
    ];
    expect(statuses).to.deep.equal([501, 500, 501, 502, 502]);
    expect((await send("GET", WEB.replace("/web", "/other"))).status).to.equal(404);
  });
});
