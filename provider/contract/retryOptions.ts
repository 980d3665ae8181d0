/** How the waits between attempts grow. */
export type RetryStrategyName = "fixed" | "incremental" | "exponential" | "randomized";

/** The settings of retries, under the names that the configuration has for them. */
export interface RetryOptions {
  /** @default "randomized", so that clients that failed together do not come back together */
  retryStrategy?: RetryStrategyName;
  /**
   * Attempts altogether, the first one included; 1 never retries.
   * @default 5
   */
  retryMaxAttempts?: number;
  /**
   * Wait after the first attempt, in milliseconds.
   * @default 1000
   */
  retryBaseDelayMs?: number;
  /**
   * Longest wait that a strategy asks for, in milliseconds. A service's `Retry-After` may be longer.
   * @default 30000
   */
  retryMaxDelayMs?: number;
  /**
   * Whether a preview asks: it does not wait for a service that cannot be reached.
   * @default false
   */
  isPreview?: boolean;
}
