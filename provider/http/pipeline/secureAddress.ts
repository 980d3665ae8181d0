import { addressProblem } from "../address.js";
import { TransportError } from "../errors/transportError.js";
import type { Policy } from "./pipeline.js";

/** Refuses addresses that would show token and body to the network, before anything is sent. */
export function secureAddress(): Policy {
  return {
    name: "secureAddress",
    async sendRequest(request, next) {
      const reason = addressProblem(request.url);
      if (reason) throw TransportError.of(request, { kind: "address", reason, outcome: "notApplied" });
      return next(request);
    },
  };
}
