import { STATUS_CODES } from "node:http";
import type { Context } from "../contract/lifecycle.js";
import type { Outcome } from "../contract/providerError.js";
import { type Runtime, sleepUnlessCanceled } from "../contract/runtime.js";
import type { RetryOptions, RetryStrategyName } from "../contract/settings.js";
import { formatDuration, message, type Text } from "../text/message.js";
import {
  deadlineOf,
  type HttpRequest,
  type HttpResponse,
  isIdempotent,
  type Policy,
  type SendRequest,
} from "./pipeline.js";
import { readRetryAfter } from "./retryAfter.js";
import { hasStatus, isTemporaryRefusal, readOutcome, readServiceError } from "./serviceError.js";
import { TransportError, type TransportFailure } from "./transportError.js";

/** Milliseconds to wait after a failed attempt, numbered from 1. */
export function getRetryDelay(options: RetryOptions, attempt: number, random: () => number): number {
  const { retryStrategy, retryBaseDelayMs: base, retryMaxDelayMs: max } = options;
  const delays: Record<RetryStrategyName, () => number> = {
    fixed: () => base,
    incremental: () => base * attempt,
    exponential: () => base * 2 ** (attempt - 1),
    randomized: () => base + random() * Math.max(0, Math.min(max, base * 2 ** attempt) - base),
  };
  return Math.min(max, Math.round(delays[retryStrategy]()));
}

/**
 * Waits after a failed attempt, numbered from 1, at an operation of several requests.
 *
 * @returns whether the run was canceled, so that nothing more may be sent
 */
export function backOff(
  attempt: number,
  { runtime: { clock, canceled }, settings, log }: Pick<Context, "runtime" | "settings" | "log">,
  reason: Text = "it is unknown whether the last attempt took effect",
): Promise<boolean> {
  const delayMs = getRetryDelay(settings.retry, attempt, clock.random);
  noticeRetry(log.progress, delayMs, reason);
  return sleepUnlessCanceled(clock, delayMs, canceled);
}

/** Failures that show that the address leads to another server, such as a sign-in page, or that the service works differently. */
const LASTING = new Set<TransportFailure>(["redirect", "notJson", "undocumented"]);

/**
 * Whether a write would get the same response again. After a read has shown that it had no effect, it is not sent again, unlike after
 * a lost response.
 */
export function isLasting(error: unknown): boolean {
  return error instanceof TransportError ? LASTING.has(error.kind) : hasStatus(error, [501]);
}

/** @throws `error` if it {@link isLasting} */
export function throwIfLasting(error: unknown): void {
  if (isLasting(error)) throw error;
}

/** A shorter wait would end before a user has read the message. */
const SHORTEST_REPORTED_MS = 1000;

export function noticeRetry(onWait: HttpRequest["onWait"], delayMs: number, reason: Text): void {
  if (delayMs >= SHORTEST_REPORTED_MS) onWait?.(message`retrying in ${inSeconds(delayMs)}: ${reason}`);
}

export function noticeHold({ onWait }: HttpRequest, holdMs: number): void {
  if (holdMs >= SHORTEST_REPORTED_MS)
    onWait?.(`waiting ${inSeconds(holdMs)}: the service requested a delay (Retry-After)`);
}

function inSeconds(ms: number): string {
  return formatDuration(Math.ceil(ms / 1000));
}

/**
 * Repeats a request until its result is final, or no attempts or no time are left. Temporary responses use up no attempts.
 *
 * @param retry.isPreview as in {@link RetryQuestion}
 * @param canceled ends a wait, with the result of the last attempt
 */
export function retryPolicy(
  retry: RetryOptions & { isPreview: boolean },
  { clock, canceled }: Pick<Runtime, "clock" | "canceled">,
): Policy {
  const { isPreview, retryMaxAttempts: maxAttempts } = retry;
  return async (request, next) => {
    const attempts = new Attempts(request);
    while (true) {
      const result = await attemptOnce(request, next);
      // The previous result explains more than an error that this attempt was not sent in time.
      if (attempts.previous && NOT_SENT_IN_TIME.has(result.error?.kind))
        return attempts.end(attempts.previous);
      const attempt = attempts.count(result);
      const backoffMs = getRetryDelay(retry, attempt, clock.random);
      const now = clock.now();
      const delayMs = decideRetry({ request, result, attempt, maxAttempts, isPreview, backoffMs, now });
      if (delayMs === undefined) return attempts.end(result);
      noticeRetry(request.onWait, delayMs, retryReason(result));
      if (await sleepUnlessCanceled(clock, delayMs, canceled)) return attempts.end(result);
      attempts.repeat(result);
    }
  };
}

/** The attempts at one request: how many failed, and whether an earlier one may have taken effect. */
class Attempts {
  readonly #request: HttpRequest;
  #earlierOutcome: Outcome = "notApplied";
  #failures = 0;
  #temporary = 0;
  previous: AttemptResult | undefined;

  constructor(request: HttpRequest) {
    this.#request = request;
  }

