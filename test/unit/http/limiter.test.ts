import { expect } from "chai";
import { describe, it } from "mocha";
import { Limiter, type LimitReport, type Slot, type Waiting } from "../../../provider/http/limiter.js";
import { limitPolicy } from "../../../provider/http/limitPolicy.js";
import { NoSlotError } from "../../../provider/http/noSlotError.js";
import { createPipeline } from "../../../provider/http/pipeline.js";
import { answer, rejection, request, transportError } from "./answers.js";
import { FakeClock, settled } from "./fakeClock.js";

/** Tasks that start when the limiter lets them and end when the test says so. */
function limited(maxConcurrency?: number, canceled?: AbortSignal) {
  const clock = new FakeClock();
  const limiter = new Limiter({ clock, maxConcurrency, canceled });
  const started: string[] = [];
  const ends = new Map<string, (report?: LimitReport) => Promise<void>>();
  const run = (name: string, deadline?: number, more: Waiting = {}) =>
    limiter.run(
      (slot) =>
        new Promise<string>((resolve) => {
          started.push(name);
          ends.set(name, async (report) => {
            if (report) slot.report(report);
            resolve(name);
            await settled();
          });
        }),
      { deadline, ...more },
    );
  const end = async (name: string, report?: LimitReport) => ends.get(name)?.(report);
  return { clock, limiter, started, run, end };
}

