import type { Clock } from "../clock.js";
import type { HttpRequest } from "../message.js";
import { createRetryStrategy, type RetryOptions } from "./retryStrategies.js";
import { noticeRetry } from "./waitNotice.js";

/** Waits after a failed attempt (from 1) at what takes several requests, as the pipeline does between those of one. */
export function backOff(
  attempt: number,
  retry: RetryOptions,
  clock: Clock,
  onWait?: HttpRequest["onWait"],
): Promise<void> {
  const delayMs = createRetryStrategy(retry)(attempt, clock.random);
  noticeRetry(onWait, delayMs, "it is unknown whether the last attempt took effect");
  return clock.sleep(delayMs);
}
