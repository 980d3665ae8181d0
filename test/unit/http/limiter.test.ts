import { expect } from "chai";
import { describe, it } from "mocha";
import { Limiter, limitPolicy } from "../../../provider/http/limiter.js";
import { createPipeline, type HttpRequest, type HttpResponse } from "../../../provider/http/pipeline.js";
import { settled, TestClock } from "../../support/clock.js";
import { answer, failure, request, transportError } from "./answers.js";

const NEVER = "no request slot became free before the deadline";
const HELD = "the service requested a delay beyond the deadline";

const retryAfter = (status: number, ms: number) => answer(status, { headers: { "retry-after-ms": `${ms}` } });

/** Requests that start when the limiter lets them, and end when and how the test says. */
function limited(maxConcurrency = 5, canceled?: AbortSignal) {
  const clock = new TestClock();
  const limiter = new Limiter({ clock, maxConcurrency, canceled });
  const started: string[] = [];
  const ends = new Map<string, (end: HttpResponse | Error) => void>();
  const send = (name: string, part: Partial<HttpRequest> = {}) =>
    limiter.send(request(part), () => {
      started.push(name);
      return new Promise<HttpResponse>((resolve, reject) => {
        ends.set(name, (end) => (end instanceof Error ? reject(end) : resolve(end)));
      });
    });
  const end = async (name: string, response: HttpResponse | Error = answer(200)) => {
    ends.get(name)?.(response);
    await settled();
  };
  /** One request after the other with these statuses. */
  const exchange = async (...statuses: number[]) => {
    for (const status of statuses) {
      void send("x");
      await end("x", answer(status));
    }
  };
  return { clock, limiter, started, send, end, exchange };
}

