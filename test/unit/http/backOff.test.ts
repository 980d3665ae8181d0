import { expect } from "chai";
import { describe, it } from "mocha";
import { Runtime } from "../../../provider/contract/runtime.js";
import { Settings } from "../../../provider/contract/settings.js";
import {
  backOff,
  getRetryDelay,
  noticeHold,
  noticeRetry,
  retryReason,
} from "../../../provider/http/retry.js";
import type { Text } from "../../../provider/text/message.js";
import { asRead } from "../../support/asRead.js";
import { TestClock } from "../../support/clock.js";
import { answer, failure, request } from "./answers.js";

const defaults = new Settings({ get: () => undefined }, {}).retry;

describe("getRetryDelay", () => {
  for (const [retryStrategy, random, expected] of [
    ["fixed", 0.5, [100, 100, 100, 100, 100, 100]],
    ["incremental", 0.5, [100, 200, 300, 400, 500, 1000]],
    ["exponential", 0.5, [100, 200, 400, 800, 1000, 1000]],
    ["randomized", 0, [100, 100, 100, 100, 100, 100]],
    ["randomized", 0.5, [150, 250, 450, 550, 550, 550]],
  ] as const)
    it(`${retryStrategy}, by chance ${random}: ${expected}`, () => {
      const options = { ...defaults, retryStrategy, retryBaseDelayMs: 100, retryMaxDelayMs: 1000 };
      const delays = [1, 2, 3, 4, 5, 12].map((attempt) => getRetryDelay(options, attempt, () => random));
      expect(delays).to.deep.equal(expected);
    });

  it("is randomized from one second by default", () => {
    expect(getRetryDelay(defaults, 1, () => 0)).to.equal(1000);
    expect(getRetryDelay(defaults, 1, () => 0.5)).to.equal(1500);
    expect(getRetryDelay(defaults, 20, () => 0.999999)).to.be.closeTo(30_000, 1);
  });
});

const noticed = (notice: (onWait: (text: Text) => void) => void): string[] => {
  const texts: string[] = [];
  notice((text) => texts.push(asRead(text)));
  return texts;
};

describe("the notice of a wait", () => {
  it("names the reason and the seconds, rounded up, from one second on", () => {
    const retry = (ms: number) => noticed((onWait) => noticeRetry(onWait, ms, "why"));
    expect([999, 1000, 1001].flatMap(retry)).to.deep.equal(["retrying in 1 s: why", "retrying in 2 s: why"]);
  });

  it("says that the service asked for it", () => {
    const hold = (ms: number) => noticed((onWait) => noticeHold(request({ onWait }), ms));
    expect([999, 1000, 2500].flatMap(hold)).to.deep.equal([
      "waiting 1 s: the service requested a delay (Retry-After)",
      "waiting 3 s: the service requested a delay (Retry-After)",
    ]);
    expect(() => noticeHold(request(), 5000)).not.to.throw();
  });

  it("names status and code of a response, or what was the matter without one", () => {
    const reason = (status: number, code?: string) =>
      asRead(retryReason({ response: answer(status, { body: { code } }) }));
    expect(reason(429, "Throttled")).to.equal("429 Too Many Requests (Throttled)");
    expect(reason(503)).to.equal("503 Service Unavailable");
    expect(reason(599)).to.equal("599");
    const response = answer(403, { body: '{"error":{"co', isCut: true });
    expect(asRead(retryReason({ response }))).to.equal("403 Forbidden, but the response is incomplete");
    const error = failure(request(), "timeout", "unknown");
    expect(asRead(retryReason({ error }))).to.equal("made up: timeout");
    const coded = error.with({ code: "ECONNRESET" });
    expect(asRead(retryReason({ error: coded }))).to.equal("made up: timeout (ECONNRESET)");
  });
});

describe("the wait between several requests", () => {
  it("is reported, and as long as that between attempts", async () => {
    const clock = new TestClock();
    const texts: string[] = [];
    const get = (key: string) => (key === "vendorcloud:retryStrategy" ? "exponential" : undefined);
    const progress = (text: Text) => void texts.push(asRead(text));
    const log = { progress, info: progress, warn: progress };
    const waiting = backOff(2, { runtime: new Runtime({ clock }), settings: new Settings({ get }, {}), log });
    await clock.advance(2000);
    expect(await waiting).to.equal(false);
    expect(texts).to.deep.equal(["retrying in 2 s: it is unknown whether the last attempt took effect"]);
  });
});
