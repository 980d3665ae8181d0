import { randomUUID } from "node:crypto";
import { findAddressProblem, readAddress } from "../contract/address.js";
import type { Clock } from "../contract/runtime.js";
import { foreign, message, type Text } from "../text/message.js";
import {
  CLIENT_REQUEST_ID,
  type HttpRequest,
  type HttpResponse,
  isIdempotent,
  type Policy,
} from "./pipeline.js";
import { TransportError } from "./transportError.js";

/** Maximum time of a request with all its attempts and waits, in milliseconds. */
const LONGEST_REQUEST_MS = 900_000;

/** Adds a request id, and a deadline if the request has none. */
export function completePolicy(clock: Clock): Policy {
  return async (request, next) => {
    const start = Math.max(clock.now(), request.temporary?.until ?? 0);
    return next({
      ...request,
      headers: { [CLIENT_REQUEST_ID]: randomUUID(), ...request.headers },
      deadline: request.deadline ?? start + LONGEST_REQUEST_MS,
    });
  };
}

/** Refuses addresses that would expose the token and the body to the network. */
export const secureAddressPolicy: Policy = async (request, next) => {
  const reason = findAddressProblem(request.url);
  if (reason) throw TransportError.of(request, { kind: "address", reason, outcome: "notApplied" });
  return next(request);
};

const MOST_REDIRECTS = 5;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Redirects that keep the method and the body, and imply that the service did not process the request. */
const SAME_REQUEST = new Set([307, 308]);

/**
 * Follows redirects within the origin of a request: any redirect of a GET, and 307 and 308 of other idempotent requests. No
 * service documents a redirect to another origin.
 */
export const redirectPolicy: Policy = async (request, next) => {
  let current = request;
  for (let hops = 0; ; hops++) {
    const response = await next(current);
    if (!REDIRECTS.has(response.status)) return response;
    if (hops >= MOST_REDIRECTS) throw refusal(current, response, `more than ${MOST_REDIRECTS} redirects`);
    current = redirected(current, response);
  }
};

/** The request to send after a redirect. It stays within the service, and only a repeatable request is sent again. */
function redirected(request: HttpRequest, response: HttpResponse): HttpRequest {
  const { location } = response.headers;
  if (location === undefined) throw refusal(request, response, "a redirect without a Location header");
  const from = new URL(request.url);
  const to = readAddress(location, from);
  if (!to) throw refusal(request, response, "a redirect to an invalid address");
  const isWithin = from.origin === to.origin;
  const mayRepeat = SAME_REQUEST.has(response.status) && isIdempotent(request);
  if (!isWithin || (request.method !== "GET" && !mayRepeat)) {
    const where = isWithin ? "within the service" : message`to ${foreign(`${to.protocol}//${to.host}`)}`;
    throw refusal(
      request,
      response,
      message`a redirect of a ${request.method} ${where}, which is not followed`,
    );
  }
  return { ...request, url: to.href };
}

function refusal(request: HttpRequest, response: HttpResponse, reason: Text): TransportError {
  return TransportError.of(request, {
    kind: "redirect",
    reason: message`${response.status}: ${reason}`,
    outcome: SAME_REQUEST.has(response.status) ? "notApplied" : "unknown",
  });
}

const UNSENDABLE = {
  kind: "token",
  reason: "not sent: the token contains a line break or another invalid character",
  outcome: "notApplied",
} as const;

/**
 * Adds the token to requests to the service itself only.
 *
 * @param options.readToken called for each attempt, so that it uses a new token; may throw. `refused`: the token that the service
 * has refused, if the request is to be repeated with a new one
 * @param options.remember called with each token, so that errors can mask it
 * @param options.accepted called when the service has accepted the token
 */
export function authenticationPolicy(options: {
  readToken: (refused?: string) => string | Promise<string>;
  toHeaders: (token: string) => Record<string, string>;
  isOwn: (url: string) => boolean;
  remember: (secret: string) => void;
  accepted: () => void;
}): Policy {
  return async (request, next) => {
    if (request.anonymous || !options.isOwn(request.url)) return next(request);
    const send = async (token: string): Promise<HttpResponse> => {
      options.remember(token);
      if (!/^[\x20-\x7e]*$/.test(token)) throw TransportError.of(request, UNSENDABLE);
      const headers = { ...request.headers, ...options.toHeaders(token) };
      const response = await next({ ...request, headers });
      if (response.status !== 401) options.accepted();
      return response;
    };
    const token = await options.readToken();
    const response = await send(token);
    if (response.status !== 401) return response;
    const other = await options.readToken(token);
    return other === token ? response : send(other);
  };
}
