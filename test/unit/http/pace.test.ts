import { expect } from "chai";
import { describe, it } from "mocha";
import { type Batching, Limiter } from "../../../provider/http/limiter.js";
import { Pace } from "../../../provider/http/pace.js";
import { TickingClock } from "../../support/clock.js";
import { answer, request } from "./answers.js";

const MOST_IN_FLIGHT = 5;

/** Says how many of the operations of a request a service takes, and its `Retry-After` for the others. */
type Service = (wanted: number, now: number) => { accepted: number; retryAfterMs: number };

interface Quota {
  /** Operations in each window. */
  operations: number;
  seconds: number;
  /** Whether a window begins with a first operation, or each operation counts for the time after it. */
  window: "fixed" | "sliding";
}

function limited({ seconds, window, ...quota }: Quota): { service: Service; quota: { operations: number } } {
  const windowMs = seconds * 1000;
  let taken: number[] = [];
  let windowStart = Number.NEGATIVE_INFINITY;
  const service: Service = (wanted, now) => {
    if (window === "fixed" && now >= windowStart + windowMs) [windowStart, taken] = [now, []];
    if (window === "sliding") taken = taken.filter((at) => at > now - windowMs);
    const accepted = Math.max(0, Math.min(wanted, quota.operations - taken.length));
    for (let index = 0; index < accepted; index++) taken.push(now);
    const free = window === "fixed" ? windowStart + windowMs : (taken[0] ?? now) + windowMs;
    return { accepted, retryAfterMs: Math.max(1, Math.ceil((free - now) / 1000)) * 1000 };
  };
  return { service, quota };
}

/** Sends all operations at once, or as `arrive` does, in requests of at most `most`, until the service has taken them. */
async function sendAll(
  total: number,
  service: Service,
  { latencies, most }: { latencies: readonly number[]; most: number },
  arrive = (send: () => Promise<unknown>, _clock: TickingClock): Promise<unknown> =>
    Promise.all(Array.from({ length: total }, send)),
) {
  const clock = new TickingClock([0]);
  const limiter = new Limiter({ clock, maxConcurrency: MOST_IN_FLIGHT });
  const start = clock.now();
  let [sent, requests, end] = [0, 0, 0];
  const batching: Batching = {
    largest: most,
    isBusy: false,
    async send(items) {
      sent += items.length;
      const latencyMs = latencies[++requests % latencies.length] ?? 0;
      await clock.sleep(latencyMs / 2);
      const { accepted, retryAfterMs } = service(items.length, clock.now());
      if (accepted > 0) end = clock.now();
      await clock.sleep(latencyMs / 2);
      const refusal = answer(429, { headers: { "retry-after-ms": String(retryAfterMs) } });
      return items.map((_, index) => {
        const again = index >= accepted;
        return { result: { response: again ? refusal : answer(200) }, again };
      });
    },
  };
  const send = () => limiter.send(request(), () => expect.fail("sent alone"), batching);
  let isOver = false;
  const sending = arrive(send, clock).finally(() => {
    isOver = true;
  });
  for (let round = 0; !isOver; round++) {
    expect(round, "somebody waits for ever").to.be.below(1000);
    await clock.advanceToEnd();
  }
  await sending;
  return { sentForEach: sent / total, tookMs: end - start };
}

const ways = [
  { latencies: [20], most: 1 },
  { latencies: [100], most: 10 },
  { latencies: [20], most: 100 },
  { latencies: [20, 120, 40, 200], most: 100 },
];
/** Each two values of a quota and a way meet in at least one of these. */
const runs = [1, 5, 60].flatMap((seconds, row) =>
  ways.map((way, column) => {
    const operations = (row + column) % 2 === 0 ? 20 : 100;
    const window = (row + Math.floor(column / 2)) % 2 === 0 ? "sliding" : "fixed";
    return { quota: { operations, seconds, window } satisfies Quota, way };
  }),
);

