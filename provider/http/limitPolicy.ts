import type { Clock } from "../contract/clock.js";
import type { Limiter } from "./limiter.js";
import { readReport } from "./limitReport.js";
import type { HttpRequest } from "./message.js";
import { NoSlotError } from "./noSlotError.js";
import type { Policy } from "./pipeline.js";
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
