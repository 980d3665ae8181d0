import { deriveGuid } from "../../../guid.js";
import type { Collection } from "../model/entityType.js";

/**
 * Returns the id of the n-th initial record (from 1) of a collection. It is the same in every run.
 *
 * @param company 1 or 2, the company of the record
 */
export function seedId(collection: Collection, n: number, company = 1): string {
  return deriveGuid(collection === "companies" ? `company ${n}` : `${company} ${collection} ${n}`);
}