describe("Limiter", () => {
  it("has five slots by default, and at least one", () => {
    expect(limited().limiter.limit).to.equal(5);
    expect(limited(12).limiter.limit).to.equal(12);
    expect(limited(0).limiter.limit).to.equal(1);
    expect(limited(Number.NaN).limiter.limit).to.equal(1);
  });

  it("can be restricted to fewer slots, for good, and not to more", async () => {
    const { limiter, started, run, end } = limited(3);
    for (const name of ["a", "b", "c", "d"]) void run(name);
    limiter.restrictTo(1);
    limiter.restrictTo(2);
    await end("a");
    await end("b");
    expect(started).to.deep.equal(["a", "b", "c"]);
    await end("c");
    expect(started).to.deep.equal(["a", "b", "c", "d"]);
    expect(limiter.limit).to.equal(1);
  });

  it("starts tasks in their order, as slots become free", async () => {
    const { started, run, end } = limited(2);
    const results = ["a", "b", "c", "d"].map((name) => run(name));
    expect(started).to.deep.equal(["a", "b"]);
    await end("b");
    expect(started).to.deep.equal(["a", "b", "c"]);
    await end("a");
    await end("c");
    await end("d");
    expect(await Promise.all(results)).to.deep.equal(["a", "b", "c", "d"]);
  });

  it("gives the slot back when a task fails", async () => {
    const { limiter } = limited(1);
    const problem = new Error("broken");
    expect(await rejection(limiter.run(() => Promise.reject(problem)))).to.equal(problem);
    expect(
      await rejection(
        limiter.run(() => {
          throw problem;
        }),
      ),
    ).to.equal(problem);
    expect(await limiter.run(async () => "next")).to.equal("next");
  });

  it("starts nothing while the service holds requests", async () => {
    const { clock, started, run, end } = limited(2);
    for (const name of ["a", "b", "c"]) void run(name);
    await end("a", { verdict: "unavailable", holdMs: 5000 });
    void run("d");
    await clock.advance(4999);
    expect(started).to.deep.equal(["a", "b"]);
    await clock.advance(1);
    expect(started).to.deep.equal(["a", "b", "c"]);
    await end("b");
    expect(started).to.deep.equal(["a", "b", "c", "d"]);
  });

  it("keeps to the longest wait that was requested", async () => {
    const { clock, started, run, end } = limited(2);
    for (const name of ["a", "b", "c"]) void run(name);
    await end("a", { verdict: "unavailable", holdMs: 5000 });
    await clock.advance(1000);
    await end("b", { verdict: "unavailable", holdMs: 10_000 });
    await clock.advance(9999);
    expect(started).to.deep.equal(["a", "b"]);
    await clock.advance(1);
    expect(started).to.deep.equal(["a", "b", "c"]);
  });

  it("halves once for all requests that were throttled together", async () => {
    const { limiter, run, end } = limited(8);
    for (let i = 0; i < 8; i++) void run(`${i}`);
    for (let i = 0; i < 8; i++) await end(`${i}`, { verdict: "throttled" });
    expect(limiter.limit).to.equal(4);
    void run("later");
    await end("later", { verdict: "throttled" });
    expect(limiter.limit).to.equal(2);
  });

  it("never goes below one, and grows by one after ten good responses in a row", async () => {
    const { limiter, run, end } = limited(3);
    const answers = async (count: number, verdict: LimitReport["verdict"]) => {
      for (let i = 0; i < count; i++) {
        void run("x");
        await end("x", { verdict });
      }
    };
    await answers(5, "throttled");
    expect(limiter.limit).to.equal(1);
    await answers(9, "accepted");
    await answers(1, "unavailable");
    await answers(9, "accepted");
    expect(limiter.limit).to.equal(1);
    await answers(1, "accepted");
    expect(limiter.limit).to.equal(2);
    await answers(30, "accepted");
    expect(limiter.limit).to.equal(3);
  });

  it("refuses who cannot start in time: when the time is over, or as soon as it is certain", async () => {
    const { clock, started, run, end } = limited(1);
    void run("a");
    const tired = rejection(run("b", clock.now() + 1000));
    const patient = run("c", clock.now() + 60_000);
    const held = rejection(run("d", clock.now() + 20_000));
    await clock.advance(1000);
    expect(await tired).to.include({ name: "NoSlotError", reason: "busy" });
    await end("a", { verdict: "throttled", holdMs: 30_000 });
    expect(await held).to.include({ reason: "held" });
    expect(await rejection(run("e", clock.now() + 30_000))).to.be.instanceOf(NoSlotError);
    await clock.advance(30_000);
    await end("c");
    expect(await patient).to.equal("c");
    expect(started).to.deep.equal(["a", "c"]);
  });

  for (const lateMs of [0, 5000])
    it(`refuses a task whose slot becomes free ${lateMs} ms after its deadline, before its timer fires`, async () => {
      const { clock, started, run, end } = limited(1);
      void run("a");
      const late = rejection(run("b", clock.now() + 1000));
      // A machine that slept: the time has passed, and no timer has fired yet.
      clock.time += 1000 + lateMs;
      await end("a");
      expect(await late).to.include({ name: "NoSlotError", reason: "busy" });
      expect(started).to.deep.equal(["a"]);
    });

  describe("of a run that was canceled", () => {
    const refused = { name: "NoSlotError", reason: "canceled" };

    it("refuses who waits for a free slot, and does not end what has started", async () => {
      const cancellation = new AbortController();
      const { started, run, end } = limited(1, cancellation.signal);
      const first = run("a");
      const waiting = [rejection(run("b")), rejection(run("c"))];
      cancellation.abort();
      for (const error of await Promise.all(waiting)) expect(error).to.include(refused);
      await end("a");
      expect(await first).to.equal("a");
      expect(started).to.deep.equal(["a"]);
    });

    it("refuses who waits for the end of a hold, and leaves no timer", async () => {
      const cancellation = new AbortController();
      const { clock, run, end } = limited(1, cancellation.signal);
      void run("a");
      const waiting = rejection(run("b"));
      await end("a", { verdict: "throttled", holdMs: 30_000 });
      cancellation.abort();
      expect(await waiting).to.include(refused);
      expect(await rejection(run("c"))).to.include(refused);
      expect(clock.sleeping).to.equal(0);
    });

    it("still starts what can start at once: a read that shows whether a change was applied", async () => {
      const cancellation = new AbortController();
      const { run, end } = limited(1, cancellation.signal);
      cancellation.abort();
      const look = run("a");
      expect(await rejection(run("b"))).to.include(refused);
      await end("a");
      expect(await look).to.equal("a");
    });
  });

  it("lets a task leave the queue, and does not end what has started", async () => {
    const { limiter, started, run, end, clock } = limited(1);
    const leaving = new AbortController();
    const task = async () => "never";
    const first = run("a", undefined, { withdrawal: leaving.signal });
    const left = rejection(limiter.run(task, { deadline: clock.now() + 1000, withdrawal: leaving.signal }));
    void run("b");
    const reason = new Error("no longer of use");
    leaving.abort(reason);
    expect(await left).to.equal(reason);
    expect(clock.sleeping).to.equal(0);
    await end("a");
    expect(await first).to.equal("a");
    expect(started).to.deep.equal(["a", "b"]);
  });

  it("lets a task leave the queue whose arrival starts another task that withdraws it", async () => {
    const { limiter, started, run } = limited(2);
    const leaving = new AbortController();
    let isReady = false;
    void limiter.run(
      async () => {
        started.push("first");
        leaving.abort();
      },
      { isReady: () => isReady },
    );
    isReady = true;
    await rejection(run("second", undefined, { withdrawal: leaving.signal }));
    void run("third");
    expect(started).to.deep.equal(["first", "third"]);
  });

  it("passes over tasks that have no use for a slot yet, and reconsiders them when another ends", async () => {
    const { started, run, end } = limited(2);
    void run("a");
    let isReady = false;
    void run("b", undefined, { isReady: () => isReady });
    void run("c");
    expect(started).to.deep.equal(["a", "c"]);
    isReady = true;
    void run("d");
    expect(started).to.deep.equal(["a", "c"]);
    await end("a");
    expect(started).to.deep.equal(["a", "c", "b"]);
  });

  it("grants a task nothing when its slot has become useless", async () => {
    const { clock, limiter, run, end } = limited(2);
    let slot: Slot | undefined;
    const keep = (given: Slot) => {
      slot = given;
      return new Promise<void>(() => undefined);
    };
    void run("a");
    void limiter.run(keep);
    expect(slot?.grant(3)).to.equal(3);
    await end("a", { verdict: "unavailable", holdMs: 1000 });
    expect(slot?.grant(3)).to.equal(0);
    await clock.advance(1000);
    expect(slot?.grant(3)).to.equal(3);
    void run("b");
    slot?.report({ verdict: "throttled" });
    expect(slot?.grant(3)).to.equal(0);
    await end("b");
    expect(slot?.grant(3)).to.equal(3);
  });

  it("leaves no timer behind, neither of those it started nor of those it refused", async () => {
    const { clock, started, run, end } = limited(2);
    for (const name of ["a", "b", "c"]) void run(name, clock.now() + 10_000);
    await end("a");
    expect(started).to.deep.equal(["a", "b", "c"]);
    expect(clock.sleeping).to.equal(0);
    const refused = rejection(run("d", clock.now() + 2000));
    await end("b", { verdict: "unavailable", holdMs: 1000 });
    expect(clock.sleeping).to.equal(2);
    await end("c", { verdict: "unavailable", holdMs: 60_000 });
    expect(await refused).to.include({ reason: "held" });
    await settled();
    expect(clock.sleeping).to.equal(0);
  });
});

