import { type Outcome, ProviderError } from "../contract/providerError.js";
import { type Foreign, indent, message, type Text } from "../text/message.js";
import { CLIENT_REQUEST_ID, getHeader } from "./headers.js";
import type { HttpMethod, HttpRequest } from "./message.js";
import { sanitizeUrl } from "./sanitizeUrl.js";

/** The kind of failure. */
export type TransportFailure =
  | "address" // nothing was sent, the address is not acceptable
  | "token" // nothing was sent, the token cannot be put into a header
  | "header" // nothing was sent, another header cannot be sent as it is
  | "proxy" // the environment names no usable proxy, or the proxy refused, or answered in the service's place
  | "proxyConnection" // nothing was sent, the proxy cannot be reached, or does not reach the service
  | "dns" // the host name has no address
  | "tls" // no trusted connection
  | "connection" // refused, or lost before the whole answer was there
  | "timeout" // no complete answer in the time of one attempt
  | "deadline" // the time for the whole request was over before it could be sent
  | "canceled" // the run was canceled before it could be sent
  | "tooLarge" // the answer is larger, or nested deeper, than the limit
  | "truncated" // a success whose JSON breaks off
  | "notJson" // a success with an HTML page, as from a wrong address or a sign-in page in between
  | "redirect" // a redirect that may not be followed
  | "unexpected"; // a success that is not what the documents show, or is not about what was asked

/** The fields of a {@link TransportError}. */
export interface TransportErrorDetails {
  kind: TransportFailure;
  /** The failure, as the rest of a sentence after "PUT https://…: ". */
  reason: Text;
  method: HttpMethod;
  /** Address with hidden query values. */
  url: Foreign;
  /** Whether the request may have taken effect all the same. */
  outcome: Outcome;
  /** Error code of the system, such as `ECONNREFUSED`. */
  code?: string | undefined;
  /** The id that was sent with the request: with it the service's log shows whether it arrived. */
  clientRequestId?: string | undefined;
  /** The service's own words, in lines of their own. */
  said?: Text | undefined;
}

/**
 * A request without a usable answer. It holds no header, no body and no cause, and of the address only what is
 * printable: it can be logged whole.
 */
export class TransportError extends ProviderError implements TransportErrorDetails {
  static {
    TransportError.prototype.name = "TransportError";
  }
  readonly kind: TransportFailure;
  readonly reason: Text;
  readonly method: HttpMethod;
  readonly url: Foreign;
  readonly code: string | undefined;
  readonly clientRequestId: string | undefined;
  readonly said: Text | undefined;

  constructor(details: TransportErrorDetails) {
    const { kind, reason, method, url, outcome, code, clientRequestId, said } = details;
    const effect = outcome === "unknown" ? "; the request may have taken effect" : "";
    const words = said === undefined ? "" : message`\n${indent(said)}`;
    super(message`${method} ${url}: ${reason}${code ? ` (${code})` : ""}${effect}${words}`, outcome);
    this.kind = kind;
    this.reason = reason;
    this.method = method;
    this.url = url;
    this.code = code;
    this.clientRequestId = clientRequestId;
    this.said = said;
  }

  /**
   * The failure of `request`.
   * @param failure.outcome whether the service may have taken it; a GET changes nothing, and is always `notApplied`
   */
  static of(
    request: HttpRequest,
    failure: Pick<TransportErrorDetails, "kind" | "reason" | "outcome" | "code" | "said">,
  ): TransportError {
    return new TransportError({
      ...failure,
      method: request.method,
      url: sanitizeUrl(request.url),
      outcome: request.method === "GET" ? "notApplied" : failure.outcome,
      clientRequestId: getHeader(request, CLIENT_REQUEST_ID),
    });
  }

  /** The same failure with other details. */
  with(changes: Partial<TransportErrorDetails>): TransportError {
    return new TransportError({ ...this, ...changes });
  }
}
