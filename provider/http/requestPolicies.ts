import { randomUUID } from "node:crypto";
import { findAddressProblem } from "../contract/address.js";
import type { Clock } from "../contract/clock.js";
import { CLIENT_REQUEST_ID, isSendable, toLowerCaseNames } from "./headers.js";
import type { Policy } from "./pipeline.js";
import { TransportError } from "./transportError.js";

/**
 * Completes a request, once for all its attempts: an id of ours and a deadline unless it has its own, and the name of this
 * program. Refuses a header that would arrive as another one, or not at all, in a batch as well as alone.
 */
export function completePolicy(options: { clock: Clock; deadlineMs: number; userAgent: string }): Policy {
  return {
    name: "complete",
    async sendRequest(request, next) {
      const given = toLowerCaseNames(request.headers ?? {});
      for (const [name, value] of Object.entries(given)) {
        if (isSendable(value)) continue;
        const reason = `not sent: the value of the header ${name} contains invalid characters`;
        throw TransportError.of(request, { kind: "header", reason, outcome: "notApplied" });
      }
      const start = Math.max(options.clock.now(), request.passing?.until ?? 0);
      return next({
        ...request,
        headers: { [CLIENT_REQUEST_ID]: randomUUID(), ...given, "user-agent": options.userAgent },
        deadline: request.deadline ?? start + options.deadlineMs,
      });
    },
  };
}

/** Refuses addresses that would show token and body to the network, before anything is sent. */
export function secureAddressPolicy(): Policy {
  return {
    name: "secureAddress",
    async sendRequest(request, next) {
      const reason = findAddressProblem(request.url);
      if (reason) throw TransportError.of(request, { kind: "address", reason, outcome: "notApplied" });
      return next(request);
    },
  };
}
