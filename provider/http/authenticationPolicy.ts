import { isDeepStrictEqual } from "node:util";
import { readAddress } from "../contract/address.js";
import { isSendable, withHeaders } from "./headers.js";
import type { HttpResponse } from "./message.js";
import type { Policy } from "./pipeline.js";
import { TransportError } from "./transportError.js";

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
export type Authenticate = (refused?: string) => Record<string, string> | Promise<Record<string, string>>;

/**
 * Adds authentication to requests to `origin` (scheme, host and port), to no others.
 * @param options.remember gets every secret that is sent, so that it can be kept out of errors
 * @param options.accepted called where the service has taken the authentication
 */
export function authenticationPolicy(options: {
  authenticate: Authenticate;
  origin: string;
  remember: (secret: string) => void;
  accepted?: (() => void) | undefined;
}): Policy {
  const origin = readAddress(options.origin)?.origin;
  return {
    name: "authentication",
    // Async, so that what `authenticate` throws is a rejection like any other.
    async sendRequest(request, next) {
      if (request.anonymous || origin === undefined || readAddress(request.url)?.origin !== origin) {
        return next(request);
      }
      const send = async (headers: Record<string, string>): Promise<HttpResponse> => {
        for (const value of Object.values(headers)) {
          options.remember(bareToken(value));
          if (!isSendable(value)) throw TransportError.of(request, UNSENDABLE);
        }
        const response = await next(withHeaders(request, headers));
        if (response.status !== 401) options.accepted?.();
        return response;
      };
      const headers = trimmed(await options.authenticate());
      const response = await send(headers);
      if (response.status !== 401) return response;
      const others = trimmed(await options.authenticate(Object.values(headers).map(bareToken)[0]));
      return isDeepStrictEqual(others, headers) ? response : send(others);
    },
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
