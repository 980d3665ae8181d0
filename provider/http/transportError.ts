import { readAddress } from "../contract/address.js";
import { type Outcome, ProviderError } from "../contract/providerError.js";
import { type Foreign, foreign, indent, message, type Text } from "../text/message.js";
import { CLIENT_REQUEST_ID, getHeader, type HttpMethod, type HttpRequest } from "./message.js";

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

/** Query parameters whose values are part of what was asked; all others are hidden. */
const SHOWN_PARAMETERS = new Set([
  "api-version",
  "$count",
  "$expand",
  "$filter",
  "$orderby",
  "$select",
  "$skip",
  "$top",
]);

/** Characters of an address that are shown. */
const LONGEST = 4000;

/** `url` for a log or an error: no user information, no fragment, query values by allow-list. */
export function sanitizeUrl(url: string): Foreign {
  const address = readAddress(url);
  if (!address) return foreign("(unreadable address)");
  const query = address.search.slice(1).split("&").filter(Boolean).map(sanitizeParameter).join("&");
  const path = `${address.protocol}//${address.host}${address.pathname}`;
  return foreign(query === "" ? path : `${path}?${query}`, LONGEST);
}

/** Kept as it was written, so that the address in an error can be compared with the service's log. */
function sanitizeParameter(pair: string): string {
  const name = pair.split("=", 1)[0] ?? "";
  const [decoded = ""] = new URLSearchParams(name).keys();
  return SHOWN_PARAMETERS.has(decoded.toLowerCase()) ? pair : `${name}=[hidden]`;
}

/** Codes with which a connection fails before anything is sent over it. */
const REFUSED: Record<string, string> = {
  ECONNREFUSED: "connection refused",
  EHOSTUNREACH: "host not reachable",
  ENETUNREACH: "network not reachable",
  EADDRNOTAVAIL: "network not reachable",
  ECONNRESET: "connection lost before anything was sent",
  ETIMEDOUT: "no connection",
};

const DNS: Record<string, string> = {
  ENOTFOUND: "host name not found",
  EAI_AGAIN: "the DNS server does not respond",
};

const TLS =
  /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/;

/**
 * Turns whatever the HTTP library threw into an error of ours. The library's own errors hold the request with
 * its token, and messages that quote it: nothing of them goes further but the code of the system.
 */
export function readSendFailure(thrown: unknown, request: HttpRequest): TransportError {
  const { code, cause, message } = readThrown(thrown);
  const fail = (kind: TransportFailure, reason: string, outcome: Outcome): TransportError =>
    TransportError.of(request, { kind, reason, outcome, code });

  if (code && DNS[code]) return fail("dns", DNS[code], "notApplied");
  if (code && TLS.test(code)) {
    const reason = "TLS connection failed: check the address and the certificate of the host";
    return fail("tls", reason, isHandshake(code, message) ? "notApplied" : "unknown");
  }
  if (isBeforeSending(cause, message)) {
    return fail("connection", REFUSED[code ?? ""] ?? "no connection", "notApplied");
  }
  const tooLarge = /^maxContentLength size of (\d+) exceeded/.exec(message);
  if (tooLarge) return fail("tooLarge", `the response is larger than ${tooLarge[1]} bytes`, "unknown");
  if (code?.startsWith("HPE_")) return fail("connection", "the response is not valid HTTP", "unknown");
  return fail("connection", "connection lost before the response was complete", "unknown");
}

interface Thrown {
  code?: string;
  message: string;
  /** The system's own error, where the library wrapped one. */
  cause: { syscall?: unknown; errors?: unknown };
}

function readThrown(thrown: unknown): Thrown {
  const error: { [Name in keyof Thrown]?: unknown } =
    typeof thrown === "object" && thrown !== null ? thrown : {};
  const cause = typeof error.cause === "object" && error.cause !== null ? error.cause : error;
  return {
    ...(isSystemCode(error.code) ? { code: error.code } : {}),
    message: String(error.message ?? ""),
    cause,
  };
}

/** False for the library's own codes, which tell a user nothing. */
function isSystemCode(code: unknown): code is string {
  return typeof code === "string" && (TLS.test(code) || !code.startsWith("ERR_"));
}

/** Certificates are checked before anything is sent; the protocol itself can also break down later. */
function isHandshake(code: string, message: string): boolean {
  const isProtocol = code === "EPROTO" || code.startsWith("ERR_SSL_");
  return !isProtocol || /wrong.version|handshake|unsupported.protocol/i.test(`${code} ${message}`);
}

function isBeforeSending(cause: Thrown["cause"], message: string): boolean {
  return (
    cause.syscall === "connect" ||
    // All addresses of the host were tried.
    Array.isArray(cause.errors) ||
    message.startsWith("Client network socket disconnected before secure TLS connection")
  );
}
