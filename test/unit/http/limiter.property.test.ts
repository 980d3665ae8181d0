import { expect } from "chai";
import fc from "fast-check";
import { describe, it } from "mocha";
import { Limiter } from "../../../provider/http/limiter.js";
import { TickingClock } from "../../support/clock.js";
import { randomRuns } from "../../support/randomRuns.js";
import { answer, failure, request } from "./answers.js";

interface Job {
  arrivesAfterMs: number;
  takesMs: number;
  /** Without one the connection is lost. */
  status?: number | undefined;
  holdMs: number;
}

const job: fc.Arbitrary<Job> = fc.record({
  arrivesAfterMs: fc.nat(50),
  takesMs: fc.nat(200),
  status: fc.constantFrom(200, 200, 200, 429, 503, undefined),
  holdMs: fc.oneof(fc.constant(0), fc.nat(1000)),
});

const task = (takesMs: number, holdMs: number): Job => ({
  ...{ arrivesAfterMs: 0, takesMs, holdMs, status: holdMs > 0 ? 503 : 200 },
});

const RUNS = randomRuns(20, 100);

describe("Limiter, whatever comes", () => {
  it("never has too much in flight, sends nothing while held, keeps the order, and lets nobody starve", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(job, { maxLength: 40 }),
        // Milliseconds that pass between two readings of the clock.
        fc.array(fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.constant(1)), { minLength: 1 }),
        async (max, jobs, ticks) => {
          const clock = new TickingClock(ticks);
          const limiter = new Limiter({ clock, maxConcurrency: max });
          const asked: number[] = [];
          const started: number[] = [];
          let inFlight = 0;
          let heldUntil = clock.time;
          let done = 0;

          const perform = async ({ takesMs, status, holdMs }: Job, index: number) => {
            asked.push(index);
            await limiter
              .send(request(), async (sent) => {
                started.push(index);
                inFlight++;
                expect(inFlight, "in flight").to.be.at.most(limiter.limit);
                expect(clock.time, "start while held").to.be.at.least(heldUntil);
                await clock.sleep(takesMs);
                inFlight--;
                if (status === undefined) throw failure(sent, "connection", "unknown");
                if (status >= 400) heldUntil = Math.max(heldUntil, clock.time + holdMs);
                return answer(status, { headers: { "retry-after-ms": String(holdMs) } });
              })
              .catch((error) => expect(error).to.include({ kind: "connection" }));
            done++;
          };

          const all = (async () => {
            const running: Promise<void>[] = [];
            for (const [index, one] of jobs.entries()) {
              await clock.sleep(one.arrivesAfterMs);
              running.push(perform(one, index));
            }
            await Promise.all(running);
          })();
          await clock.advanceToEnd();
          expect(done, "the others wait for ever").to.equal(jobs.length);
          await all;
          expect(started).to.deep.equal(asked);
          expect(limiter.limit).to.be.within(1, max);
          expect(clock.sleeping).to.equal(0);
        },
      ),
      {
        numRuns: RUNS,
        // A hold that ends between two readings of the clock.
        examples: [[1, [task(0, 6), task(0, 0)], [1, 1, 0]]],
      },
    ));
});
