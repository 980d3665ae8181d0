import type { Clock } from "../clock.js";
import type { Limiter, LimitReport } from "../limiter.js";
import type { HttpResponse } from "../message.js";
import { NoSlotError } from "../noSlotError.js";
import type { Policy } from "../pipeline.js";
import { readRetryAfter } from "../retryAfter.js";
import { TransportError } from "../transportError.js";

/** Lets every attempt wait for its slot, and tells the limiter what the service answered. */
export function limit(options: { limiter: Limiter; clock: Clock }): Policy {
  const { limiter, clock } = options;
  return {
    name: "limit",
    async sendRequest(request, next) {
      try {
        return await limiter.run(async (slot) => {
          const response = await next(request);
          slot.report(readReport(response, clock.now()));
          return response;
        }, request.deadline);
      } catch (error) {
        if (!(error instanceof NoSlotError)) throw error;
        const reason = `not sent: ${error.message}`;
        throw TransportError.of(request, { kind: "deadline", reason, ambiguous: false });
      }
    },
  };
}

function readReport(response: HttpResponse, now: number): LimitReport {
  if (response.status === 429) return { verdict: "throttled", holdMs: readRetryAfter(response, now) };
  if (response.status === 503) return { verdict: "unavailable", holdMs: readRetryAfter(response, now) };
  return { verdict: response.status < 500 ? "accepted" : "unavailable" };
}
