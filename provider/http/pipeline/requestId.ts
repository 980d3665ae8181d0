import { randomUUID } from "node:crypto";
import { CLIENT_REQUEST_ID, headerOf, withHeaders } from "../headers.js";
import type { Policy } from "./pipeline.js";

/** Gives the request an id of ours, the same for all its attempts, unless it has one. */
export function requestId(createId: () => string = randomUUID): Policy {
  return {
    name: "requestId",
    sendRequest(request, next) {
      if (headerOf(request, CLIENT_REQUEST_ID) !== undefined) return next(request);
      return next(withHeaders(request, { [CLIENT_REQUEST_ID]: createId() }));
    },
  };
}