describe("the pace of requests", () => {
  for (const { quota, way } of runs) {
    it(`is that of a service: ${JSON.stringify({ ...quota, ...way })}`, async () => {
      const windows = 50;
      const total = windows * quota.operations;
      const { sentForEach, tookMs } = await sendAll(total, limited(quota).service, way);
      const latencyMs = way.latencies.reduce((sum, one) => sum + one, 0) / way.latencies.length;
      const leastMs = (latencyMs * total) / way.most / MOST_IN_FLIGHT;
      const bestMs = Math.max(quota.seconds * 1000 * (windows - 1), leastMs);
      expect(sentForEach, "sent for each that was taken").to.be.at.most(1.3);
      expect(tookMs / bestMs, "time beside the best").to.be.at.most(1.1);
    });
  }

  for (const [what, later] of [
    ["less", 0.5],
    ["more", 4],
  ] as const) {
    it(`follows a service that takes ${what} later`, async () => {
      const { service, quota } = limited({ operations: 40, seconds: 1, window: "sliding" });
      let taken = 0;
      const changing: Service = (wanted, now) => {
        const answer = service(wanted, now);
        taken += answer.accepted;
        if (taken >= 1000) quota.operations = 40 * later;
        return answer;
      };
      const { sentForEach, tookMs } = await sendAll(3000, changing, { latencies: [20], most: 100 });
      expect(sentForEach).to.be.at.most(1.3);
      // Sixteen windows may pass before it tries to send more.
      expect(tookMs / 1000).to.be.at.most(25 + 2000 / 40 / later + 16);
    });
  }

  it("tries a tenth more, then twice as much, and a tenth again sixteen windows after a refusal", () => {
    const pace = new Pace();
    let now = 1_000_000;
    /** Sends all that there is room for; the service takes up to `most` of them. */
    const sendAll = (most = 1000): number => {
      now += 1000;
      const sent = pace.room(0, now);
      const refused = Math.max(0, sent - most);
      pace.learn({ sent, sentAt: now, refused, retryAfterMs: refused > 0 ? 1000 : 0 }, false, now);
      return sent;
    };
    pace.learn({ sent: 50, sentAt: now, refused: 10, retryAfterMs: 1000 }, false, now);
    expect([sendAll(), sendAll(), sendAll(), sendAll(50)]).to.deep.equal([40, 44, 53, 75]);
    const later = Array.from({ length: 18 }, () => sendAll());
    expect(later).to.deep.equal([...Array<number>(17).fill(53), 59]);
  });

  it("is halved by each refusal while another client uses the whole limit, down to one operation", () => {
    const pace = new Pace();
    let now = 1_000_000;
    pace.learn({ sent: 8, sentAt: now, refused: 4, retryAfterMs: 1000 }, false, now);
    const sent = Array.from({ length: 4 }, () => {
      now += 5000;
      const room = pace.room(0, now);
      pace.learn({ sent: room, sentAt: now, refused: room, retryAfterMs: 1000 }, false, now);
      return room;
    });
    expect(sent).to.deep.equal([4, 2, 1, 1]);
  });

  for (const [retryAfterMs, afterSecond] of [
    [1000, 40],
    [5000, 0],
  ] as const)
    it(`has ${afterSecond} operations a second after a refused try whose Retry-After is ${retryAfterMs} ms, of a window of 5 s`, () => {
      const pace = new Pace();
      let now = 1_000_000;
      pace.learn({ sent: 50, sentAt: now, refused: 10, retryAfterMs: 5000 }, false, now);
      now += 5000;
      pace.learn({ sent: 40, sentAt: now, refused: 0, retryAfterMs: 0 }, false, now);
      now += 5000;
      expect(pace.room(0, now)).to.equal(44);
      pace.learn({ sent: 44, sentAt: now, refused: 4, retryAfterMs }, false, now);
      expect(pace.room(0, now + 1000)).to.equal(afterSecond);
    });

  for (const [operations, seconds, latencies] of [
    [100, 5, [100]],
    [100, 5, [100, 130, 160]],
    [100, 5, [100, 300, 180, 150, 230]],
    // A window of two seconds would explain the first refusal, too.
    [50, 1, [400, 520, 440]],
  ] as const)
    it(`learns it from operations that come one after the other: ${operations} in ${seconds} s, ${latencies} ms`, async () => {
      const { service } = limited({ operations, seconds, window: "sliding" });
      // Records that are read and then updated, by 100 clients that begin one after the other.
      const arrive = (send: () => Promise<unknown>, clock: TickingClock) =>
        Promise.all(
          Array.from({ length: 100 }, async (_, client) => {
            await clock.sleep(client * 35);
            for (let operation = 0; operation < 5; operation++) {
              await send();
              await clock.sleep(((client * 7 + operation * 13) % 17) * 30);
            }
          }),
        );
      const { sentForEach, tookMs } = await sendAll(500, service, { latencies, most: 100 }, arrive);
      expect(sentForEach).to.be.at.most(1.3);
      const latencyMs = latencies.reduce((sum, one) => sum + one, 0) / latencies.length;
      const leastMs = (500 / operations - 1) * seconds * 1000 + 5 * latencyMs;
      expect(tookMs / leastMs).to.be.at.most(1.15);
    });
});
