import { ServiceError } from "../../http/errors/serviceError.js";
import { TransportError } from "../../http/errors/transportError.js";

/** What to do about a query that failed for what it asks. */
export function adviseOnQuery(error: unknown): string | undefined {
  const isTooLarge =
    (error instanceof ServiceError && [413, 414].includes(error.status)) ||
    (error instanceof TransportError && error.kind === "tooLarge");
  const isTooLong = error instanceof ServiceError && [408, 504].includes(error.status);
  if (isTooLarge || isTooLong)
    return "ask for less at once: fewer records with `filter` or `top`, fewer fields with `select`.";
  // Of a collection the service says 404 for its name, for the company and for the address alike.
  if (!(error instanceof ServiceError) || error.status !== 404) return undefined;
  return "check `collection` and `companyId`, and that `vendorcloud:businessUrl` is the address in front of `/api/`.";
}
