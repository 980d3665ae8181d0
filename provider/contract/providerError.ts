import type { Text } from "../text/message.js";

/**
 * The effect at the service of an operation that failed. `notApplied`: it has none. `unknown`: it may
 * have taken effect, or may still take it.
 */
export type Outcome = "notApplied" | "unknown";

/** Every error that a hook or a function throws on purpose. A person reads `text`; of it, `message` has the own words. */
export class ProviderError extends Error {
  static {
    ProviderError.prototype.name = "ProviderError";
  }

  constructor(
    readonly text: Text,
    readonly outcome: Outcome = "notApplied",
    /** What to do about it. Default: what the kind of error and of resource suggest. */
    readonly hint?: string,
  ) {
    super(String(text));
  }
}

/** The outcome of what failed with `error`. What was not thrown on purpose never reached the service. */
export function getOutcome(error: unknown): Outcome {
  return error instanceof ProviderError ? error.outcome : "notApplied";
}
