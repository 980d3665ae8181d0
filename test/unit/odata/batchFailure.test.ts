import { expect } from "chai";
import { describe, it } from "mocha";
import type { HttpResponse } from "../../../provider/http/pipeline.js";
import { TransportError } from "../../../provider/http/transportError.js";
import { batchable, batchWorld, type Call, echo, paths, quiet, ROOT, sizes } from "./batchWorld.js";

/** How a request ended, as text: what a test compares. */
function told(end: Promise<HttpResponse>): Promise<string> {
  return end.then(
    ({ status, method, url }) => `${method} ${url.replace(ROOT, "")}: ${status}`,
    (error: unknown) => {
      if (!(error instanceof TransportError)) throw error;
      const { method, url, kind, outcome } = error;
      return `${method} ${url.raw.replace(ROOT, "")}: ${kind}${outcome === "unknown" ? ", unknown" : ""}`;
    },
  );
}

const lost = (call: Call | undefined) => call?.fail("connection", "unknown");

describe("batching: a batch that takes too long", () => {
  const causes: [string, (call: Call | undefined) => Promise<void> | undefined, string, string][] = [
    ["504", (call) => call?.answer(504), "GET a: 504", "PATCH b: 504"],
    ["408", (call) => call?.answer(408), "GET a: 408", "PATCH b: 408"],
    [
      "no answer in time",
      (call) => call?.fail("timeout", "unknown"),
      "GET a: timeout",
      "PATCH b: timeout, unknown",
    ],
  ];
  for (const [name, end, ofGet, ofPatch] of causes) {
    it(`tells each request so, and lets half as many travel together from then on: ${name}`, async () => {
      const { send, calls } = batchWorld();
      const ends = [told(send(batchable("a"))), told(send(batchable("b", { method: "PATCH" })))];
      for (const path of paths(38)) void told(send(batchable(path)));
      await quiet();
      await end(calls[0]);
      expect(await Promise.all(ends)).to.deep.equal([ofGet, ofPatch]);
      for (const path of paths(60)) void send(batchable(path));
      await quiet();
      expect(sizes(calls)).to.deep.equal([40, 20, 20, 20]);
      for (const call of calls.slice(1)) await call.answerEach(echo);
      for (const path of paths(60)) void send(batchable(path));
      await quiet();
      expect(sizes(calls).slice(4)).to.deep.equal([20, 20, 20]);
    });
  }

  it("learns nothing from a request that travels alone", async () => {
    const { send, calls } = batchWorld();
    void send(batchable("a"));
    await quiet();
    await calls[0]?.answer(504);
    for (const path of paths(100)) void send(batchable(path));
    await quiet();
    expect(sizes(calls)).to.deep.equal([1, 100]);
  });

  it("learns from the smallest of those that failed together", async () => {
    const { send, calls } = batchWorld();
    for (const path of paths(108)) void send(batchable(path));
    await quiet();
    await calls[1]?.answer(504);
    await calls[0]?.answer(504);
    for (const path of paths(8)) void send(batchable(path));
    await quiet();
    expect(sizes(calls)).to.deep.equal([100, 8, 4, 4]);
  });

  it("does not send more together than was learnt while they collected", async () => {
    const { send, calls } = batchWorld();
    for (const path of paths(4)) void send(batchable(path));
    await quiet();
    for (const path of paths(5)) void send(batchable(path));
    void calls[0]?.answer(504);
    await quiet();
    expect(sizes(calls)).to.deep.equal([4, 2, 2, 1]);
    expect(calls[1]?.operations?.map(({ url }) => url)).to.deep.equal(paths(2));
  });
});