describe("Limiter", () => {
  it("has five slots by default, and at least one", () => {
    const limits = [undefined, 12, 0, Number.NaN].map((max) => limited(max).limiter.limit);
    expect(limits).to.deep.equal([5, 12, 1, 1]);
  });

  it("can be restricted to fewer slots, for good, and not to more", async () => {
    const { limiter, started, send, end, exchange } = limited(3);
    for (const name of ["a", "b", "c", "d"]) void send(name);
    limiter.restrictTo(1);
    limiter.restrictTo(2);
    await end("a");
    await end("b");
    expect(started).to.deep.equal(["a", "b", "c"]);
    await end("c");
    expect(started).to.deep.equal(["a", "b", "c", "d"]);
    await end("d");
    await exchange(...Array<number>(10).fill(200));
    expect(limiter.limit).to.equal(1);
  });

  it("is held by no Retry-After of another status", async () => {
    const { started, send, end } = limited(1);
    for (const [name, status] of Object.entries({ a: 202, b: 500, c: 200 })) {
      void send(name);
      await end(name, retryAfter(status, 90_000));
    }
    expect(started).to.deep.equal(["a", "b", "c"]);
  });

  it("halves once for all requests that were throttled together", async () => {
    const { limiter, send, end, exchange } = limited(8);
    for (let i = 0; i < 8; i++) void send(`${i}`);
    for (let i = 0; i < 8; i++) await end(`${i}`, answer(429));
    expect(limiter.limit).to.equal(4);
    await exchange(429);
    expect(limiter.limit).to.equal(2);
  });

  it("never goes below one, and grows by one after ten good responses in a row", async () => {
    const { limiter, send, end, exchange } = limited(3);
    await exchange(429, 429, 429);
    expect(limiter.limit).to.equal(1);
    const nine = Array<number>(9).fill(200);
    await exchange(...nine, 500, ...nine);
    void send("lost").catch(() => undefined);
    await end("lost", failure(request(), "connection", "unknown"));
    expect(limiter.limit).to.equal(1);
    await exchange(404);
    expect(limiter.limit).to.equal(2);
    await exchange(...nine, ...nine, ...nine);
    expect(limiter.limit).to.equal(3);
  });

  it("sends what the service took before it refused some, in the time that it names, once that is known", async () => {
    const { clock, limiter, started, send, end, exchange } = limited(3);
    await exchange(200, 200);
    void send("refused");
    await end("refused", retryAfter(429, 5000));
    expect(limiter.limit).to.equal(3);
    for (const name of ["a", "b", "c"]) void send(name);
    await clock.advance(5000);
    expect(started.slice(3)).to.deep.equal(["a", "b"]);
    await clock.advance(5000);
    expect(started.slice(3)).to.deep.equal(["a", "b"]);
    await end("a");
    await end("b");
    await clock.advance(5000);
    expect(started.slice(3)).to.deep.equal(["a", "b", "c"]);
  });

  it("refuses who cannot start in time: when the time is over, or as soon as it is certain", async () => {
    const { clock, started, send, end } = limited(1);
    void send("a");
    const tired = transportError(send("b", { deadline: clock.now() + 1000, method: "PUT" }));
    const patient = send("c", { deadline: clock.now() + 60_000 });
    const held = transportError(send("d", { deadline: clock.now() + 20_000 }));
    await clock.advance(1000);
    expect(await tired).to.include({ kind: "deadline", reason: `not sent: ${NEVER}`, outcome: "notApplied" });
    await end("a", retryAfter(429, 30_000));
    expect(await held).to.include({ kind: "deadline", reason: `not sent: ${HELD}`, outcome: "notApplied" });
    const late = transportError(send("e", { deadline: clock.now() + 30_000 }));
    expect((await late).reason).to.equal(`not sent: ${HELD}`);
    await clock.advance(30_000);
    await end("c");
    expect((await patient).status).to.equal(200);
    expect(started).to.deep.equal(["a", "c"]);
  });

  for (const lateMs of [0, 5000])
    it(`refuses a request whose slot becomes free ${lateMs} ms after its deadline, before its timer fires`, async () => {
      const { clock, started, send, end } = limited(1);
      void send("a");
      const late = transportError(send("b", { deadline: clock.now() + 1000 }));
      // A machine that slept: the time has passed, and no timer has fired yet.
      clock.time += 1000 + lateMs;
      await end("a");
      expect((await late).reason).to.equal(`not sent: ${NEVER}`);
      expect(started).to.deep.equal(["a"]);
    });

  describe("of a run that was canceled", () => {
    const refused = { kind: "canceled", reason: "not sent: the run was canceled", outcome: "notApplied" };

    for (const holdMs of [0, 30_000])
      it(`refuses who waits, leaves no timer, and does not end what has started: held for ${holdMs} ms`, async () => {
        const cancellation = new AbortController();
        const { clock, started, send, end } = limited(1, cancellation.signal);
        const first = send("a");
        if (holdMs > 0) await end("a", retryAfter(503, holdMs));
        const waiting = ["b", "c"].map((name) =>
          transportError(send(name, { method: "PUT", deadline: clock.now() + 60_000 })),
        );
        cancellation.abort();
        for (const error of await Promise.all(waiting)) expect(error).to.include(refused);
        await end("a");
        expect(await first).to.be.an("object");
        expect(started).to.deep.equal(["a"]);
        expect(clock.sleeping).to.equal(0);
      });

    it("still starts what can start at once: a read that shows whether a change was applied", async () => {
      const cancellation = new AbortController();
      const { send, end } = limited(1, cancellation.signal);
      cancellation.abort();
      const read = send("a");
      expect(await transportError(send("b"))).to.include(refused);
      await end("a");
      expect((await read).status).to.equal(200);
    });
  });

  describe("with batches", () => {
    /** Batches of at most `largest` requests; `end` answers the oldest one in flight. */
    function batches(limiter: Limiter, largest = 10) {
      const sizes: number[] = [];
      const sent: (() => void)[] = [];
      const batching = {
        largest,
        isBusy: true,
        send: async (items: readonly unknown[]) => {
          sizes.push(items.length);
          if (items.length > 0) await new Promise<void>((resolve) => void sent.push(resolve));
          return items.map(() => ({ result: { response: answer(200) }, again: false }));
        },
      };
      const add = (part: Partial<HttpRequest> = {}) =>
        limiter.send(request(part), () => expect.fail("sent alone"), batching);
      const end = async () => {
        sent.shift()?.();
        await settled();
      };
      return { batching, sizes, add, end };
    }
    /** Lets a batch collect what has been added, and go. */
    const collected = async (clock: TestClock) => {
      await settled();
      for (const ms of [10, 100]) await clock.advance(ms);
    };

    it("sends no batch that the service holds while it is collected, and no request whose time is over", async () => {
      const { clock, limiter, send, end } = limited(2);
      const { sizes, add, end: endBatch } = batches(limiter);
      void send("a");
      const batched = [add(), add()];
      const late = transportError(add({ deadline: clock.now() + 2 }));
      await settled();
      await end("a", retryAfter(429, 5000));
      await collected(clock);
      expect(sizes).to.deep.equal([0]);
      expect(await late).to.include({ kind: "deadline" });
      await clock.advance(5000);
      await collected(clock);
      expect(sizes).to.deep.equal([0, 2]);
      await endBatch();
      expect((await Promise.all(batched)).map(({ status }) => status)).to.deep.equal([200, 200]);
    });

    it("sends a collected batch without the requests whose time is over", async () => {
      const { clock, limiter } = limited();
      const { sizes, add } = batches(limiter);
      const late = [5, 2].map((ms) => transportError(add({ deadline: clock.now() + ms })));
      void add({ deadline: clock.now() + 1000 });
      await collected(clock);
      expect(sizes).to.deep.equal([1]);
      for (const error of late) expect((await error).reason).to.equal(`not sent: ${NEVER}`);
    });

    it("keeps a collected batch until a slot is free if the service meanwhile accepts fewer requests", async () => {
      const { clock, limiter, send, end } = limited(3);
      const { sizes, add } = batches(limiter);
      for (const name of ["a", "b"]) void send(name);
      for (let i = 0; i < 2; i++) void add();
      await settled();
      await end("a", answer(429));
      await collected(clock);
      expect(sizes).to.deep.equal([0]);
      await end("b");
      await collected(clock);
      expect(sizes).to.deep.equal([0, 2]);
    });

    it("divides a collected batch if the service meanwhile accepts smaller ones", async () => {
      const { clock, limiter } = limited(2);
      const { batching, sizes, add } = batches(limiter);
      for (let i = 0; i < 4; i++) void add();
      await settled();
      batching.largest = 2;
      await collected(clock);
      await collected(clock);
      expect(sizes).to.deep.equal([2, 2]);
    });

    it("does not let small batches take all slots: others wait until as many do as are in flight", async () => {
      const { clock, limiter } = limited(3);
      const [first, second] = [batches(limiter), batches(limiter)];
      for (const { add } of [first, second]) for (let i = 0; i < 3; i++) void add();
      await collected(clock);
      for (const { add } of [first, second]) for (let i = 0; i < 2; i++) void add();
      await collected(clock);
      expect([first.sizes, second.sizes]).to.deep.equal([[3], [3]]);
      void first.add();
      await collected(clock);
      expect([first.sizes, second.sizes]).to.deep.equal([[3, 3], [3]]);
    });

    it("holds a request back neither for batches of another kind nor for full ones", async () => {
      const { clock, limiter } = limited(4);
      const [first, second] = [batches(limiter, 4), batches(limiter)];
      for (let i = 0; i < 4; i++) void first.add();
      await collected(clock);
      void second.add();
      await collected(clock);
      void first.add();
      await collected(clock);
      expect([first.sizes, second.sizes]).to.deep.equal([[4, 1], [1]]);
    });
  });

  it("reports to each waiting request how long the service holds requests, once, and again when that changes", async () => {
    const { clock, send, end } = limited(2);
    const told: string[] = [];
    const onWait = (name: string) => ({
      onWait: (message: unknown) => void told.push(`${name}: ${message}`),
    });
    void send("a");
    void send("sent", onWait("sent"));
    await end("sent", retryAfter(503, 3000));
    for (const name of ["first", "second"]) void send(name, onWait(name));
    const pause = "the service requested a delay (Retry-After)";
    expect(told).to.deep.equal([`first: waiting 3 s: ${pause}`, `second: waiting 3 s: ${pause}`]);
    await clock.advance(1000);
    await end("a", retryAfter(503, 30_000));
    expect(told.slice(2)).to.deep.equal([`first: waiting 30 s: ${pause}`, `second: waiting 30 s: ${pause}`]);
  });
});

describe("limitPolicy", () => {
  it("lets attempts wait for their slot, but not those to other hosts, without authentication", async () => {
    const clock = new TestClock();
    const sent: string[] = [];
    const send = createPipeline([limitPolicy(new Limiter({ clock, maxConcurrency: 5 }))], async ({ url }) => {
      sent.push(url);
      return retryAfter(503, 1000);
    });
    await send(request({ url: "https://other.example/", anonymous: true }));
    await send(request({ url: "https://service.example/1" }));
    const second = send(request({ url: "https://service.example/2" }));
    await send(request({ url: "https://other.example/", anonymous: true }));
    await clock.advance(1000);
    await second;
    const addresses = ["https://other.example/", "https://service.example/1", "https://other.example/"];
    expect(sent).to.deep.equal([...addresses, "https://service.example/2"]);
  });
});
