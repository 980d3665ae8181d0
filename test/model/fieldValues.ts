import type { JsonObject } from "../../provider/schema/json.js";

/** Fields by path, as arguments name them: `city`, `additionalFields.creditLimit`. */
export type Values = Map<string, unknown>;

const BESIDE = "additionalFields.";

/** The fields that a resource may declare; two resources can share a record, never a field. */
export const GROUPS = [
  ["displayName", "city", "phoneNumber", `${BESIDE}salespersonCode`],
  ["email", "postalCode", "blocked", `${BESIDE}creditLimit`],
] as const;

/** Every field that may change; the last ones nobody declares. */
export const FIELDS: readonly string[] = [...GROUPS.flat(), "website", "state"];

const OPTIONS = [" ", "Ship", "Invoice", "All"];

/** Values that nobody has used before, so that every write is recognised; options are only a few. */
export class FreshValues {
  private last = 0;

  of(path: string, by: "client" | "other"): unknown {
    this.last++;
    if (path === "blocked") return OPTIONS[this.last % OPTIONS.length];
    if (path === `${BESIDE}creditLimit`) return this.last;
    return path === "postalCode" ? `00${this.last}` : `${by}-${this.last}`;
  }
}

/** A value that means nothing is there. */
export function emptyValue(path: string): unknown {
  if (path === "blocked") return " ";
  return path === `${BESIDE}creditLimit` ? 0 : "";
}

/** A field's name at the service. */
export function wireName(path: string): string {
  return path.startsWith(BESIDE) ? path.slice(BESIDE.length) : path;
}

/** The path of a field of the service, where it is one that may change. */
export function pathOf(name: string): string | undefined {
  return FIELDS.find((path) => wireName(path) === name);
}

export function argumentsOf(values: Values): JsonObject {
  const entries = [...values];
  const beside = entries.filter(([path]) => path.startsWith(BESIDE));
  return {
    ...Object.fromEntries(entries.filter(([path]) => !path.startsWith(BESIDE))),
    ...(beside.length === 0
      ? {}
      : { additionalFields: Object.fromEntries(beside.map(([path, value]) => [wireName(path), value])) }),
  };
}