describe("batching: a batch that is refused as such", () => {
  it("goes again in halves when it is too large, before all others, without counting it as an attempt", async () => {
    const { send, calls } = batchWorld({ maxConcurrency: 1 });
    const ends = paths(10).map((path) => send(batchable(path, { method: "PATCH" })));
    await quiet();
    void send(batchable("later"));
    await calls[0]?.answer(413);
    while (calls.some(({ isDone }) => !isDone)) await calls.find(({ isDone }) => !isDone)?.answerEach(echo);
    expect(sizes(calls)).to.deep.equal([10, 5, 5, 1]);
    expect((await Promise.all(ends)).map(({ body }) => body)).to.deep.equal(paths(10));
  });

  it("sends reads again when the response is too large", async () => {
    const { send, calls } = batchWorld({ maxConcurrency: 1 });
    const ends = [
      told(send(batchable("a", { method: "PATCH" }))),
      ...paths(3).map((path) => told(send(batchable(path)))),
    ];
    await quiet();
    await calls[0]?.fail("tooLarge", "unknown");
    expect(await ends[0]).to.equal("PATCH a: tooLarge, unknown");
    await calls[1]?.answerEach(echo);
    await calls[2]?.answer(200);
    expect(await Promise.all(ends.slice(1))).to.deep.equal(paths(3).map((path) => `GET ${path}: 200`));
    expect(sizes(calls)).to.deep.equal([4, 2, 1]);
  });

  for (const status of [400, 404, 405, 501]) {
    it(`is no way to send anything from then on, and each request gets its own answer: ${status}`, async () => {
      const { send, calls } = batchWorld({ maxConcurrency: 3 });
      const ends = paths(4).map((path) => told(send(batchable(path, { method: "PATCH" }))));
      await quiet();
      await calls[0]?.answer(status);
      for (let index = 1; index <= 4; index++) await calls[index]?.answer(index === 4 ? 404 : 200);
      expect(await Promise.all(ends)).to.deep.equal([
        "PATCH x(0): 200",
        "PATCH x(1): 200",
        "PATCH x(2): 200",
        "PATCH x(3): 404",
      ]);
      for (const path of paths(2)) void send(batchable(path));
      await quiet();
      expect(sizes(calls)).to.deep.equal([4, 1, 1, 1, 1, 1, 1]);
    });
  }

  it("does not end a second batch otherwise that was under way", async () => {
    const { send, calls } = batchWorld();
    for (const path of paths(200)) void send(batchable(path));
    await quiet();
    await calls[0]?.answer(413);
    await calls[1]?.answer(413);
    for (let index = 2; index < calls.length; index++) await calls[index]?.answerEach(echo);
    expect(sizes(calls)).to.deep.equal([100, 100, 50, 50, 50, 50]);
  });

  for (const outcome of ["unknown", "notApplied"] as const) {
    it(`goes again one by one when it is sent elsewhere, but what ${outcome === "unknown" ? "may" : "cannot"} have been done`, async () => {
      const { send, calls } = batchWorld();
      const ends = [told(send(batchable("a"))), told(send(batchable("b", { method: "PATCH" })))];
      await quiet();
      await calls[0]?.fail("redirect", outcome);
      for (const call of calls.slice(1)) await call.answer(200);
      expect(await Promise.all(ends)).to.deep.equal([
        "GET a: 200",
        outcome === "unknown" ? "PATCH b: redirect, unknown" : "PATCH b: 200",
      ]);
    });
  }
});

describe("batching: each request decides for itself whether it goes again", () => {
  const retry = { retryMaxAttempts: 3, retryStrategy: "fixed", retryBaseDelayMs: 1000 } as const;

  it("repeats what only reads after a lost connection, not what may have been done", async () => {
    const { send, calls, clock } = batchWorld({ retry });
    const ends = [
      told(send(batchable("a"))),
      told(send(batchable("b", { method: "PATCH" }))),
      told(send(batchable("c"))),
    ];
    await quiet();
    await lost(calls[0]);
    expect(await ends[1]).to.equal("PATCH b: connection, unknown");
    await clock.advance(1000);
    await quiet();
    expect(calls[1]?.operations?.map(({ url }) => url)).to.deep.equal(["a", "c"]);
    await calls[1]?.answerEach(echo);
    expect(await Promise.all(ends)).to.include.members(["GET a: 200", "GET c: 200"]);
  });

  it("remembers that an earlier attempt is unclear", async () => {
    const { send, calls, clock } = batchWorld({ retry });
    const [first] = paths(2).map((path) => send(batchable(path, { method: "DELETE" })));
    await quiet();
    await calls[0]?.answer(504);
    await clock.advance(1000);
    await quiet();
    for (const call of calls.slice(1)) await call.answer(404);
    expect(await first).to.include({ status: 404, earlierOutcome: "unknown" });
  });

  it("repeats the failed ones of a batch alone", async () => {
    const { send, calls, clock } = batchWorld({ retry });
    const ends = paths(5).map((path) => told(send(batchable(path))));
    await quiet();
    await calls[0]?.answerEach(({ url }) => ({
      status: { "x(1)": 500, "x(2)": 404, "x(3)": 503 }[url] ?? 200,
    }));
    await clock.advance(1000);
    await quiet();
    expect(calls[1]?.operations?.map(({ url }) => url)).to.deep.equal(["x(1)", "x(3)"]);
    await calls[1]?.answerEach(({ url }) => (url === "x(1)" ? { status: 200 } : undefined));
    await clock.advance(1000);
    await quiet();
    await calls[2]?.answer(200);
    const statuses = [200, 200, 404, 200, 200];
    expect(await Promise.all(ends)).to.deep.equal(
      statuses.map((status, index) => `GET x(${index}): ${status}`),
    );
  });

  for (const retryStrategy of ["fixed", "incremental", "exponential", "randomized"] as const) {
    it(`comes back together after a Retry-After for all of them: ${retryStrategy}`, async () => {
      const { send, calls, clock } = batchWorld({ maxConcurrency: 1, retry: { ...retry, retryStrategy } });
      for (const path of paths(50)) void send(batchable(path));
      await quiet();
      await calls[0]?.answerEach(() => ({ status: 429, headers: { "retry-after": "4" } }));
      clock.chance = 0.5;
      await clock.advance(4000);
      await quiet();
      expect(sizes(calls)).to.deep.equal([50, 50]);
      await calls[1]?.answer(429, { headers: { "retry-after": "2" } });
      await clock.advance(2000);
      await quiet();
      expect(sizes(calls)).to.deep.equal([50, 50, 50]);
    });
  }
});
