import { type Clock, sleepUnlessCanceled } from "../contract/clock.js";
import type { Outcome } from "../contract/providerError.js";
import type { RetryOptions } from "../contract/retryOptions.js";
import type { HttpRequest, HttpResponse } from "./message.js";
import type { Policy, SendRequest } from "./pipeline.js";
import { type AttemptResult, decideRetry, isPassing, readAttemptOutcome } from "./retryDecision.js";
import { createRetryStrategy, DEFAULT_MAX_ATTEMPTS } from "./retryStrategies.js";
import { TransportError, type TransportFailure } from "./transportError.js";
import { noticeRetry, retryReason } from "./waitNotice.js";

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
  const { isPreview } = options.retry;
  const maxAttempts = options.retry.retryMaxAttempts ?? DEFAULT_MAX_ATTEMPTS;
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
        const decision = decideRetry({ request, result, attempt, maxAttempts, isPreview, backoffMs, now });
        if (!decision.retry) return withEarlierOutcome(result, earlierOutcome);
        const { delayMs } = decision;
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
  if (earlierOutcome === "notApplied") {
    if (error) throw error;
    return response;
  }
  if (error) throw error.with({ outcome: earlierOutcome });
  return { ...response, earlierOutcome };
}
