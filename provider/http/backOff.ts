import { type Clock, sleepUnlessCanceled } from "../contract/clock.js";
import type { RetryOptions } from "../contract/retryOptions.js";
import type { HttpRequest } from "./message.js";
import { createRetryStrategy } from "./retryStrategies.js";
import { noticeRetry } from "./waitNotice.js";

/**
 * Waits after a failed attempt (from 1) at what takes several requests, as the pipeline does between those of one.
 *
 * @returns whether the run was canceled: nothing more is to be sent then
 */
export function backOff(
  attempt: number,
  retry: RetryOptions,
  { clock, canceled }: { clock: Clock; canceled: AbortSignal },
  onWait?: HttpRequest["onWait"],
): Promise<boolean> {
  const delayMs = createRetryStrategy(retry)(attempt, clock.random);
  noticeRetry(onWait, delayMs, "it is unknown whether the last attempt took effect");
  return sleepUnlessCanceled(clock, delayMs, canceled);
}
