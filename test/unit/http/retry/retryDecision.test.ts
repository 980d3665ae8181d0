import { expect } from "chai";
import { describe, it } from "mocha";
import type { TransportFailure } from "../../../../provider/http/errors/transportError.js";
import type { HttpMethod, HttpRequest, HttpResponse } from "../../../../provider/http/message.js";
import {
  type AttemptResult,
  decideRetry,
  readAttemptOutcome,
} from "../../../../provider/http/retry/retryDecision.js";
import type { Outcome } from "../../../../provider/providerError.js";
import { answer, failure, request } from "../answers.js";

const NOW = 1_000_000;
const BACKOFF = 1234;

/** The decision in a word: the wait, or why there is none. */
function decide(sent: HttpRequest, result: AttemptResult, attempt = 1, maxAttempts = 5): number | string {
  const question = { request: sent, result, attempt, maxAttempts, backoffMs: BACKOFF, now: NOW };
  const decision = decideRetry(question);
  return decision.retry ? decision.delayMs : decision.because;
}

const repeatable = request({ method: "PUT" });
const once = request({ method: "POST" });
const retryAfter = { headers: { "retry-after": "7" } };

describe("decideRetry", () => {
  describe("answers", () => {
    const table: [string, HttpResponse, number | string, number | string][] = [
      // what it is, the answer, for an idempotent request, for another one
      ["200", answer(200), "final", "final"],
      ["400", answer(400), "final", "final"],
      ["404", answer(404), "final", "final"],
      ["409", answer(409), "final", "final"],
      ["400 with Retry-After", answer(400, retryAfter), "final", "final"],
      ["404 that is cut", answer(404, { isCut: true }), BACKOFF, BACKOFF],
      ["409 that is cut", answer(409, { isCut: true }), BACKOFF, BACKOFF],
      ["500 that is cut", answer(500, { isCut: true }), BACKOFF, "final"],
      ["303 that is cut", answer(303, { isCut: true }), "final", "final"],
      ["501", answer(501), "final", "final"],
      ["408", answer(408), BACKOFF, "final"],
      ["429", answer(429), BACKOFF, BACKOFF],
      ["429 with Retry-After", answer(429, retryAfter), 7000, 7000],
      ["429 with a wait of zero", answer(429, { headers: { "retry-after": "0" } }), BACKOFF, BACKOFF],
      ["429 with nonsense", answer(429, { headers: { "retry-after": "soon" } }), BACKOFF, BACKOFF],
      ["500", answer(500), BACKOFF, "final"],
      ["502", answer(502), BACKOFF, "final"],
      ["503", answer(503), BACKOFF, "final"],
      ["503 with Retry-After", answer(503, retryAfter), 7000, "final"],
      ["504", answer(504), BACKOFF, "final"],
      ["504 with Retry-After", answer(504, retryAfter), 7000, "final"],
    ];
    for (const [name, response, idempotent, other] of table) {
      it(`${name}: ${idempotent}, not idempotent: ${other}`, () => {
        expect(decide(repeatable, { response })).to.equal(idempotent);
        expect(decide(once, { response })).to.equal(other);
      });
    }
  });

  describe("errors", () => {
    const table: [TransportFailure, Outcome, number | string, number | string][] = [
      // kind, may have taken effect, for an idempotent request, for another one
      ["connection", "unknown", BACKOFF, "final"],
      ["connection", "notApplied", BACKOFF, BACKOFF],
      ["timeout", "unknown", BACKOFF, "final"],
      ["dns", "notApplied", BACKOFF, BACKOFF],
      ["proxyConnection", "notApplied", BACKOFF, BACKOFF],
      ["truncated", "unknown", BACKOFF, "final"],
      ["tls", "notApplied", "final", "final"],
      ["address", "notApplied", "final", "final"],
      ["token", "notApplied", "final", "final"],
      ["deadline", "notApplied", "final", "final"],
      ["canceled", "notApplied", "final", "final"],
      ["tooLarge", "unknown", "final", "final"],
      ["notJson", "unknown", "final", "final"],
      ["redirect", "notApplied", "final", "final"],
    ];
    for (const [kind, outcome, idempotent, other] of table) {
      it(`${kind}, ${outcome}: ${idempotent}, not idempotent: ${other}`, () => {
        expect(decide(repeatable, { error: failure(repeatable, kind, outcome) })).to.equal(idempotent);
        expect(decide(once, { error: failure(once, kind, outcome) })).to.equal(other);
      });
    }
  });

  it("knows which methods are idempotent by themselves, and believes the caller", () => {
    const unavailable = { response: answer(502) };
    const byMethod = (method: HttpMethod) => decide(request({ method }), unavailable);
    expect((["GET", "PUT", "DELETE"] as const).map(byMethod)).to.deep.equal([BACKOFF, BACKOFF, BACKOFF]);
    expect((["POST", "PATCH"] as const).map(byMethod)).to.deep.equal(["final", "final"]);
    expect(decide(request({ method: "PATCH", idempotent: true }), unavailable)).to.equal(BACKOFF);
    expect(decide(request({ method: "PUT", idempotent: false }), unavailable)).to.equal("final");
  });

  it("retries what the caller recognises as not taken, idempotent or not", () => {
    const retryable = ({ status, body }: HttpResponse) => status === 409 && body === "transitioning";
    const response = answer(409, { body: "transitioning" });
    expect(decide(request({ method: "POST", retryable }), { response })).to.equal(BACKOFF);
    expect(decide(request({ method: "POST", retryable }), { response: answer(409) })).to.equal("final");
    expect(decide(request({ retryable }), { response: { ...response, ...retryAfter } })).to.equal(7000);
  });

  it("stops after the last attempt", () => {
    expect(decide(repeatable, { response: answer(500) }, 4, 5)).to.equal(BACKOFF);
    expect(decide(repeatable, { response: answer(500) }, 5, 5)).to.equal("attempts");
    expect(decide(repeatable, { response: answer(500) }, 1, 1)).to.equal("attempts");
  });

  it("does not look for an unknown host name more than three times", () => {
    const error = failure(repeatable, "dns", "notApplied");
    expect(decide(repeatable, { error }, 2, 50)).to.equal(BACKOFF);
    expect(decide(repeatable, { error }, 3, 50)).to.equal("attempts");
    expect(decide(repeatable, { error }, 2, 2)).to.equal("attempts");
  });

  it("does not begin a wait that the deadline would cut off", () => {
    const until = (deadline: number) => decide(request({ deadline }), { response: answer(429, retryAfter) });
    expect(until(NOW + 7001)).to.equal(7000);
    expect(until(NOW + 7000)).to.equal("deadline");
    expect(until(NOW - 1)).to.equal("deadline");
  });
});

describe("readAttemptOutcome", () => {
  for (const [status, headers, expected] of [
    [200, {}, "notApplied"],
    [400, {}, "notApplied"],
    [429, {}, "notApplied"],
    [408, {}, "unknown"],
    [500, {}, "unknown"],
    [502, {}, "unknown"],
    [503, {}, "unknown"],
    [503, { "retry-after": "1" }, "unknown"],
    [504, {}, "unknown"],
  ] as [number, Record<string, string>, Outcome][]) {
    it(`${status} ${JSON.stringify(headers)}: ${expected}`, () =>
      expect(readAttemptOutcome(once, { response: answer(status, { headers }) })).to.equal(expected));
  }

  it("is what the error says", () => {
    expect(readAttemptOutcome(once, { error: failure(once, "timeout", "unknown") })).to.equal("unknown");
    expect(readAttemptOutcome(once, { error: failure(once, "dns", "notApplied") })).to.equal("notApplied");
  });
});
