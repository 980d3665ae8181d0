import { expect } from "chai";
import { describe, it } from "mocha";

import { Runtime } from "../../../provider/contract/runtime.js";
import { shareLimiter } from "../../../provider/http/connection.js";
import { SkippingClock, TestClock } from "../../support/clock.js";
import { nock, useMockedNetwork } from "../support/mockedNetwork.js";
import { answer, rejection, request, transportError } from "./answers.js";
import { connectTo, TOKEN } from "./connectTo.js";

const HOST = "https://service.example";

const BASE = `${HOST}/base`;

function client(options: Partial<Parameters<typeof connectTo>[1]> = {}, clock = new SkippingClock()) {
  return connectTo(BASE, { clock, ...options });
}

describe("connect", () => {
  useMockedNetwork();

  it("sends who asks, with what token and under which id, and the same id with every attempt", async () => {
    const ids: string[] = [];
    const remember = (id: string) => ids.push(id) > 0;
    const headers = { authorization: `Bearer ${TOKEN}`, "user-agent": /^pulumi-vendorcloud\/\d/ };
    const service = nock(HOST, { reqheaders: { ...headers, "x-ms-client-request-id": remember } });
    service.put("/x", { a: 1 }).reply(500);
    service.put("/x", { a: 1 }).reply(200, { b: 2 });
    service.get("/x").reply(200, {});
    const send = client();
    expect((await send(request({ method: "PUT", body: { a: 1 } }))).body).to.deep.equal({ b: 2 });
    await send(request());
    const [first, second, other] = [...new Set(ids)];
    expect(first).to.match(/^[0-9a-f-]{36}$/);
    expect(second).to.match(/^[0-9a-f-]{36}$/);
    expect(other).to.equal(undefined);
  });

  it("follows a redirect within the origin, with the token, and none to another one", async () => {
    const authorized = () => nock(HOST).matchHeader("authorization", `Bearer ${TOKEN}`);
    authorized().get("/x").reply(302, undefined, { Location: "/y" });
    authorized().get("/y").reply(200, { here: true });
    expect(await client()(request())).to.deep.include({ url: `${HOST}/y`, body: { here: true } });
    authorized().get("/x").reply(302, undefined, { Location: "https://other.example/y" });
    expect((await transportError(client()(request()))).kind).to.equal("redirect");
  });

  it("does not count the wait for a slot against the time of an attempt", async () => {
    const clock = new TestClock();
    const runtime = new Runtime({ clock });
    await shareLimiter(BASE, 5, runtime).send(request(), async () =>
      answer(503, { headers: { "retry-after": "60" } }),
    );
    nock(HOST).get("/x").reply(200, {});
    const response = client({ runtime, settings: { requestTimeoutSeconds: "1" }, clock })(request());
    await clock.advance(60_000);
    expect((await response).status).to.equal(200);
  });

  it("gives a request 15 minutes, unless told otherwise", async () => {
    const clock = new SkippingClock();
    const fiveMinutes = 300_000;
    nock(HOST).get("/x").times(3).reply(500);
    const longest = String(fiveMinutes);
    const settings = { retryBaseDelayMs: longest, retryMaxDelayMs: longest, retryMaxAttempts: "100" };
    const response = await client({ settings }, clock)(request());
    expect(response.status).to.equal(500);
    expect(clock.waits).to.deep.equal([fiveMinutes, fiveMinutes]);
  });

  it("sends no token to an unsafe address", async () => {
    const sending = client()(request({ url: "http://service.example/x" }));
    expect(await transportError(sending)).to.include({ kind: "address" });
  });

  it("passes on what the authentication throws, without another attempt, and gives the slot back", async () => {
    const clock = new SkippingClock();
    const send = client({ settings: { businessToken: "", maxConcurrency: "1" } }, clock);
    for (let time = 0; time < 2; time++) {
      expect(await rejection(send(request())))
        .to.have.property("message")
        .that.matches(/^no token is configured/);
    }
    expect(clock.waits).to.deep.equal([]);
  });
});
