import { ServiceError } from "./serviceError.js";
import { TransportError } from "./transportError.js";

/** Why every other request to the service fails as well: `token`, or the kind of the transport failure. Undefined if only this one does. */
export function findOutage(error: unknown): string | undefined {
  if (error instanceof TransportError) return error.kind;
  return error instanceof ServiceError && error.status === 401 ? "token" : undefined;
}
