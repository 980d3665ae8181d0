import { type Clock, sleepUnlessCanceled } from "../contract/clock.js";
import type { RetryOptions, RetryStrategyName } from "../contract/retryOptions.js";
import { message, type Text } from "../text/message.js";
import { formatDuration } from "./duration.js";
import type { HttpRequest } from "./message.js";

/** Milliseconds to wait after failed attempt number `attempt` (from 1). Pure: chance comes in through `random`. */
export type RetryStrategy = (attempt: number, random: () => number) => number;

const DELAYS: Record<RetryStrategyName, (base: number, max: number) => RetryStrategy> = {
  fixed: (base) => () => base,
  incremental: (base) => (attempt) => base * attempt,
  exponential: (base) => (attempt) => base * doubled(attempt - 1),
  randomized: (base, max) => (attempt, random) => {
    const ceiling = Math.min(max, base * doubled(attempt));
    return base + random() * Math.max(0, ceiling - base);
  },
};

/** 2 to the power of `times`; bounded, since infinity times a base of zero is no number. */
function doubled(times: number): number {
  return 2 ** Math.min(times, 50);
}

/** The strategy that `options` name, never above the longest wait. */
export function createRetryStrategy(options: RetryOptions = {}): RetryStrategy {
  const { retryStrategy = "randomized", retryBaseDelayMs = 1000, retryMaxDelayMs = 30_000 } = options;
  const delay = DELAYS[retryStrategy](retryBaseDelayMs, retryMaxDelayMs);
  return (attempt, random) => Math.min(retryMaxDelayMs, Math.round(delay(attempt, random)));
}

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

/** A shorter wait is over before anybody has read of it. */
const SHORTEST_REPORTED_MS = 1000;

/** Reports that something is tried again after `delayMs`, and why. */
export function noticeRetry(onWait: HttpRequest["onWait"], delayMs: number, reason: Text): void {
  if (delayMs >= SHORTEST_REPORTED_MS) onWait?.(message`retrying in ${inSeconds(delayMs)}: ${reason}`);
}

/** Reports that a request is not sent before the service takes requests again. */
export function noticeHold({ onWait }: HttpRequest, holdMs: number): void {
  if (holdMs >= SHORTEST_REPORTED_MS)
    onWait?.(`waiting ${inSeconds(holdMs)}: the service requested a delay (Retry-After)`);
}

function inSeconds(ms: number): string {
  return formatDuration(Math.ceil(ms / 1000));
}
