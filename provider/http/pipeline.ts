import type { Outcome } from "../contract/providerError.js";
import type { Text } from "../text/message.js";

export type HttpMethod = "GET" | "PUT" | "PATCH" | "POST" | "DELETE";

/** A request of a caller, which may take several attempts and redirects. */
export interface HttpRequest {
  method: HttpMethod;
  /** Absolute address, with query. */
  url: string;
  /** Names in lower case. The pipeline adds the authentication. */
  headers?: Record<string, string>;
  /** A JSON value, sent as `application/json`; `undefined` sends no body. */
  body?: unknown;
  /**
   * Whether the request may be repeated when its response is lost.
   * @default true for GET, PUT and DELETE
   */
  idempotent?: boolean;
  /**
   * Temporary responses, after which the request is repeated until a time (milliseconds of the clock), regardless of the number
   * of attempts and of {@link idempotent}. See `serviceError.ts`.
   * @default none
   */
  temporary?: { until: number; includes(response: HttpResponse): boolean };
  /**
   * Time (milliseconds of the clock) after which the request is neither sent nor waited for.
   * @default 15 minutes from now, or from the end of {@link temporary}
   */
  deadline?: number;
  /**
   * Whether the request has no authentication, not even for the service's own origin.
   * @default false
   */
  anonymous?: boolean;
  /** Called before each wait of at least a second, with its reason and length. Must not throw. */
  onWait?: ((message: Text) => void) | undefined;
  /**
   * The documented success. Any other status below 400, and any other body, causes a `TransportError`.
   * @default every status and body
   */
  expects?: Expectation;
  /**
   * Address of the `$batch` endpoint for sending this request with others. `url` is below the part in front of `$batch`.
   * @default the request is sent alone
   */
  batch?: string;
}

export interface Expectation {
  statuses: readonly number[];
  /**
   * The problem of a response with such a status, as the rest of a sentence after "200, "; undefined if there is none. It must
   * not quote the response.
   */
  problem?(response: HttpResponse): string | undefined;
  /**
   * Whether status and headers alone show that the service has accepted the request. A truncated or unreadable body then counts
   * as an empty one.
   * @default never
   */
  isTaken?(response: ResponseHead): boolean;
}

export type ResponseHead = Pick<HttpResponse, "status" | "headers" | "url">;

/** A response of any status. */
export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The parsed JSON value, or the text if it is not JSON; `undefined` if empty. */
  body: unknown;
  /** Set if the body is truncated, but not needed, such as that of an error. */
  isCut?: true;
  /** The service's id of the request, for its support. */
  requestId?: string;
  /** Address of the response, after redirects. */
  url: string;
  method?: HttpMethod;
  /**
   * `unknown` if an earlier attempt may have taken effect. That attempt can then be the cause of a 404 to a DELETE, or of a
   * changed entity tag.
   * @default "notApplied"
   */
  earlierOutcome?: Outcome;
}

/** Infinite without a deadline. */
export function deadlineOf({ deadline = Number.POSITIVE_INFINITY }: HttpRequest): number {
  return deadline;
}

/** Whether `request` may be repeated even if an earlier attempt may have taken effect. */
export function isIdempotent(request: HttpRequest): boolean {
  return request.idempotent ?? ["GET", "PUT", "DELETE"].includes(request.method);
}

/** Header with an id that all attempts of a request share, for the service's log. */
export const CLIENT_REQUEST_ID = "x-ms-client-request-id";

/** Headers with the service's id of a request, the preferred first. */
const REQUEST_ID_HEADERS = ["x-ms-request-id", "x-ms-correlation-request-id", "request-id", "x-request-id"];

/** @param headers of the response, with names in lower case */
export function getRequestId(headers: Record<string, string>): string | undefined {
  return REQUEST_ID_HEADERS.map((name) => headers[name]).find((value) => value !== undefined && value !== "");
}

/** Sends a request. Rejects if there is no usable response. */
export type SendRequest = (request: HttpRequest) => Promise<HttpResponse>;

/**
 * A step of the pipeline. It may change the request before it calls `next`, change the response, and call `next` any number of
 * times.
 */
export type Policy = (request: HttpRequest, next: SendRequest) => Promise<HttpResponse>;

/** Puts `policies` around `transport`; the first policy is the outermost. */
export function createPipeline(policies: Policy[], transport: SendRequest): SendRequest {
  return policies.reduceRight<SendRequest>((next, policy) => (request) => policy(request, next), transport);
}
