import type { Clock } from "./clock.js";
import { createRetryStrategy, type RetryOptions } from "./strategies.js";

/** Waits after a failed attempt (from 1) at what takes several requests, as the pipeline does between those of one. */
export function backOff(attempt: number, retry: RetryOptions, clock: Clock): Promise<void> {
  return clock.sleep(createRetryStrategy(retry)(attempt, clock.random));
}
