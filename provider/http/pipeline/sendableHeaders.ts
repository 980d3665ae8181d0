import { TransportError } from "../errors/transportError.js";
import { isSendable } from "../headers.js";
import type { Policy } from "./pipeline.js";

/** Sends nothing with a header that would arrive as another one, or not at all, in a batch as well as alone. */
export function sendableHeaders(): Policy {
  return {
    name: "sendableHeaders",
    async sendRequest(request, next) {
      for (const [name, value] of Object.entries(request.headers ?? {})) {
        if (isSendable(value)) continue;
        const reason = `not sent: the value of the header ${name} has characters that no header can hold`;
        throw TransportError.of(request, { kind: "header", reason, outcome: "notApplied" });
      }
      return next(request);
    },
  };
}
