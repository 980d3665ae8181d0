import type { Limiter } from "./limiter.js";
import type { Policy } from "./pipeline.js";

/** Lets every attempt wait for its slot, except what goes elsewhere without authentication: the budget is the service's. */
export function limitPolicy(limiter: Limiter): Policy {
  return {
    name: "limit",
    sendRequest: (request, next) => (request.anonymous ? next(request) : limiter.send(request, next)),
  };
}
