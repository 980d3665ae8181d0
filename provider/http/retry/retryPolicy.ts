import type { Clock } from "../clock.js";
import { TransportError } from "../errors/transportError.js";
import type { HttpRequest, HttpResponse } from "../message.js";
import type { Policy, SendRequest } from "../pipeline/pipeline.js";
import type { KnownSecrets } from "../redaction/knownSecrets.js";
import { decideRetry, isUnclear, type Outcome } from "./retryDecision.js";
import { createRetryStrategy, DEFAULT_MAX_ATTEMPTS, type RetryOptions } from "./retryStrategies.js";
import { noticeRetry, retryReason } from "./waitNotice.js";

/**
 * Sends a request until there is an answer to keep, attempts and time permitting.
 *
 * @param options.tokens masked, with the secrets of the resource, in the message about a wait
 */
export function retry(options: { retry: RetryOptions; clock: Clock; tokens: KnownSecrets }): Policy {
  const { clock, tokens } = options;
  const strategy = createRetryStrategy(options.retry);
  const maxAttempts = options.retry.retryMaxAttempts ?? DEFAULT_MAX_ATTEMPTS;
  return {
    name: "retry",
    async sendRequest(request, next) {
      let unclear = false;
      let previous: Outcome | undefined;
      for (let attempt = 1; ; attempt++) {
        const outcome = await attemptOnce(request, next);
        // Not sent any more: what the service said last tells more than that the time is over.
        if (previous && outcome.error?.kind === "deadline") return resolveOutcome(previous, unclear);
        const backoffMs = strategy(attempt, clock.random);
        const now = clock.now();
        const decision = decideRetry({ request, outcome, attempt, maxAttempts, backoffMs, now });
        if (!decision.retry) return resolveOutcome(outcome, unclear);
        // A GET changes nothing, however often it is tried.
        unclear ||= request.method !== "GET" && isUnclear(outcome);
        const { delayMs } = decision;
        noticeRetry(request.onWait, delayMs, retryReason(request, outcome, tokens));
        await clock.sleep(delayMs);
        previous = outcome;
      }
    },
  };
}

/** One try; what is no `TransportError` is not an outcome and thrown on. */
export async function attemptOnce(request: HttpRequest, next: SendRequest): Promise<Outcome> {
  try {
    return { response: await next(request) };
  } catch (error) {
    if (error instanceof TransportError) return { error };
    throw error;
  }
}

/** Hands out the last outcome; doubt about an earlier attempt is not forgotten. */
function resolveOutcome(outcome: Outcome, earlierAttemptUnclear: boolean): HttpResponse {
  if (outcome.error) {
    throw earlierAttemptUnclear ? outcome.error.with({ ambiguous: true }) : outcome.error;
  }
  return earlierAttemptUnclear ? { ...outcome.response, earlierAttemptUnclear } : outcome.response;
}
