import type { HttpRequest } from "./message.js";

/** Header that joins all attempts of one request in the service's log. */
export const CLIENT_REQUEST_ID = "x-ms-client-request-id";

/** Where services put their own id of a request, best first. */
const REQUEST_ID_HEADERS = ["x-ms-request-id", "x-ms-correlation-request-id", "request-id", "x-request-id"];

/** Value of a header of `request`, whatever the case of its name. */
export function getHeader(request: HttpRequest, name: string): string | undefined {
  return toLowerCaseNames(request.headers ?? {})[name.toLowerCase()];
}

/** A copy of `request` with `headers` added; they win over those of the same name. */
export function withHeaders(request: HttpRequest, headers: Record<string, string>): HttpRequest {
  return {
    ...request,
    headers: { ...toLowerCaseNames(request.headers ?? {}), ...toLowerCaseNames(headers) },
  };
}

/**
 * True for what comes through every HTTP library unchanged. Others drop or change the rest without an error, and an
 * entity tag that shrinks to `*` matches everything.
 */
export function isSendable(value: string): boolean {
  return /^[\x20-\x7e]*$/.test(value) && value === value.trim();
}

/** The same headers under lower-case names. */
export function toLowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** The service's id of the request, from the headers (names in lower case) of its answer. */
export function getRequestId(headers: Record<string, string>): string | undefined {
  return REQUEST_ID_HEADERS.map((name) => headers[name]).find((value) => value !== undefined && value !== "");
}
