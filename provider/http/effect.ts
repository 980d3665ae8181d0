import { ServiceError } from "./serviceError.js";
import { TransportError } from "./transportError.js";

/** A request that failed with `error` may have taken effect, or may still take it. */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (error instanceof TransportError) return error.ambiguous;
  return error instanceof ServiceError && (error.status === 408 || error.status >= 500);
}
