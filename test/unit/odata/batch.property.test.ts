import { setMaxListeners } from "node:events";
import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { Runtime } from "../../../provider/contract/runtime.js";
import { Limiter, limitPolicy } from "../../../provider/http/limiter.js";
import {
  createPipeline,
  type HttpRequest,
  type HttpResponse,
  type SendRequest,
} from "../../../provider/http/pipeline.js";
import { retryPolicy } from "../../../provider/http/retry.js";
import { TransportError } from "../../../provider/http/transportError.js";
import { findBatches } from "../../../provider/odata/batches.js";
import { TickingClock } from "../../support/clock.js";
import { randomRuns } from "../../support/randomRuns.js";
import { answer, failure, request } from "../http/answers.js";
import { batchable, type Operation, type OperationAnswer, quiet, ROOT } from "./batchWorld.js";

interface Job {
  arrivesAfterMs: number;
  method: "GET" | "PATCH" | "POST";
  account: "a" | "b";
  patienceMs: number;
  mayTravel: boolean;
}

/** Outcome of an HTTP request. */
interface Fate {
  takesMs: number;
  end: "answered" | "refused" | "lostBefore" | "lostAfter";
  /** Of a refusal. */
  status: number;
  holdMs: number;
  /** Outcomes of the operations, in order. */
  operations: { status: number; isSilent: boolean; holdMs: number }[];
}

const job: fc.Arbitrary<Job> = fc.record({
  arrivesAfterMs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(50)),
  method: fc.constantFrom("GET", "PATCH", "POST"),
  account: fc.constantFrom("a", "a", "a", "b"),
  patienceMs: fc.oneof({ weight: 5, arbitrary: fc.constant(1_000_000) }, fc.nat(300)),
  mayTravel: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
});

const holdMs = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat(500));

const fate: fc.Arbitrary<Fate> = fc.record({
  takesMs: fc.nat(100),
  end: fc.constantFrom("answered", "answered", "answered", "refused", "lostBefore", "lostAfter"),
  status: fc.constantFrom(404, 408, 413, 429, 503, 504),
  holdMs,
  operations: fc.array(
    fc.record({
      status: fc.constantFrom(200, 200, 200, 404, 412, 429, 500, 503),
      isSilent: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
      holdMs,
    }),
    { minLength: 1, maxLength: 5 },
  ),
});

/** Milliseconds that pass between two readings of the clock. */
const ticks = fc.array(fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.constant(1)), {
  minLength: 1,
  maxLength: 30,
});

/** When the run is canceled. */
const cancelAfterMs = fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.nat(2000));

/** The longest request takes 100 ms; the clock ticks meanwhile. */
const LATE_MS = 200;

const RUNS = randomRuns(20, 100);

/** A service that takes down what it sees, and checks that nobody asks too much of it. */
class Service {
  inFlight = 0;
  heldUntil = 0;
  count = 0;
  /** Methods and addresses that had an effect. */
  readonly effects: string[] = [];

  constructor(
    readonly clock: TickingClock,
    readonly maxConcurrency: number,
    readonly fates: Fate[],
  ) {}

  readonly receive: SendRequest = async (request) => {
    const now = this.clock.time;
    expect(now, "sent while held").to.be.at.least(this.heldUntil);
    // The clock may tick between the decision and this.
    expect(request.deadline, "sent too late").to.be.above(now - LATE_MS);
    expect(++this.inFlight, "in flight").to.be.at.most(this.maxConcurrency);
    const own = this.fates[this.count++ % this.fates.length] as Fate;
    await this.clock.sleep(own.takesMs);
    this.inFlight--;
    return this.finish(request, own);
  };

  private finish(request: HttpRequest, { end, status, holdMs, operations }: Fate): HttpResponse {
    if (end === "lostBefore") throw failure(request, "connection", "notApplied");
    if (end === "refused") return this.respond(request, { status, headers: retryAfter(holdMs) });
    const fateOf = (index: number) => operations[index % operations.length] as Fate["operations"][number];
    const items = (request.body as { requests: Operation[] } | undefined)?.requests;
    const results = (items ?? [request]).map((operation, index) => this.perform(operation, fateOf(index)));
    if (end === "lostAfter") throw failure(request, "connection", "unknown");
    if (items === undefined) return this.respond(request, results[0] as OperationAnswer);
    const responses = results.flatMap((result, index) => {
      if (fateOf(index).isSilent) return [];
      this.obey(result);
      return [{ id: items[index]?.id, ...result }];
    });
    return this.respond(request, { status: 200, body: { responses } });
  }

