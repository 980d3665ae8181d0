import { randomUUID } from "node:crypto";
import { findAddressProblem } from "../contract/address.js";
import type { Clock } from "../contract/clock.js";
import { CLIENT_REQUEST_ID, getHeader, isSendable, withHeaders } from "./headers.js";
import type { Policy } from "./pipeline.js";
import { TransportError } from "./transportError.js";

/** Small policies that complete or refuse a request before it is sent. */

/** Gives every request a moment at which trying and waiting end, unless it brings its own. */
export function deadlinePolicy(options: { clock: Clock; deadlineMs: number }): Policy {
  return {
    name: "deadline",
    sendRequest(request, next) {
      const start = Math.max(options.clock.now(), request.passing?.until ?? 0);
      return next({ ...request, deadline: request.deadline ?? start + options.deadlineMs });
    },
  };
}

/** Gives the request an id of ours, the same for all its attempts, unless it has one. */
export function requestIdPolicy(createId: () => string = randomUUID): Policy {
  return {
    name: "requestId",
    sendRequest(request, next) {
      if (getHeader(request, CLIENT_REQUEST_ID) !== undefined) return next(request);
      return next(withHeaders(request, { [CLIENT_REQUEST_ID]: createId() }));
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

/** Sends nothing with a header that would arrive as another one, or not at all, in a batch as well as alone. */
export function sendableHeadersPolicy(): Policy {
  return {
    name: "sendableHeaders",
    async sendRequest(request, next) {
      for (const [name, value] of Object.entries(request.headers ?? {})) {
        if (isSendable(value)) continue;
        const reason = `not sent: the value of the header ${name} contains invalid characters`;
        throw TransportError.of(request, { kind: "header", reason, outcome: "notApplied" });
      }
      return next(request);
    },
  };
}

/** Tells the service who asks. */
export function userAgentPolicy(value: string): Policy {
  return {
    name: "userAgent",
    sendRequest: (request, next) => next(withHeaders(request, { "user-agent": value })),
  };
}
