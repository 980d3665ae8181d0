import { withHeaders } from "../headers.js";
import type { Policy } from "./pipeline.js";

/** Tells the service who asks. */
export function userAgent(value: string): Policy {
  return {
    name: "userAgent",
    sendRequest: (request, next) => next(withHeaders(request, { "user-agent": value })),
  };
}
