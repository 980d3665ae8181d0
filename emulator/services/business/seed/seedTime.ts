/** When the records of the start were last changed: the first of them; each other one a minute later. */
export const SEED_TIME = Date.UTC(2025, 0, 1);

/** A time as it stands in a record. */
export function seedTime(time: number): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}
