import { ServiceError } from "../errors/serviceError.js";
import { TransportError } from "../errors/transportError.js";

/** A request that failed with `error` may have taken effect, or may still take it: in its last attempt or before. */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (error instanceof TransportError) return error.ambiguous;
  if (!(error instanceof ServiceError)) return false;
  return error.earlierAttemptUnclear || error.status === 408 || error.status >= 500;
}
