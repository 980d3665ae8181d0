import { hash } from "node:crypto";
import type { Collection } from "../model/entityType.js";

/**
 * Returns the id of the n-th initial record (from 1) of a collection. It is the same in every run.
 *
 * @param company 1 or 2, the company of the record
 */
export function seedId(collection: Collection, n: number, company = 1): string {
  const name = collection === "companies" ? `company ${n}` : `${company} ${collection} ${n}`;
  const id = known.get(name) ?? guidOf(name);
  known.set(name, id);
  return id;
}

/** Initial records refer to each other, so most ids are needed several times. */
const known = new Map<string, string>();

function guidOf(name: string): string {
  const digits = hash("sha1", name);
  const parts = [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ];
  return parts.map(([from, to]) => digits.slice(from, to)).join("-");
}