  /** The number of an attempt that has ended, from 1. Temporary responses are counted separately. */
  count(result: AttemptResult): number {
    return isTemporary(this.#request, result) ? ++this.#temporary : ++this.#failures;
  }

  /** Remembers a result that is not the last one. */
  repeat(result: AttemptResult): void {
    if (readAttemptOutcome(this.#request, result) === "unknown") this.#earlierOutcome = "unknown";
    this.previous = result;
  }

  /** Returns or throws the last result, with the unknown outcome of an earlier attempt. */
  end({ response, error }: AttemptResult): HttpResponse {
    const earlierOutcome = this.#earlierOutcome;
    const isUnknown = earlierOutcome === "unknown";
    if (error) throw isUnknown ? error.with({ outcome: "unknown" }) : error;
    return isUnknown ? { ...response, earlierOutcome } : response;
  }
}

const NOT_SENT_IN_TIME = new Set<TransportFailure | undefined>(["deadline", "canceled"]);

/** Sends one attempt. Throws errors other than a `TransportError`. */
export async function attemptOnce(request: HttpRequest, next: SendRequest): Promise<AttemptResult> {
  try {
    return { response: await next(request) };
  } catch (error) {
    if (error instanceof TransportError) return { error };
    throw error;
  }
}

/**
 * Why an attempt is repeated: `429 Too Many Requests (Throttled)`. It does not contain the service's message, which may be long
 * and quote the request.
 */
export function retryReason({ response, error }: AttemptResult): Text {
  if (error) return error.code === undefined ? error.reason : message`${error.reason} (${error.code})`;
  const { code } = readServiceError(response).detail;
  const status = [response.status, STATUS_CODES[response.status]].filter(Boolean).join(" ");
  if (response.isCut) return `${status}, but the response is incomplete`;
  return code === undefined ? status : message`${status} (${code})`;
}

/** The result of an attempt: a response of any status, or an error. */
export type AttemptResult =
  | { response: HttpResponse; error?: undefined }
  | { error: TransportError; response?: undefined };

interface RetryQuestion {
  request: HttpRequest;
  result: AttemptResult;
  /** Number of the attempt that just ended, from 1. Temporary responses are counted separately. */
  attempt: number;
  maxAttempts: number;
  /** Whether a preview sends the request. It waits for a rate limit, but not for a service that is down. */
  isPreview: boolean;
  /** Wait that the strategy proposes, in milliseconds. */
  backoffMs: number;
  now: number;
}

const TRANSIENT = new Set([408, 429, 500, 502, 503, 504]);

const TRANSIENT_KINDS = new Set(["connection", "proxyConnection", "dns", "timeout", "truncated"]);

/** A host name that is not found is usually wrong, so more attempts rarely help. */
const DNS_ATTEMPTS = 3;

/** A preview tries a service that is down only once more, because it changes nothing and a user waits for it. */
const PREVIEW_ATTEMPTS = 2;
const LONGEST_PREVIEW_WAIT_MS = 1000;

/** Minimum wait after a temporary response, which may last half an hour, regardless of the configuration. */
const SHORTEST_WAIT_MS = 1000;

/** Milliseconds until the next attempt; undefined if the result is final, or no attempts or no time are left. */
export function decideRetry(question: RetryQuestion): number | undefined {
  return isTemporary(question.request, question.result) ? decideToWait(question) : decideToRepeat(question);
}

/** Decides after a temporary response. The last attempt is at the end of the time. */
function decideToWait({ request, result, backoffMs, now }: RetryQuestion): number | undefined {
  const left = Math.min(request.temporary?.until ?? now, deadlineOf(request)) - now;
  const delayMs = readDelay(result, now) ?? Math.min(Math.max(backoffMs, SHORTEST_WAIT_MS), left);
  return left > 0 && delayMs <= left ? delayMs : undefined;
}

/** Decides after a failed attempt. The next one has to begin before the end of the time. */
function decideToRepeat(question: RetryQuestion): number | undefined {
  const { request, result, attempt, backoffMs, now } = question;
  if (!mayRetry(request, result) || attempt >= limitOf(question)) return undefined;
  const longest = isDownInPreview(question) ? LONGEST_PREVIEW_WAIT_MS : Number.POSITIVE_INFINITY;
  const delayMs = readDelay(result, now) ?? Math.min(backoffMs, longest);
  return delayMs < deadlineOf(request) - now ? delayMs : undefined;
}

/** The delay that the service requests. A zero is ignored, because attempts without a wait would be used up at once. */
function readDelay({ response }: AttemptResult, now: number): number | undefined {
  return (response && readRetryAfter(response, now)) || undefined;
}

function limitOf(question: RetryQuestion): number {
  const { error } = question.result;
  const { maxAttempts } = question;
  if (isDownInPreview(question))
    return error?.kind === "timeout" ? 1 : Math.min(maxAttempts, PREVIEW_ATTEMPTS);
  return error?.kind === "dns" ? Math.min(maxAttempts, DNS_ATTEMPTS) : maxAttempts;
}

function isDownInPreview({ isPreview, result: { response } }: RetryQuestion): boolean {
  return isPreview && response?.status !== 429;
}

/** Whether the caller of the request waits for this response to end. */
function isTemporary({ temporary }: HttpRequest, { response }: AttemptResult): boolean {
  return response !== undefined && temporary?.includes(response) === true;
}

/** Whether a failed attempt may have taken effect. */
export function readAttemptOutcome({ method }: HttpRequest, { response, error }: AttemptResult): Outcome {
  return error ? error.outcome : readOutcome({ ...response, method });
}

/** Whether another attempt may succeed, and cannot do the work of a request twice. */
function mayRetry(request: HttpRequest, result: AttemptResult): boolean {
  const { response, error } = result;
  const outcome = readAttemptOutcome(request, result);
  if (error) return TRANSIENT_KINDS.has(error.kind) && (outcome === "notApplied" || isIdempotent(request));
  // A refused request had no effect, and the missing part may say whether the object or only its address is unknown.
  if (response.isCut === true && response.status >= 400 && outcome === "notApplied") return true;
  // A read can only conflict with a lock of the service (Koninklijke-van-Twist/Demeter).
  if (response.status === 409)
    return request.method === "GET" || isTemporaryRefusal(readServiceError(response));
  // Only a 429 proves that the request was not processed. A gateway may send a 503 after the service has received the request.
  return isIdempotent(request) ? TRANSIENT.has(response.status) : response.status === 429;
}
