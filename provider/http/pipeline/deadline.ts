import type { Clock } from "../clock.js";
import type { Policy } from "./pipeline.js";

/** Gives every request a moment at which trying and waiting end, unless it brings its own. */
export function deadline(options: { clock: Clock; deadlineMs: number }): Policy {
  return {
    name: "deadline",
    sendRequest(request, next) {
      return next({ ...request, deadline: request.deadline ?? options.clock.now() + options.deadlineMs });
    },
  };
}
