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
  /** Whether a preview asks, which waits for a limit of requests only. Default: no. */
  isPreview?: boolean | undefined;
  /** Wait that the strategy proposes, in milliseconds. */
  backoffMs: number;
  /** Milliseconds of the clock. */
  now: number;
}

/** Statuses that may pass by themselves. */
const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);

/** Failures that may pass by themselves. */
const TRANSIENT_KINDS = new Set(["connection", "proxyConnection", "dns", "timeout", "truncated"]);

/** A host name that is not found is more often wrong than young. */
const DNS_ATTEMPTS = 3;

/** A preview changes nothing, and its reader waits: a service that is down is tried once more, at once. */
const PREVIEW_ATTEMPTS = 2;
const LONGEST_PREVIEW_WAIT_MS = 1000;

/** A response that passes may last for half an hour: no two attempts are closer, whatever the configuration says. */
const SHORTEST_WAIT_MS = 1000;

/**
 * Milliseconds after which a request is sent again; undefined if it is not: the result is final, or attempts or time are used
 * up. Pure.
 */
export function decideRetry(question: RetryQuestion): number | undefined {
  const { request, result, attempt, backoffMs, now } = question;
  const isPassed = isPassing(request, result);
  if (!isPassed && (!mayRetry(request, result) || attempt >= limitOf(question))) return undefined;
  const deadline = request.deadline ?? Number.POSITIVE_INFINITY;
  const left = (isPassed ? Math.min(request.passing?.until ?? now, deadline) : deadline) - now;
  // Of responses that pass, time decides, not the number of attempts: the last attempt is at the end of the time.
  const ownMs = isPassed
    ? Math.min(Math.max(backoffMs, SHORTEST_WAIT_MS), left)
    : isDownInPreview(question)
      ? Math.min(backoffMs, LONGEST_PREVIEW_WAIT_MS)
      : backoffMs;
  // `Retry-After: 0` says nothing about when. Without a wait the attempts would be used up at once.
  const delayMs = (result.response && readRetryAfter(result.response, now)) || ownMs;
  return left > 0 && (isPassed ? delayMs <= left : delayMs < left) ? delayMs : undefined;
}

function limitOf(question: RetryQuestion): number {
  const { error } = question.result;
  const { maxAttempts } = question;
  if (isDownInPreview(question))
    return error?.kind === "timeout" ? 1 : Math.min(maxAttempts, PREVIEW_ATTEMPTS);
  return error?.kind === "dns" ? Math.min(maxAttempts, DNS_ATTEMPTS) : maxAttempts;
}

function isDownInPreview({ isPreview, result: { response } }: RetryQuestion): boolean {
  return isPreview === true && response?.status !== 429;
}

/** Whether the response passes by itself, and the caller waits for that. */
export function isPassing({ passing }: HttpRequest, { response }: AttemptResult): boolean {
  return response !== undefined && passing?.includes(response) === true;
}

/** Whether an attempt that is no success may have taken effect. */
export function readAttemptOutcome({ method }: HttpRequest, { response, error }: AttemptResult): Outcome {
  return error ? error.outcome : readOutcome({ ...response, method });
}

function mayRetry(request: HttpRequest, result: AttemptResult): boolean {
  const { response, error } = result;
  const outcome = readAttemptOutcome(request, result);
  if (error) return TRANSIENT_KINDS.has(error.kind) && (outcome === "notApplied" || isIdempotent(request));
  // The missing part may say whether the object or only its address is unknown. A refused request had no effect.
  if (response.isCut === true && response.status >= 400 && outcome === "notApplied") return true;
  // Only a 429 certainly came before the request was carried out: a gateway may say 503 after the service got it.
  return isIdempotent(request) ? TRANSIENT.has(response.status) : response.status === 429;
}
