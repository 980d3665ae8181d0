import { expect } from "chai";
import { describe, it } from "mocha";
import { errorFields } from "../../support/asRead.js";
import { transportError } from "../http/answers.js";
import { batchable, batchWorld, echo, paths, quiet, ROOT, sizes } from "./batchWorld.js";

const refused = { status: 429, headers: { "retry-after": "1" } };

describe("batching: deadlines", () => {
  it("refuses whose time is over, and them alone", async () => {
    const { send, calls, clock } = batchWorld({ maxConcurrency: 1 });
    void send(batchable("first"));
    await quiet();
    const tired = transportError(send(batchable("tired", { deadline: clock.now() + 1000 })));
    void send(batchable("patient", { deadline: clock.now() + 5000 }));
    void send(batchable("endless"));
    await clock.advance(1000);
    expect(errorFields(await tired)).to.include({
      kind: "deadline",
      outcome: "notApplied",
      url: `${ROOT}tired`,
    });
    await calls[0]?.answer(200);
    expect(calls[1]?.operations?.map(({ url }) => url)).to.deep.equal(["patient", "endless"]);
    expect(calls[1]?.request.deadline).to.equal(Number.POSITIVE_INFINITY);
  });

  it("refuses as soon as it is certain whom a hold outlasts", async () => {
    const { send, calls, clock } = batchWorld({ maxConcurrency: 1 });
    void send(batchable("first"));
    await quiet();
    const tired = transportError(send(batchable("tired", { deadline: clock.now() + 1000 })));
    void send(batchable("patient", { deadline: clock.now() + 5000 }));
    await calls[0]?.answer(429, { headers: { "retry-after": "2" } });
    expect((await tired).message).to.contain("not sent: the service requested a delay beyond the deadline");
    await clock.advance(2000);
    await quiet();
    expect(calls[1]?.request.url).to.equal(`${ROOT}patient`);
  });

  it("does not count those any more whose time is over", async () => {
    const { send, calls, clock } = batchWorld();
    for (const path of paths(10)) void send(batchable(path));
    await quiet();
    void transportError(send(batchable("tired", { deadline: clock.now() + 1000 })));
    for (const path of paths(8)) void send(batchable(path));
    await clock.advance(1000);
    void send(batchable("x(9)"));
    await quiet();
    expect(calls).to.have.length(1);
    void send(batchable("x(10)"));
    await quiet();
    expect(sizes(calls)).to.deep.equal([10, 10]);
  });

  it("sends nothing whose time is over when the others leave", async () => {
    const { send, calls, clock } = batchWorld();
    void send(batchable("a"));
    const late = transportError(send(batchable("b", { deadline: clock.now() })));
    void send(batchable("c"));
    expect(await late).to.include({ kind: "deadline", outcome: "notApplied" });
    await quiet();
    expect(calls[0]?.operations?.map(({ url }) => url)).to.deep.equal(["a", "c"]);
  });
});

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

  it("tells a part that is postponed, and who waits behind it, how long", async () => {
    const { send, calls } = batchWorld();
    const told: string[] = [];
    const part = (path: string) => batchable(path, { onWait: (message) => told.push(`${path}: ${message}`) });
    for (const path of paths(2)) void send(part(path));
    await quiet();
    await calls[0]?.answerEach(({ url }) =>
      url === "x(0)" ? { status: 200 } : { status: 429, headers: { "Retry-After": "7" } },
    );
    void send(part("next"));
    await quiet();
    const pause = "waiting 7 s: the service requested a delay (Retry-After)";
    expect(told).to.deep.equal([`x(1): ${pause}`, `next: ${pause}`]);
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

  it("leaves it to each request when all are throttled, or when it is not said until when", async () => {
    const { send, calls } = batchWorld();
    const all = paths(2).map((path) => send(batchable(path)));
    await quiet();
    await calls[0]?.answerEach(() => refused);
    expect((await Promise.all(all)).map(({ status }) => status)).to.deep.equal([429, 429]);

    const other = batchWorld();
    const some = paths(2).map((path) => other.send(batchable(path)));
    await quiet();
    await other.calls[0]?.answerEach(({ id }) => ({ status: id === "1" ? 200 : 429 }));
    expect((await Promise.all(some)).map(({ status }) => status)).to.deep.equal([200, 429]);
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

  it("gives its slot back when a hold begins before it leaves, and keeps its place", async () => {
    const { send, calls, clock } = batchWorld();
    void send(batchable("first"));
    await quiet();
    for (const path of paths(2)) void send(batchable(path));
    // In the same turn as those two collect.
    void calls[0]?.answer(503, { headers: { "retry-after": "5" } });
    await quiet();
    void send(batchable("later"));
    await clock.advance(4999);
    await quiet();
    expect(calls).to.have.length(1);
    await clock.advance(1);
    await quiet();
    expect(calls[1]?.operations?.map(({ url }) => url)).to.deep.equal(["x(0)", "x(1)", "later"]);
  });

  it("does not take a lost batch for a sign that there may be more", async () => {
    const { send, calls, limiter } = batchWorld({ maxConcurrency: 2 });
    const start = async () => {
      const ends = paths(2).map((path) => send(batchable(path)).catch(() => undefined));
      await quiet();
      return ends;
    };
    await start();
    await calls[0]?.answer(429);
    for (let i = 0; i < 9; i++) {
      await start();
      await calls.at(-1)?.answerEach(echo);
    }
    await start();
    await calls.at(-1)?.fail("connection", "unknown");
    expect(limiter.limit).to.equal(1);
    await start();
    await calls.at(-1)?.answerEach(echo);
    expect(limiter.limit).to.equal(2);
  });

  it("counts failures inside a batch as a service that is not able", async () => {
    const { send, calls, limiter } = batchWorld({ maxConcurrency: 2 });
    const exchange = async (status: number) => {
      for (const path of paths(2)) void send(batchable(path));
      await quiet();
      await calls.at(-1)?.answerEach(({ id }) => ({ status: id === "2" ? status : 200 }));
    };
    await exchange(429);
    expect(limiter.limit).to.equal(1);
    for (let i = 0; i < 9; i++) await exchange(200);
    await exchange(500);
    for (let i = 0; i < 9; i++) await exchange(404);
    expect(limiter.limit).to.equal(1);
    await exchange(200);
    expect(limiter.limit).to.equal(2);
  });
});
