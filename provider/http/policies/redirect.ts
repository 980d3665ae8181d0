import { readAddress } from "../address.js";
import { CLIENT_REQUEST_ID, lowerCaseNames } from "../headers.js";
import { type HttpRequest, type HttpResponse, isIdempotent } from "../message.js";
import type { Policy } from "../pipeline.js";
import { TransportError } from "../transportError.js";

/** Statuses that send the client elsewhere. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Redirects that keep method and body, and promise that the request was not handled here. */
const SAME_REQUEST = new Set([307, 308]);

/** Headers that another origin may see. */
const PUBLIC_HEADERS = new Set(["accept", "accept-language", "user-agent", CLIENT_REQUEST_ID]);

/**
 * Follows redirects: of a GET anywhere but from https to http, of an idempotent request with a body only where
 * the service moves it within its origin (307, 308). Outside the origin, and from there on, nothing is sent
 * but public headers.
 */
export function redirect(options: { maxRedirects?: number } = {}): Policy {
  const { maxRedirects = 5 } = options;
  return {
    name: "redirect",
    async sendRequest(request, next) {
      let current = request;
      for (let hops = 0; ; hops++) {
        const response = await next(current);
        if (!REDIRECTS.has(response.status)) return response;
        if (hops >= maxRedirects) throw refusal(current, response, `more than ${maxRedirects} redirects`);
        current = follow(current, response);
      }
    },
  };
}

function follow(request: HttpRequest, response: HttpResponse): HttpRequest {
  const { location } = response.headers;
  if (location === undefined) throw refusal(request, response, "a redirect without a Location");
  const from = new URL(request.url);
  const to = readAddress(location, from);
  if (!to) throw refusal(request, response, "a redirect to an invalid address");
  const elsewhere = from.origin !== to.origin;
  if (!mayFollow(request, response, from, to)) {
    const where = elsewhere ? `to ${to.protocol}//${to.host}` : "within the service";
    throw refusal(request, response, `a redirect of a ${request.method} ${where}, which is not followed`);
  }
  const url = to.href;
  if (!elsewhere) return { ...request, url };
  const headers = Object.entries(lowerCaseNames(request.headers ?? {}));
  return {
    ...request,
    url,
    anonymous: true,
    headers: Object.fromEntries(headers.filter(([name]) => PUBLIC_HEADERS.has(name))),
  };
}

function mayFollow(request: HttpRequest, response: HttpResponse, from: URL, to: URL): boolean {
  if (from.protocol === "https:" && to.protocol !== "https:") return false;
  if (request.method === "GET") return true;
  // What changes something goes nowhere the caller did not mean it to go.
  return from.origin === to.origin && SAME_REQUEST.has(response.status) && isIdempotent(request);
}

function refusal(request: HttpRequest, response: HttpResponse, reason: string): TransportError {
  return TransportError.of(request, {
    kind: "redirect",
    reason: `${response.status}: ${reason}`,
    ambiguous: !SAME_REQUEST.has(response.status),
  });
}
