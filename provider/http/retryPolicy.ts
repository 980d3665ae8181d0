import { STATUS_CODES } from "node:http";
import { type Clock, sleepUnlessCanceled } from "../contract/clock.js";
import type { Outcome } from "../contract/providerError.js";
import type { RetryOptions } from "../contract/retryOptions.js";
import { message, type Text } from "../text/message.js";
import { createRetryStrategy, noticeRetry } from "./backOff.js";
import type { HttpRequest, HttpResponse } from "./message.js";
import type { Policy, SendRequest } from "./pipeline.js";
import { readServiceError } from "./readServiceError.js";
import { type AttemptResult, decideRetry, isPassing, readAttemptOutcome } from "./retryDecision.js";
import { TransportError, type TransportFailure } from "./transportError.js";

/** {@link RetryOptions.retryMaxAttempts} where nothing is given. */
const DEFAULT_MAX_ATTEMPTS = 5;

/**
 * Sends a request until there is an answer to keep, attempts and time permitting. Responses that pass use up no attempts.
 *
 * @param options.canceled ends a wait: what came of the last attempt is kept. Default: nothing does
 */
export function retryPolicy(options: {
  retry: RetryOptions;
  clock: Clock;
  canceled?: AbortSignal | undefined;
}): Policy {
  const { clock, canceled } = options;
  const strategy = createRetryStrategy(options.retry);
  const { isPreview, retryMaxAttempts: maxAttempts = DEFAULT_MAX_ATTEMPTS } = options.retry;
  return {
    name: "retry",
    async sendRequest(request, next) {
      let earlierOutcome: Outcome = "notApplied";
      let previous: AttemptResult | undefined;
      let [failures, passing] = [0, 0];
      while (true) {
        const result = await attemptOnce(request, next);
        // Not sent any more: what the service said last tells more than that the time is over, or the run canceled.
        if (previous && NOT_SENT_IN_TIME.has(result.error?.kind))
          return withEarlierOutcome(previous, earlierOutcome);
        const attempt = isPassing(request, result) ? ++passing : ++failures;
        const backoffMs = strategy(attempt, clock.random);
        const now = clock.now();
        const delayMs = decideRetry({ request, result, attempt, maxAttempts, isPreview, backoffMs, now });
        if (delayMs === undefined) return withEarlierOutcome(result, earlierOutcome);
        noticeRetry(request.onWait, delayMs, retryReason(result));
        if (await sleepUnlessCanceled(clock, delayMs, canceled))
          return withEarlierOutcome(result, earlierOutcome);
        if (readAttemptOutcome(request, result) === "unknown") earlierOutcome = "unknown";
        previous = result;
      }
    },
  };
}

const NOT_SENT_IN_TIME = new Set<TransportFailure | undefined>(["deadline", "canceled"]);

/** One try; what is no `TransportError` is no result and thrown on. */
export async function attemptOnce(request: HttpRequest, next: SendRequest): Promise<AttemptResult> {
  try {
    return { response: await next(request) };
  } catch (error) {
    if (error instanceof TransportError) return { error };
    throw error;
  }
}

/** Hands out the last result; that an earlier attempt may have taken effect is not forgotten. */
function withEarlierOutcome({ response, error }: AttemptResult, earlierOutcome: Outcome): HttpResponse {
  const isUnknown = earlierOutcome === "unknown";
  if (error) throw isUnknown ? error.with({ outcome: "unknown" }) : error;
  return isUnknown ? { ...response, earlierOutcome } : response;
}

/**
 * Why an attempt is repeated: `429 Too Many Requests (Throttled)`. The service's message is left out: it may be long, and
 * quote much of the request.
 */
export function retryReason({ response, error }: AttemptResult): Text {
  if (error) return error.code === undefined ? error.reason : message`${error.reason} (${error.code})`;
  const { code } = readServiceError(response).detail;
  const status = [response.status, STATUS_CODES[response.status]].filter(Boolean).join(" ");
  if (response.isCut) return `${status}, but the response is incomplete`;
  return code === undefined ? status : message`${status} (${code})`;
}
