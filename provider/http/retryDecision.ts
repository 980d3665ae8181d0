import type { Outcome } from "../contract/providerError.js";
import { type HttpRequest, type HttpResponse, isIdempotent } from "./message.js";
import { readOutcome } from "./readServiceError.js";
import { readRetryAfter } from "./retryAfter.js";
import type { TransportError } from "./transportError.js";

/** How an attempt ended: with an answer of any status, or with none. */
export type AttemptResult =
  | { response: HttpResponse; error?: undefined }
  | { error: TransportError; response?: undefined };

/** Everything that the decision depends on. */
export interface RetryQuestion {
  request: HttpRequest;
  result: AttemptResult;
  /** Number of the attempt that just ended, from 1; responses that pass are counted by themselves. */
  attempt: number;
  maxAttempts: number;
  /** Whether a preview asks: {@link PREVIEW_ATTEMPTS} for a request without an answer, one after the other. Default: no. */
  isPreview?: boolean | undefined;
  /** Wait that the strategy proposes, in milliseconds. */
  backoffMs: number;
  /** Milliseconds of the clock. */
  now: number;
}

/** Whether to try again; `because` says why not. */
export type RetryDecision =
  | { retry: true; delayMs: number }
  | { retry: false; because: "final" | "attempts" | "deadline" };

/** Statuses that may pass by themselves. */
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);

/** A host name that is not found is more often wrong than young. */
const DNS_ATTEMPTS = 3;

/** A preview changes nothing, and its reader waits: a service without an answer is tried once more, at once. */
const PREVIEW_ATTEMPTS = 2;
const LONGEST_PREVIEW_WAIT_MS = 1000;

/** A response that passes may last for half an hour: no two attempts are closer, whatever the configuration says. */
const SHORTEST_WAIT_MS = 1000;

/** Decides whether and when a request is sent again. Pure. */
export function decideRetry(question: RetryQuestion): RetryDecision {
  const { request, result, attempt, backoffMs, now } = question;
  if (isPassing(request, result)) return decidePassing(question);
  if (!mayRetry(request, result)) return { retry: false, because: "final" };
  if (attempt >= limitOf(question)) return { retry: false, because: "attempts" };
  // `Retry-After: 0` says nothing about when. Without a wait the attempts would be used up at once.
  const isPreviewed = question.isPreview === true && result.error !== undefined;
  const ownMs = isPreviewed ? Math.min(backoffMs, LONGEST_PREVIEW_WAIT_MS) : backoffMs;
  const delayMs = (result.response && readRetryAfter(result.response, now)) || ownMs;
  const deadline = request.deadline ?? Number.POSITIVE_INFINITY;
  if (now + delayMs >= deadline) return { retry: false, because: "deadline" };
  return { retry: true, delayMs };
}

function limitOf({ result: { error }, maxAttempts, isPreview }: RetryQuestion): number {
  if (error !== undefined && isPreview === true) return Math.min(maxAttempts, PREVIEW_ATTEMPTS);
  return error?.kind === "dns" ? Math.min(maxAttempts, DNS_ATTEMPTS) : maxAttempts;
}

/** Whether the response passes by itself, and the caller waits for that. */
export function isPassing({ passing }: HttpRequest, { response }: AttemptResult): boolean {
  return response !== undefined && passing?.includes(response) === true;
}

/** Time decides, not the number of attempts. The last one is at the end of the time. */
function decidePassing({ request, result, backoffMs, now }: RetryQuestion): RetryDecision {
  const { passing, deadline = Number.POSITIVE_INFINITY } = request;
  const left = Math.min(passing?.until ?? now, deadline) - now;
  const ownMs = Math.min(Math.max(backoffMs, SHORTEST_WAIT_MS), left);
  const delayMs = (result.response && readRetryAfter(result.response, now)) || ownMs;
  return left > 0 && delayMs <= left ? { retry: true, delayMs } : { retry: false, because: "deadline" };
}

/** Whether an attempt that is no success may have taken effect. */
export function readAttemptOutcome({ method }: HttpRequest, { response, error }: AttemptResult): Outcome {
  return error ? error.outcome : readOutcome({ ...response, method });
}

/** Refused before it was carried out. Not a 503 with a wait: a gateway may answer so after the service got the request. */
function isTurnedAway(response: HttpResponse): boolean {
  return response.status === 429;
}

function mayRetry(request: HttpRequest, result: AttemptResult): boolean {
  return result.error ? mayRetryError(request, result.error) : mayRetryAnswer(request, result.response);
}

function mayRetryError(request: HttpRequest, error: TransportError): boolean {
  switch (error.kind) {
    case "connection":
    case "proxyConnection":
    case "dns":
    case "timeout":
    case "truncated":
      return error.outcome === "notApplied" || isIdempotent(request);
    default:
      return false;
  }
}

function mayRetryAnswer(request: HttpRequest, response: HttpResponse): boolean {
  // The missing part may say whether the object or only its address is unknown. A refused request had no effect.
  const isRefusal = response.status >= 400 && readAttemptOutcome(request, { response }) === "notApplied";
  if (response.isCut === true && isRefusal) return true;
  return isIdempotent(request) ? TRANSIENT.has(response.status) : isTurnedAway(response);
}
