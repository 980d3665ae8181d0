import { readAddress } from "../contract/address.js";
import { foreign, message, type Text } from "../text/message.js";
import { type HttpRequest, type HttpResponse, isIdempotent } from "./message.js";
import type { Policy } from "./pipeline.js";
import { TransportError } from "./transportError.js";

const MOST_REDIRECTS = 5;

/** Statuses that send the client elsewhere. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Redirects that keep method and body, and promise that the request was not handled here. */
const SAME_REQUEST = new Set([307, 308]);

/**
 * Follows redirects within the origin of a request: of a GET any, of an idempotent request with a body only where the
 * service promises that it was not handled yet (307, 308). No service documents one to another origin.
 */
export function redirectPolicy(): Policy {
  return {
    name: "redirect",
    async sendRequest(request, next) {
      let current = request;
      for (let hops = 0; ; hops++) {
        const response = await next(current);
        if (!REDIRECTS.has(response.status)) return response;
        if (hops >= MOST_REDIRECTS) throw refusal(current, response, `more than ${MOST_REDIRECTS} redirects`);
        current = redirected(current, response);
      }
    },
  };
}

function redirected(request: HttpRequest, response: HttpResponse): HttpRequest {
  const { location } = response.headers;
  if (location === undefined) throw refusal(request, response, "a redirect without a Location header");
  const from = new URL(request.url);
  const to = readAddress(location, from);
  if (!to) throw refusal(request, response, "a redirect to an invalid address");
  const isWithin = from.origin === to.origin;
  if (!isWithin || !mayFollow(request, response)) {
    const where = isWithin ? "within the service" : message`to ${foreign(`${to.protocol}//${to.host}`)}`;
    throw refusal(
      request,
      response,
      message`a redirect of a ${request.method} ${where}, which is not followed`,
    );
  }
  return { ...request, url: to.href };
}

/** A request that changes something is sent again only if it certainly had no effect, or may be repeated. */
function mayFollow(request: HttpRequest, { status }: HttpResponse): boolean {
  return request.method === "GET" || (SAME_REQUEST.has(status) && isIdempotent(request));
}

function refusal(request: HttpRequest, response: HttpResponse, reason: Text): TransportError {
  return TransportError.of(request, {
    kind: "redirect",
    reason: message`${response.status}: ${reason}`,
    outcome: SAME_REQUEST.has(response.status) ? "notApplied" : "unknown",
  });
}
