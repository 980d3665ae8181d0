import type { Outcome } from "../contract/providerError.js";
import type { Text } from "../text/message.js";

/** Methods that the services use. */
export type HttpMethod = "GET" | "PUT" | "PATCH" | "POST" | "DELETE";

/** One request as a caller means it; it may take several attempts and redirects to get its answer. */
export interface HttpRequest {
  method: HttpMethod;
  /** Absolute address, query included. */
  url: string;
  /** Names in any case. Authentication is added by the pipeline and does not belong here. */
  headers?: Record<string, string>;
  /** A JSON value, sent as `application/json`; `undefined` sends no body. */
  body?: unknown;
  /**
   * May be sent again when the answer is lost.
   * @default true for GET, PUT and DELETE
   */
  idempotent?: boolean;
  /**
   * Responses that pass by themselves, and the moment (milliseconds of the clock) until which the request is sent again for
   * them, whatever the number of attempts and {@link idempotent} say. See `serviceError.ts`.
   * @default none
   */
  passing?: { until: number; includes(response: HttpResponse): boolean };
  /**
   * Moment (milliseconds of the clock) after which nothing is sent or waited for any more.
   * @default 15 minutes from now, or from the end of {@link passing}
   */
  deadline?: number;
  /**
   * Send without authentication, whatever the origin.
   * @default false
   */
  anonymous?: boolean;
  /**
   * Called before every wait of a second and more, until the request is sent or sent again: why, and how long. Must
   * not throw.
   */
  onWait?: ((message: Text) => void) | undefined;
  /**
   * The documented success. Any other status below 400, and any other body, is no answer to this request:
   * it ends in a `TransportError`.
   * @default every status and body
   */
  expects?: Expectation;
  /**
   * Address of the `$batch` endpoint that may carry this request together with others; `url` lies below the
   * address in front of `$batch`.
   * @default none: the request is sent alone
   */
  batch?: string;
}

/** The documented success of a request. */
export interface Expectation {
  /** Its statuses. */
  statuses: readonly number[];
  /**
   * The problem of a response with such a status, as the rest of a sentence after "200, "; undefined for none.
   * It holds no text of the response.
   */
  problem?(response: HttpResponse): string | undefined;
  /**
   * Whether the status and the headers alone say that the request was taken: a body that breaks off or cannot be read is then
   * as good as none, and not a lost response.
   * @default never
   */
  isTaken?(response: ResponseHead): boolean;
}

/** A response before its body. */
export type ResponseHead = Pick<HttpResponse, "status" | "headers" | "url">;

/** An answer of any status: what it means is for the caller to say. */
export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The parsed JSON value; the text when it is not JSON; `undefined` when empty. */
  body: unknown;
  /** A body that is not needed broke off, such as that of an error: the status is what the service said, the rest is missing. */
  isCut?: true;
  /** The service's id of the request, for its support. */
  requestId?: string;
  /** Address that answered, after redirects. */
  url: string;
  /** Method of the request that was answered. */
  method?: HttpMethod;
  /**
   * `unknown` when an earlier attempt of the same request may have taken effect: then a 404 to a DELETE, or a changed
   * entity tag, can be the caller's own doing.
   * @default "notApplied"
   */
  earlierOutcome?: Outcome;
}

/** True when `request` may be sent again although an earlier copy may have taken effect. */
export function isIdempotent(request: HttpRequest): boolean {
  return request.idempotent ?? ["GET", "PUT", "DELETE"].includes(request.method);
}

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

/** Sends a request and brings the answer, or throws when there is none. */
export type SendRequest = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * One concern on the way of a request and of its answer: it may change the request before `next`, the answer after it, call
 * `next` again, or not at all.
 */
export type Policy = (request: HttpRequest, next: SendRequest) => Promise<HttpResponse>;

/** Puts `policies` around `transport`; the first policy is the outermost. */
export function createPipeline(policies: Policy[], transport: SendRequest): SendRequest {
  return policies.reduceRight<SendRequest>((next, policy) => (request) => policy(request, next), transport);
}
