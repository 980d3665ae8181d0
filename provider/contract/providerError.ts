import type { Text } from "../text/message.js";

/**
 * The effect of a failed operation at the service. `notApplied`: none. `unknown`: it may have taken effect, or may still do so.
 */
export type Outcome = "notApplied" | "unknown";

/** An error that a hook or a function throws on purpose. Users read `text`; `message` omits its foreign texts. */
export class ProviderError extends Error {
  static {
    ProviderError.prototype.name = "ProviderError";
  }

  constructor(
    readonly text: Text,
    readonly outcome: Outcome = "notApplied",
    /** What to do. Default: a hint for the kind of error and of resource. */
    readonly hint?: string,
  ) {
    super(String(text));
  }
}

/** The outcome of an operation that failed with `error`. Other errors are thrown before a request is sent. */
export function getOutcome(error: unknown): Outcome {
  return error instanceof ProviderError ? error.outcome : "notApplied";
}
