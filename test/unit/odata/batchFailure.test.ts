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
  it("tells each request so, and lets half as many travel together from then on", async () => {
    const { send, calls } = batchWorld();
    const ends = [told(send(batchable("a"))), told(send(batchable("b", { method: "PATCH" })))];
    for (const path of paths(38)) void told(send(batchable(path)));
    await quiet();
    await calls[0]?.fail("timeout", "unknown");
    expect(await Promise.all(ends)).to.deep.equal(["GET a: timeout", "PATCH b: timeout, unknown"]);
    for (const path of paths(60)) void send(batchable(path));
    await quiet();
    expect(sizes(calls)).to.deep.equal([40, 20, 20, 20]);
    for (const call of calls.slice(1)) await call.answerEach(echo);
    for (const path of paths(60)) void send(batchable(path));
    await quiet();
    expect(sizes(calls).slice(4)).to.deep.equal([20, 20, 20]);
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

  for (const outcome of ["unknown", "notApplied"] as const) {
    it(`goes again one by one when it is sent elsewhere, but what ${outcome === "unknown" ? "may" : "cannot"} have been done`, async () => {
      const { send, calls } = batchWorld();
      const ends = [told(send(batchable("a"))), told(send(batchable("b", { method: "PATCH" })))];
      await quiet();
      await calls[0]?.fail("redirect", outcome);
      for (const call of calls.slice(1)) await call.answer(200);
      expect(await Promise.all(ends)).to.deep.equal([
        "GET a: 200",
        outcome === "unknown" ? "PATCH b: unexpected, unknown" : "PATCH b: 200",
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
});
