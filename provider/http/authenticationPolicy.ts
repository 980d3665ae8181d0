import { readAddress } from "../contract/address.js";
import { isSendable, withHeaders } from "./headers.js";
import type { HttpRequest } from "./message.js";
import type { Policy } from "./pipeline.js";
import { TransportError } from "./transportError.js";

const UNSENDABLE = {
  kind: "token",
  reason: "not sent: the token contains a line break or another invalid character",
  outcome: "notApplied",
} as const;

/** Headers that prove who asks. Called for every attempt, so that a new token is taken up; may throw. */
export type Authenticate = (request: HttpRequest) => Record<string, string>;

/**
 * Adds authentication to requests to `origin` (scheme, host and port), to no others.
 * @param options.remember gets every secret that is sent, so that it can be kept out of errors
 */
export function authenticationPolicy(options: {
  authenticate: Authenticate;
  origin: string;
  remember: (secret: string) => void;
}): Policy {
  const origin = readAddress(options.origin)?.origin;
  return {
    name: "authentication",
    // Async, so that what `authenticate` throws is a rejection like any other.
    async sendRequest(request, next) {
      if (request.anonymous || origin === undefined || readAddress(request.url)?.origin !== origin) {
        return next(request);
      }
      const headers = trimmed(options.authenticate(request));
      for (const value of Object.values(headers)) {
        // The scheme is no secret, and a service may quote the token without it.
        options.remember(value.replace(/^Bearer\s+/, ""));
        if (!isSendable(value)) throw TransportError.of(request, UNSENDABLE);
      }
      return next(withHeaders(request, headers));
    },
  };
}

/** A token from a file or a command often ends with a line break. */
function trimmed(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.trim()]));
}
