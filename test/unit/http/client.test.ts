import { expect } from "chai";
import { describe, it } from "mocha";

import { createHttpClient, type HttpClientOptions } from "../../../provider/http/client.js";
import { Limiter } from "../../../provider/http/limiter.js";
import { nock, useMockedNetwork } from "../support/mockedNetwork.js";
import { answer, rejection, request, transportError } from "./answers.js";
import { FakeClock, SkippingClock } from "./fakeClock.js";

const HOST = "https://service.example";

function client(options: Partial<HttpClientOptions> = {}, clock = new SkippingClock()) {
  return createHttpClient({
    authentication: () => ({ Authorization: "Bearer token-0815" }),
    origin: `${HOST}/base/`,
    userAgent: "tests/1.0",
    limiter: new Limiter({ clock }),
    retry: { retryStrategy: "fixed", retryBaseDelayMs: 100 },
    clock,
    ...options,
  });
}

describe("createHttpClient", () => {
  useMockedNetwork();

  it("sends who asks, with what token and under which id, and the same id with every attempt", async () => {
    const ids: string[] = [];
    const remember = (id: string) => ids.push(id) > 0;
    const headers = { authorization: "Bearer token-0815", "user-agent": "tests/1.0" };
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
    const authorized = () => nock(HOST).matchHeader("authorization", "Bearer token-0815");
    authorized().get("/x").reply(302, undefined, { Location: "/y" });
    authorized().get("/y").reply(200, { here: true });
    expect(await client()(request())).to.deep.include({ url: `${HOST}/y`, body: { here: true } });
    authorized().get("/x").reply(302, undefined, { Location: "https://other.example/y" });
    expect((await transportError(client()(request()))).kind).to.equal("redirect");
  });

  for (const value of [
    "\u2603*\u2603",
    "*\n",
    " *",
    "*\t",
    "a\u0000b",
    "caf\u00e9",
    '"\ud83d\ude00"',
    "a\r\nX-Other: b",
  ]) {
    it(`sends nothing with the header value ${JSON.stringify(value)}`, async () => {
      for (const method of ["GET", "PUT", "PATCH", "POST", "DELETE"] as const) {
        const sending = client()(request({ method, headers: { "If-Match": value } }));
        const error = await transportError(sending);
        expect(error).to.include({ kind: "header", outcome: "notApplied" });
        expect(error.message).to.match(
          /not sent: the value of the header (?:If-Match|if-match) contains invalid characters/,
        );
        expect(error.message).not.to.contain(value);
      }
    });
  }

  it("retries truncated JSON of an idempotent request and in the end says so", async () => {
    const truncated = () => nock(HOST).put("/x").reply(200, '{"a":', { "Content-Type": "application/json" });
    truncated();
    nock(HOST).put("/x").reply(200, { a: 1 });
    expect((await client()(request({ method: "PUT" }))).body).to.deep.equal({ a: 1 });

    for (let i = 0; i < 5; i++) truncated();
    expect(await transportError(client()(request({ method: "PUT" })))).to.include({ kind: "truncated" });
    expect(nock.isDone()).to.equal(true);

    nock(HOST).post("/x").once().reply(200, '{"a":', { "Content-Type": "application/json" });
    const post = await transportError(client()(request({ method: "POST" })));
    expect(post).to.include({ kind: "truncated", outcome: "unknown" });
  });

  it("does not repeat a request that may have taken effect, unless told that it may", async () => {
    nock(HOST)
      .post("/x")
      .once()
      .replyWithError(Object.assign(new Error("lost"), { code: "ECONNRESET" }));
    expect(await transportError(client()(request({ method: "POST" })))).to.include({ outcome: "unknown" });
    nock(HOST)
      .post("/x")
      .once()
      .replyWithError(Object.assign(new Error("lost"), { code: "ECONNRESET" }));
    nock(HOST).post("/x").reply(201, {});
    const response = await client()(request({ method: "POST", idempotent: true }));
    expect(response).to.include({ status: 201, earlierOutcome: "unknown" });
  });

  it("holds every request of the limiter back when one is told to come later", async () => {
    const clock = new SkippingClock();
    const limiter = new Limiter({ clock });
    nock(HOST).get("/x").reply(503, {}, { "Retry-After": "60" });
    await client({ limiter, retry: { retryMaxAttempts: 1 } }, clock)(request());
    const error = await transportError(client({ limiter, deadlineMs: 30_000 }, clock)(request()));
    expect(error).to.include({ kind: "deadline", outcome: "notApplied" });
  });

  it("does not count the wait for a slot against the time of an attempt", async () => {
    const clock = new FakeClock();
    const limiter = new Limiter({ clock });
    await limiter.send(request(), async () => answer(503, { headers: { "retry-after": "60" } }));
    nock(HOST).get("/x").reply(200, {});
    const response = client({ limiter, timeoutMs: 1000, clock })(request());
    await clock.advance(60_000);
    expect((await response).status).to.equal(200);
  });

  it("keeps the deadline over all attempts and waits", async () => {
    const clock = new SkippingClock();
    nock(HOST).get("/x").times(3).reply(500);
    const retry = { retryStrategy: "fixed", retryBaseDelayMs: 10_000, retryMaxAttempts: 100 } as const;
    const response = await client({ deadlineMs: 25_000, retry }, clock)(request());
    expect(response.status).to.equal(500);
    expect(clock.waits).to.deep.equal([10_000, 10_000]);
    expect(nock.isDone()).to.equal(true);
  });

  it("gives a request 15 minutes, unless told otherwise", async () => {
    const clock = new SkippingClock();
    const fiveMinutes = 300_000;
    nock(HOST).get("/x").times(3).reply(500);
    const retry = { retryBaseDelayMs: fiveMinutes, retryMaxDelayMs: fiveMinutes, retryMaxAttempts: 100 };
    const response = await client({ retry: { retryStrategy: "fixed", ...retry } }, clock)(request());
    expect(response.status).to.equal(500);
    expect(clock.waits).to.deep.equal([fiveMinutes, fiveMinutes]);
  });

  it("refuses an unsafe address before it asks for a token", async () => {
    let asked = 0;
    const authentication = () => {
      asked++;
      return {};
    };
    const send = client({ authentication, origin: "http://service.example" });
    expect(await transportError(send(request({ url: "http://service.example/x" })))).to.include({
      kind: "address",
    });
    expect(asked).to.equal(0);
  });

  it("passes on what the authentication throws, without another attempt, and gives the slot back", async () => {
    const clock = new SkippingClock();
    const missing = new Error("no token: set it");
    let asked = 0;
    const authentication = () => {
      asked++;
      throw missing;
    };
    const send = client({ authentication, limiter: new Limiter({ clock, maxConcurrency: 1 }) }, clock);
    expect(await rejection(send(request()))).to.equal(missing);
    expect(await rejection(send(request()))).to.equal(missing);
    expect(asked).to.equal(2);
  });
});
