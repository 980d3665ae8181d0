import type { Clock } from "../contract/clock.js";
import type { Limiter, LimitReport } from "./limiter.js";
import type { HttpRequest, HttpResponse } from "./message.js";
import { NoSlotError } from "./noSlotError.js";
import type { Policy } from "./pipeline.js";
import { readRetryAfter } from "./retryAfter.js";
import { TransportError } from "./transportError.js";
import { noticeHold } from "./waitNotice.js";

/**
 * Lets every attempt wait for its slot, and tells the limiter what the service answered. What goes elsewhere, without
 * authentication, is no matter of the service's budget.
 */
export function limitPolicy(options: { limiter: Limiter; clock: Clock }): Policy {
  const { limiter, clock } = options;
  return {
    name: "limit",
    async sendRequest(request, next) {
      if (request.anonymous === true) return next(request);
      try {
        return await limiter.run(
          async (slot) => {
            const response = await next(request);
            slot.report(readReport([response], clock.now()));
            return response;
          },
          { deadline: request.deadline, onHold: (holdMs) => noticeHold(request, holdMs) },
        );
      } catch (error) {
        throw error instanceof NoSlotError ? createNotSentError(request, error) : error;
      }
    },
  };
}

/** The failure of a request that got no slot in time. */
export function createNotSentError(request: HttpRequest, { reason, message }: NoSlotError): TransportError {
  return TransportError.of(request, {
    kind: reason === "canceled" ? "canceled" : "deadline",
    reason: `not sent: ${message}`,
    outcome: "notApplied",
  });
}

/** Answers that may ask for a pause which is meant for everyone. */
const HOLDING = new Set([429, 503]);

/** Reads the service's limits from the answers to one HTTP request; the strictest counts. */
export function readReport(responses: HttpResponse[], now: number): LimitReport {
  const holding = responses.filter(({ status }) => HOLDING.has(status));
  const holdMs = Math.max(0, ...holding.map((response) => readRetryAfter(response, now) ?? 0));
  const refused = responses.filter(({ status }) => status === 429).length;
  if (refused > 0) return { verdict: "throttled", holdMs, refused };
  const unavailable = responses.some(({ status }) => status >= 500);
  return { verdict: unavailable ? "unavailable" : "accepted", holdMs };
}
