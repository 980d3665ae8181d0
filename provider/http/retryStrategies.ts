import type { RetryOptions, RetryStrategyName } from "../contract/retryOptions.js";

/** Milliseconds to wait after failed attempt number `attempt` (from 1). Pure: chance comes in through `random`. */
export type RetryStrategy = (attempt: number, random: () => number) => number;

/** {@link RetryOptions.retryMaxAttempts} where nothing is given. */
export const DEFAULT_MAX_ATTEMPTS = 5;

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
