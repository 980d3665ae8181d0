import type { FastifyRequest } from "fastify";
import type { Context } from "./context.js";
import { type REPORTS, region, reportPath } from "./place.js";
import type { StopOperation } from "./store.js";

/** Headers that say where to ask for the end of a stop, and when; each with an address of its own. */
export function statusHeaders(
  { settings, signatures }: Context,
  request: FastifyRequest,
  { instance, name }: StopOperation,
): Record<string, string | number> {
  // The service is itself of two minds: in capitals when it begins, in small letters after that.
  const location =
    request.method === "POST" ? region(instance.location) : region(instance.location).toLowerCase();
  const version = (request.query as Record<string, string>)["api-version"];
  const origin = settings.erpStatusOrigin?.replace(/\/$/, "") ?? `${request.protocol}://${request.host}`;
  const address = (report: keyof typeof REPORTS) => {
    const path = reportPath(report, instance.place.id, location, name);
    const signature = settings.erpSignedStatus ? `&${signatures.sign(path)}` : "";
    return `${origin}${path}?api-version=${version}${signature}`;
  };
  const wanted = settings.erpStatusHeaders;
  return {
    ...((wanted === "both" || wanted === "cloud-AsyncOperation") && {
      "cloud-AsyncOperation": address("status"),
    }),
    ...(wanted === "both" && { location: address("status") }),
    ...(wanted === "location" && { location: address("result") }),
    ...(settings.erpRetryAfter !== undefined && { "retry-after": settings.erpRetryAfter }),
  };
}
