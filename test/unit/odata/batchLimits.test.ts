import { expect } from "chai";
import { describe, it } from "mocha";
import { batchable, batchWorld, paths, quiet, ROOT, sizes } from "./batchWorld.js";

const refused = { status: 429, headers: { "retry-after": "1" } };

describe("batching: limits that the service reports", () => {
  it("holds everybody back whom a Retry-After inside a batch concerns", async () => {
    const { send, calls, clock } = batchWorld({ maxConcurrency: 4 });
    const responses = paths(3).map((path) => send(batchable(path)));
    await quiet();
    const waits: Record<string, string> = { "x(1)": "3", "x(2)": "7" };
    await calls[0]?.answerEach(({ url }) => ({
      status: waits[url] ? 429 : 200,
      headers: { "Retry-After": waits[url] ?? "60" },
    }));
    expect((await responses[0])?.status).to.equal(200);
    void send(batchable("next"));
    await clock.advance(6999);
    await quiet();
    expect(calls).to.have.length(1);
    await clock.advance(1);
    await quiet();
    // The service took one operation before, so that one is sent first.
    expect(calls.slice(1).map(({ request }) => request.url)).to.deep.equal([`${ROOT}x(1)`]);
    await calls[1]?.answer(200);
    expect(calls[2]?.request.url).to.equal(`${ROOT}x(2)`);
  });

  it("does not count it as an attempt when a part of a batch is postponed, time and again", async () => {
    const { send, calls, clock } = batchWorld({ retry: { retryMaxAttempts: 1 } });
    const responses = paths(10).map((path) => send(batchable(path)));
    for (let round = 0; round < 4; round++) {
      await quiet();
      const call = calls[round];
      const taken = Math.ceil((call?.operations?.length ?? 0) / 2);
      if (call?.operations === undefined) await call?.answer(200);
      await call?.answerEach(({ id }) => (Number(id) <= taken ? { status: 200 } : refused));
      await clock.advance(1000);
    }
    expect(sizes(calls)).to.deep.equal([10, 5, 2, 1]);
    expect((await Promise.all(responses)).map(({ status }) => status)).to.deep.equal(Array(10).fill(200));
  });

  for (const [status, limit] of [
    [429, 2],
    [503, 4],
  ] as const) {
    it(`gives ${status} of a batch to all, and waits as it says`, async () => {
      const { send, calls, clock, limiter } = batchWorld({ maxConcurrency: 4 });
      const responses = paths(3).map((path) => send(batchable(path)));
      await quiet();
      await calls[0]?.answer(status, { headers: { "retry-after": "5" }, body: { error: { code: "Busy" } } });
      for (const [index, response] of (await Promise.all(responses)).entries()) {
        expect(response).to.deep.include({
          status,
          url: `${ROOT}x(${index})`,
          body: { error: { code: "Busy" } },
        });
      }
      expect(limiter.limit).to.equal(limit);
      void send(batchable("next"));
      await clock.advance(4999);
      await quiet();
      expect(calls).to.have.length(1);
      await clock.advance(1);
      await quiet();
      expect(calls).to.have.length(2);
    });
  }
});
