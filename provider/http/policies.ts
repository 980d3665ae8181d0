import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { findAddressProblem, readAddress } from "../contract/address.js";
import type { Clock } from "../contract/runtime.js";
import { foreign, message, type Text } from "../text/message.js";
import {
  CLIENT_REQUEST_ID,
  type HttpRequest,
  type HttpResponse,
  isIdempotent,
  isSendable,
  type Policy,
  toLowerCaseNames,
  withHeaders,
} from "./message.js";
import { TransportError } from "./transportError.js";

/** Milliseconds that a request may take with all its attempts and waits. */
const LONGEST_REQUEST_MS = 900_000;

/**
 * Completes a request, once for all its attempts: an id of ours and a deadline unless it has its own, and the name of this
 * program. Refuses a header that would arrive as another one, or not at all, in a batch as well as alone.
 */
export function completePolicy(clock: Clock, userAgent: string): Policy {
  return async (request, next) => {
    const given = toLowerCaseNames(request.headers ?? {});
    for (const [name, value] of Object.entries(given)) {
      if (isSendable(value)) continue;
      const reason = `not sent: the value of the header ${name} contains invalid characters`;
      throw TransportError.of(request, { kind: "header", reason, outcome: "notApplied" });
    }
    const start = Math.max(clock.now(), request.passing?.until ?? 0);
    return next({
      ...request,
      headers: { [CLIENT_REQUEST_ID]: randomUUID(), ...given, "user-agent": userAgent },
      deadline: request.deadline ?? start + LONGEST_REQUEST_MS,
    });
  };
}

/** Refuses addresses that would show token and body to the network, before anything is sent. */
export const secureAddressPolicy: Policy = async (request, next) => {
  const reason = findAddressProblem(request.url);
  if (reason) throw TransportError.of(request, { kind: "address", reason, outcome: "notApplied" });
  return next(request);
};

const MOST_REDIRECTS = 5;

/** Statuses that send the client elsewhere. */
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Redirects that keep method and body, and promise that the request was not handled here. */
const SAME_REQUEST = new Set([307, 308]);

/**
 * Follows redirects within the origin of a request: of a GET any, of an idempotent request with a body only where the
 * service promises that it was not handled yet (307, 308). No service documents one to another origin.
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

const UNSENDABLE = {
  kind: "token",
  reason: "not sent: the token contains a line break or another invalid character",
  outcome: "notApplied",
} as const;

/**
 * Headers that prove who asks. Called for every attempt, so that a new token is taken up; may throw.
 *
 * @param refused the token that the service has refused, where the request is sent once more for a new one
 */
type Authenticate = (refused?: string) => Record<string, string> | Promise<Record<string, string>>;

/**
 * Adds authentication to requests to `origin` (scheme, host and port), to no others.
 * @param options.remember gets every secret that is sent, so that it can be kept out of errors
 * @param options.accepted called where the service has taken the authentication
 */
export function authenticationPolicy(options: {
  authenticate: Authenticate;
  origin: string;
  remember: (secret: string) => void;
  accepted: () => void;
}): Policy {
  const origin = readAddress(options.origin)?.origin;
  // Async, so that what `authenticate` throws is a rejection like any other.
  return async (request, next) => {
    if (request.anonymous || origin === undefined || readAddress(request.url)?.origin !== origin) {
      return next(request);
    }
    const send = async (headers: Record<string, string>): Promise<HttpResponse> => {
      for (const value of Object.values(headers)) {
        options.remember(bareToken(value));
        if (!isSendable(value)) throw TransportError.of(request, UNSENDABLE);
      }
      const response = await next(withHeaders(request, headers));
      if (response.status !== 401) options.accepted();
      return response;
    };
    const headers = trimmed(await options.authenticate());
    const response = await send(headers);
    if (response.status !== 401) return response;
    const others = trimmed(await options.authenticate(Object.values(headers).map(bareToken)[0]));
    return isDeepStrictEqual(others, headers) ? response : send(others);
  };
}

/** The scheme is no secret, and a service may quote the token without it. */
function bareToken(header: string): string {
  return header.replace(/^Bearer\s+/, "");
}

/** A token from a file or a command often ends with a line break. */
function trimmed(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.trim()]));
}
