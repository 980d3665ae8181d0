import { hash } from "node:crypto";
import type { Collection } from "../model/entityType.js";

/**
 * The id of the n-th record (from 1) that a collection has at the start; the same one every time.
 *
 * @param company 1 or 2, the company that the record belongs to
 */
export function seedId(collection: Collection, n: number, company = 1): string {
  const name = collection === "companies" ? `company ${n}` : `${company} ${collection} ${n}`;
  const id = known.get(name) ?? guidOf(name);
  known.set(name, id);
  return id;
}

/** The records of the start refer to each other, so most ids are needed several times. */
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
