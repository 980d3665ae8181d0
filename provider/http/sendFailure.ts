import type { Outcome } from "../contract/providerError.js";
import type { HttpRequest } from "./message.js";
import { TransportError, type TransportFailure } from "./transportError.js";

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
