import { expect } from "chai";
import { describe, it } from "mocha";
import type { Outcome } from "../../../provider/contract/providerError.js";
import type { HttpMethod, HttpRequest, HttpResponse } from "../../../provider/http/pipeline.js";
import { type AttemptResult, decideRetry, readAttemptOutcome } from "../../../provider/http/retry.js";
import { retryWhileMissing, retryWhileRefused } from "../../../provider/http/serviceError.js";
import type { TransportFailure } from "../../../provider/http/transportError.js";
import { answer, failure, request } from "./answers.js";

const NOW = 1_000_000;
const BACKOFF = 1234;

/** The wait before the next attempt, or that there is none. */
function decide(
  sent: HttpRequest,
  result: AttemptResult,
  attempt = 1,
  maxAttempts = 5,
  { backoffMs = BACKOFF, isPreview = false } = {},
): number | string {
  const question = { request: sent, result, attempt, maxAttempts, backoffMs, isPreview, now: NOW };
  return decideRetry(question) ?? "final";
}

const repeatable = request({ method: "PUT" });
const once = request({ method: "POST" });
const retryAfter = { headers: { "retry-after": "7" } };

describe("decideRetry", () => {
  describe("answers", () => {
    const table: [string, HttpResponse, number | string, number | string][] = [
      // what it is, the answer, for an idempotent request, for another one
      ["404", answer(404), "final", "final"],
      ["409", answer(409), "final", "final"],
      ["400 with Retry-After", answer(400, retryAfter), "final", "final"],
      ["409 that is cut", answer(409, { isCut: true }), BACKOFF, BACKOFF],
      ["500 that is cut", answer(500, { isCut: true }), BACKOFF, "final"],
      ["303 that is cut", answer(303, { isCut: true }), "final", "final"],
      ["501", answer(501), "final", "final"],
      ["408", answer(408), BACKOFF, "final"],
      ["429", answer(429), BACKOFF, BACKOFF],
      ["429 with Retry-After", answer(429, retryAfter), 7000, 7000],
      ["429 with a wait of zero", answer(429, { headers: { "retry-after": "0" } }), BACKOFF, BACKOFF],
      ["500", answer(500), BACKOFF, "final"],
      ["502", answer(502), BACKOFF, "final"],
      ["503", answer(503), BACKOFF, "final"],
      ["503 with Retry-After", answer(503, retryAfter), 7000, "final"],
      ["504", answer(504), BACKOFF, "final"],
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

  describe("refusals that pass", () => {
    const refused = (code: string, part: object = {}, status = 409) => ({
      response: answer(status, { body: { error: { code, message: "Please retry later." } }, ...part }),
    });
    const transitioning = refused("ContainerGroupTransitioning");
    const waiting = (ms: number, method: HttpMethod = "PUT") =>
      request({ method, ...retryWhileRefused(NOW + ms) });

    it("are final with another status or code", () => {
      for (const result of [refused("ContainerGroupTransitioning", {}, 400), refused("Conflict")])
        expect(decide(waiting(60_000), result)).to.equal("final");
    });

    it("are sent again where nobody waits for them, up to the number of attempts, whatever the method", () => {
      const locked = refused("Internal_ServerError");
      for (const sent of [repeatable, once]) {
        expect(decide(sent, locked, 4, 5)).to.equal(BACKOFF);
        expect(decide(sent, locked, 5, 5)).to.equal("final");
      }
    });

    it("are waited for until the moment, whatever the number of attempts and the method", () => {
      for (const method of ["PUT", "POST"] as const)
        expect(decide(waiting(60_000, method), transitioning, 100, 1)).to.equal(BACKOFF);
      expect(decide(waiting(0), transitioning)).to.equal("final");
    });

    it("are waited for as long as the service asks, and not beyond the moment", () => {
      const asked = refused("ServiceAssociationLinkNotReady", retryAfter);
      expect(decide(waiting(7000), asked)).to.equal(7000);
      expect(decide(waiting(6999), asked)).to.equal("final");
    });

    it("have their last attempt at the moment itself, and no two within a second", () => {
      expect(decide(waiting(1000), transitioning)).to.equal(1000);
      expect(decide(waiting(60_000), transitioning, 1, 5, { backoffMs: 0 })).to.equal(1000);
    });

    it("of a registry pass where the message says so", () => {
      const registry = (message: string) => ({
        response: answer(409, { body: { error: { code: "RegistryErrorResponse", message } } }),
      });
      expect(decide(waiting(60_000), registry("An error of 'x'. Please retry later."))).to.equal(BACKOFF);
      expect(decide(waiting(60_000), registry("The image does not exist."))).to.equal("final");
    });

    it("are not waited for beyond the deadline of the request", () => {
      const sent = { ...waiting(60_000), deadline: NOW + 500 };
      expect(decide(sent, transitioning)).to.equal(500);
      expect(decide({ ...sent, deadline: NOW }, transitioning)).to.equal("final");
    });

    it("are seen as a detail of another error", () => {
      const details = [{ code: "RegistryErrorResponse", message: "Please try again later." }];
      const response = answer(409, { body: { error: { code: "Conflict", message: "Several.", details } } });
      expect(decide(waiting(60_000), { response })).to.equal(BACKOFF);
    });
  });

  it("sends a read again that the service refuses for a lock", () => {
    expect(decide(request({ method: "GET" }), { response: answer(409) })).to.equal(BACKOFF);
  });

  it("sends again what is not found yet, for a time", () => {
    const missing = { response: answer(404) };
    const read = (since: number) => request({ method: "GET", ...retryWhileMissing(since) });
    expect(decide(read(NOW), missing, 100, 1)).to.equal(BACKOFF);
    expect(decide(read(NOW - 30_000), missing)).to.equal("final");
    expect(decide(read(NOW), { response: answer(400) })).to.equal("final");
  });

  it("stops after the last attempt", () => {
    expect(decide(repeatable, { response: answer(500) }, 4, 5)).to.equal(BACKOFF);
    expect(decide(repeatable, { response: answer(500) }, 5, 5)).to.equal("final");
    expect(decide(repeatable, { response: answer(500) }, 1, 1)).to.equal("final");
  });

  it("does not look for an unknown host name more than three times", () => {
    const error = failure(repeatable, "dns", "notApplied");
    expect(decide(repeatable, { error }, 2, 50)).to.equal(BACKOFF);
    expect(decide(repeatable, { error }, 3, 50)).to.equal("final");
    expect(decide(repeatable, { error }, 2, 2)).to.equal("final");
  });

  it("does not begin a wait that the deadline would cut off", () => {
    const until = (deadline: number) => decide(request({ deadline }), { response: answer(429, retryAfter) });
    expect(until(NOW + 7001)).to.equal(7000);
    expect(until(NOW + 7000)).to.equal("final");
    expect(until(NOW - 1)).to.equal("final");
  });
});

describe("readAttemptOutcome", () => {
  it("is what the status says for the method of the request", () => {
    const outcomes = [repeatable, request()].map((sent) =>
      readAttemptOutcome(sent, { response: answer(504) }),
    );
    expect(outcomes).to.deep.equal(["unknown", "notApplied"]);
    expect(readAttemptOutcome(once, { response: answer(429) })).to.equal("notApplied");
  });

  it("is what the error says", () => {
    expect(readAttemptOutcome(once, { error: failure(once, "timeout", "unknown") })).to.equal("unknown");
    expect(readAttemptOutcome(once, { error: failure(once, "dns", "notApplied") })).to.equal("notApplied");
  });
});

describe("decideRetry in a preview", () => {
  const decidePreview = (result: AttemptResult, attempt: number) =>
    decide(repeatable, result, attempt, 5, { backoffMs: 20_000, isPreview: true });

  it("tries a service that is down once more, within a second", () => {
    for (const kind of ["connection", "dns", "proxyConnection"] as const) {
      const result = { error: failure(repeatable, kind, "notApplied") };
      expect(decidePreview(result, 1)).to.equal(1000);
      expect(decidePreview(result, 2)).to.equal("final");
    }
    for (const status of [500, 502, 503, 504]) {
      expect(decidePreview({ response: answer(status) }, 1)).to.equal(1000);
      expect(decidePreview({ response: answer(status) }, 2)).to.equal("final");
    }
  });

  it("does not wait for a time-out twice", () => {
    const result = { error: failure(repeatable, "timeout", "notApplied") };
    expect(decidePreview(result, 1)).to.equal("final");
  });

  it("waits for a limit of requests as an update does", () => {
    expect(decidePreview({ response: answer(429) }, 4)).to.equal(20_000);
  });
});