  private perform(
    { method, url }: Pick<HttpRequest, "url"> & { method: string },
    { status, holdMs }: Fate["operations"][number],
  ): OperationAnswer {
    const path = url.replace(ROOT, "");
    // Who gets a 500 does not know either whether it was done.
    if (status === 200 || status === 500) this.effects.push(`${method} ${path}`);
    return { status, headers: retryAfter(holdMs), body: path };
  }

  private respond({ url, method }: HttpRequest, result: OperationAnswer): HttpResponse {
    this.obey(result);
    return answer(result.status, { url, method, ...result });
  }

  /** From now on nobody may come before the service has said. */
  private obey({ status, headers }: OperationAnswer): void {
    const wait = status === 429 || status === 503 ? Number(headers?.["retry-after-ms"] ?? 0) : 0;
    this.heldUntil = Math.max(this.heldUntil, this.clock.time + wait);
  }
}

function retryAfter(ms: number): Record<string, string> {
  return ms > 0 ? { "retry-after-ms": String(ms) } : {};
}

const RETRY = {
  retryStrategy: "fixed",
  retryMaxAttempts: 4,
  retryBaseDelayMs: 20,
  retryMaxDelayMs: 30_000,
  isPreview: false,
} as const;

describe("batching, whatever comes", () => {
  it("gives everyone one outcome in time, its own; asks no more than allowed; does nothing twice", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(job, { maxLength: 150, size: "max" }),
        fc.array(fate, { minLength: 1, maxLength: 12 }),
        ticks,
        cancelAfterMs,
        async (maxConcurrency, jobs, fates, ticks, cancelAfterMs) => {
          const clock = new TickingClock(ticks);
          const cancellation = new AbortController();
          const canceled = cancellation.signal;
          setMaxListeners(0, canceled);
          const service = new Service(clock, maxConcurrency, fates);
          const limiter = new Limiter({ clock, maxConcurrency, canceled });
          const runtime = new Runtime({ clock });
          const client = (account: string) =>
            createPipeline(
              [
                retryPolicy(RETRY, { clock, canceled }),
                limitPolicy(limiter, (request) => findBatches(request, account, runtime)),
              ],
              service.receive,
            );
          const ends: string[] = [];
          const problems: unknown[] = [];

          const perform = async ({ method, account, patienceMs, mayTravel }: Job, index: number) => {
            const deadline = clock.now() + patienceMs;
            const { batch, ...request } = batchable(`x(${index})`, { method, deadline });
            const end = await client(account)(mayTravel && batch ? { ...request, batch } : request).catch(
              (error: unknown) => error,
            );
            if (end instanceof Error && !(end instanceof TransportError)) throw end;
            expect(clock.time, "ended too late").to.be.at.most(deadline + LATE_MS);
            const { url, method: told } = end as HttpResponse | TransportError;
            ends.push(`${told} ${(typeof url === "string" ? url : url.raw).replace(ROOT, "")}`);
            if (!(end instanceof TransportError) && (end as HttpResponse).body !== undefined) {
              expect((end as HttpResponse).body).to.equal(`x(${index})`);
            }
          };

          let isOver = false;
          const all = (async () => {
            const running: Promise<void>[] = [];
            if (cancelAfterMs !== undefined)
              running.push(clock.sleep(cancelAfterMs).then(() => cancellation.abort()));
            for (const [index, one] of jobs.entries()) {
              if (one.arrivesAfterMs > 0) await clock.sleep(one.arrivesAfterMs);
              running.push(perform(one, index).catch((error) => void problems.push(error)));
            }
            await Promise.all(running);
          })().finally(() => {
            isOver = true;
          });
          for (let rounds = 0; !isOver; rounds++) {
            // Time runs to its end in each of them: who still waits after so many waits for ever.
            expect(rounds, "somebody waits for ever").to.be.below(1000);
            await quiet();
            await clock.advanceToEnd();
          }
          await all;
          if (problems.length > 0) throw problems[0];

          expect(ends).to.have.members(jobs.map(({ method }, index) => `${method} x(${index})`));
          const written = service.effects.filter((effect) => !effect.startsWith("GET"));
          expect(written, "done twice").to.have.length(new Set(written).size);
          expect(clock.sleeping).to.equal(0);
          expect(service.inFlight).to.equal(0);
          if (canceled.aborted) return;
          // Nobody keeps a slot, and nobody stands in the queue for one.
          let started = 0;
          const { limit } = limiter;
          const tasks = Array.from({ length: limit }, () =>
            limiter.send(request(), async () => answer(200, { body: ++started })),
          );
          expect(started).to.be.at.most(service.heldUntil > clock.time ? 0 : limit);
          await clock.advanceToEnd();
          expect(await Promise.all(tasks)).to.have.length(limit);
        },
      ),
      { numRuns: RUNS },
    ));
});