describe("limit", () => {
  it("reports throttling and Retry-After to the limiter, and that other requests may continue", async () => {
    const clock = new FakeClock();
    const limiter = new Limiter({ clock, maxConcurrency: 4 });
    const statuses = [429, 200, 503];
    const sentAt: number[] = [];
    const send = createPipeline([limitPolicy({ limiter, clock })], async () => {
      sentAt.push(clock.now());
      const status = statuses.shift() ?? 200;
      return answer(status, { headers: status === 200 ? {} : { "retry-after": "3" } });
    });
    const start = clock.now();
    expect((await send(request())).status).to.equal(429);
    expect(limiter.limit).to.equal(2);
    const second = send(request());
    await clock.advance(3000);
    expect((await second).status).to.equal(200);
    expect((await send(request())).status).to.equal(503);
    const fourth = send(request());
    await clock.advance(3000);
    await fourth;
    expect(sentAt.map((at) => at - start)).to.deep.equal([0, 3000, 3000, 6000]);
    expect(limiter.limit).to.equal(2);
  });

  it("reports to each waiting request how long the service holds requests, once, and again when that changes", async () => {
    const clock = new FakeClock();
    const limiter = new Limiter({ clock, maxConcurrency: 2 });
    const send = createPipeline([limitPolicy({ limiter, clock })], async (sent) => {
      await clock.sleep(sent.method === "PUT" ? 1000 : 0);
      return answer(503, { headers: { "retry-after": sent.method === "PUT" ? "30" : "3" } });
    });
    const told: string[] = [];
    void send(request({ method: "PUT" }));
    void send(request({ onWait: (message) => told.push(`sent: ${message}`) }));
    await clock.advance(0);
    for (const name of ["first", "second"]) {
      void send(request({ onWait: (message) => told.push(`${name}: ${message}`) }));
    }
    const pause = "the service requested a delay (Retry-After)";
    expect(told).to.deep.equal([`first: waiting 3 s: ${pause}`, `second: waiting 3 s: ${pause}`]);
    await clock.advance(1000);
    expect(told.slice(2)).to.deep.equal([`first: waiting 30 s: ${pause}`, `second: waiting 30 s: ${pause}`]);
  });

  it("does not apply to requests to other hosts, without authentication", async () => {
    const clock = new FakeClock();
    const limiter = new Limiter({ clock, maxConcurrency: 4 });
    const send = createPipeline([limitPolicy({ limiter, clock })], async () =>
      answer(503, { headers: { "retry-after": "80000" } }),
    );
    await send(request({ anonymous: true }));
    expect(await limiter.run(async () => "at once")).to.equal("at once");
  });

  it("says that a request was not sent when there is no time left for it", async () => {
    const clock = new FakeClock();
    const limiter = new Limiter({ clock });
    const send = createPipeline([limitPolicy({ limiter, clock })], async () =>
      answer(429, { headers: { "retry-after": "60" } }),
    );
    await send(request());
    const error = await transportError(send(request({ method: "PUT", deadline: clock.now() + 30_000 })));
    expect(error).to.include({ kind: "deadline", outcome: "notApplied" });
    expect(error.message).to.contain("not sent: the service requested a delay beyond the deadline");
  });

  it("reports a canceled run as the reason why a request was not sent", async () => {
    const clock = new FakeClock();
    const cancellation = new AbortController();
    const limiter = new Limiter({ clock, maxConcurrency: 1, canceled: cancellation.signal });
    void limiter.run(() => new Promise<never>(() => undefined));
    const send = createPipeline([limitPolicy({ limiter, clock })], async () => answer(200));
    const waiting = transportError(send(request()));
    cancellation.abort();
    const error = await waiting;
    expect(error).to.include({ kind: "canceled", outcome: "notApplied" });
    expect(error.message).to.contain("not sent: the run was canceled");
  });
});
