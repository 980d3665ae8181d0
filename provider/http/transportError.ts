import { readAddress } from "../contract/address.js";
import { type Outcome, ProviderError } from "../contract/providerError.js";
import { type Foreign, foreign, indent, message, type Text } from "../text/message.js";
import type { HttpMethod, HttpRequest } from "./pipeline.js";

export type TransportFailure =
  | "address" // not sent: the address is invalid or not safe
  | "token" // not sent: the token cannot be in a header
  | "proxy" // not sent: the environment's proxy is invalid, or it refused the request
  | "proxyConnection" // not sent: the proxy cannot be reached, or cannot reach the service
  | "dns" // the host name has no address
  | "tls" // no trusted connection
  | "connection" // refused, or lost before the response was complete
  | "timeout" // no complete response within the time of one attempt
  | "deadline" // not sent: the deadline of the request had passed
  | "canceled" // not sent: the run was canceled
  | "tooLarge" // the response is larger, or nested deeper, than the limit
  | "truncated" // a success with incomplete or invalid JSON
  | "notJson" // a success with an HTML page, as from a wrong address or a sign-in page
  | "redirect" // a redirect that may not be followed
  | "undocumented" // a success with another status than the documented ones
  | "unexpected"; // a success whose body is not the documented one, or belongs to another request

interface TransportErrorDetails {
  kind: TransportFailure;
  /** The failure, as the rest of a sentence after "PUT https://…: ". */
  reason: Text;
  method: HttpMethod;
  /** Address with hidden query values. */
  url: Foreign;
  outcome: Outcome;
  /** Error code of the system, such as `ECONNREFUSED`. */
  code?: string | undefined;
  /** The service's error text, which is shown on separate lines. */
  serviceText?: Text | undefined;
}

/**
 * A request without a usable response. It can be logged as a whole: it contains no headers, no body and no cause, and only the
 * safe parts of the address.
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
  readonly serviceText: Text | undefined;

  constructor(details: TransportErrorDetails) {
    const { kind, reason, method, url, outcome, code, serviceText } = details;
    const effect = outcome === "unknown" ? "; the request may have taken effect" : "";
    const words = serviceText === undefined ? "" : message`\n${indent(serviceText)}`;
    super(message`${method} ${url}: ${reason}${code ? ` (${code})` : ""}${effect}${words}`, outcome);
    this.kind = kind;
    this.reason = reason;
    this.method = method;
    this.url = url;
    this.code = code;
    this.serviceText = serviceText;
  }

  /** @param failure.outcome ignored for a GET, which changes nothing: it is always `notApplied` */
  static of(
    request: HttpRequest,
    failure: Pick<TransportErrorDetails, "kind" | "reason" | "outcome" | "code" | "serviceText">,
  ): TransportError {
    return new TransportError({
      ...failure,
      method: request.method,
      url: sanitizeUrl(request.url),
      outcome: request.method === "GET" ? "notApplied" : failure.outcome,
    });
  }

  with(changes: Partial<TransportErrorDetails>): TransportError {
    return new TransportError({ ...this, ...changes });
  }
}

/** Query parameters whose values are shown. All others are hidden. */
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

/** Formats an address for a log or an error: without user information and fragment, with query values by allow-list. */
export function sanitizeUrl(url: string): Foreign {
  const address = readAddress(url);
  if (!address) return foreign("(unreadable address)");
  const query = address.search.slice(1).split("&").filter(Boolean).map(sanitizeParameter).join("&");
  const path = `${address.protocol}//${address.host}${address.pathname}`;
  return foreign(query === "" ? path : `${path}?${query}`);
}

/** Keeps the encoding, so that the address in an error can be compared with the service's log. */
function sanitizeParameter(pair: string): string {
  const name = pair.split("=", 1)[0] ?? "";
  const [decoded = ""] = new URLSearchParams(name).keys();
  return SHOWN_PARAMETERS.has(decoded.toLowerCase()) ? pair : `${name}=[hidden]`;
}

/** Error codes of connections that fail before anything is sent. */
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
 * Converts an error of axios. It keeps only the error code of the system, because errors of axios contain the request with its
 * token.
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
  /** The error of the system, if axios has wrapped one. */
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

/** Whether a code is the system's. Those of axios do not help users. */
function isSystemCode(code: unknown): code is string {
  return typeof code === "string" && (TLS.test(code) || !code.startsWith("ERR_"));
}

/** Whether TLS failed before anything was sent. Certificates are checked before, but protocol errors may occur later. */
function isHandshake(code: string, message: string): boolean {
  const isProtocol = code === "EPROTO" || code.startsWith("ERR_SSL_");
  return !isProtocol || /wrong.version|handshake|unsupported.protocol/i.test(`${code} ${message}`);
}

function isBeforeSending(cause: Thrown["cause"], message: string): boolean {
  return (
    cause.syscall === "connect" ||
    // The connections to all addresses of the host failed.
    Array.isArray(cause.errors) ||
    message.startsWith("Client network socket disconnected before secure TLS connection")
  );
}
