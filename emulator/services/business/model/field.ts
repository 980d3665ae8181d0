import { ZERO_GUID } from "../../../guid.js";

/** A value of a record's field. */
export type Scalar = string | number | boolean;

/** A record's fields. Options are as people read them: " ", not `_x0020_`. */
export type Fields = Readonly<Record<string, Scalar>>;

/** One field of a record. */
export interface Field {
  /** Type in filters. */
  readonly edm: "String" | "Guid" | "Decimal" | "Boolean" | "Date" | "DateTimeOffset";
  /** Value of the field until it is set. */
  readonly unset: Scalar;
  /** Whether a number has no decimals. */
  readonly whole?: boolean;
  /** Length of the longest text. */
  readonly maxLength?: number;
  /** The only texts it can hold. */
  readonly options?: readonly string[];
  /** "always": clients cannot set it. "afterwards": only when the record is created. */
  readonly fixed?: "always" | "afterwards";
}

/** Text up to a length. */
export function text(maxLength: number): Field {
  return { edm: "String", unset: "", maxLength };
}

/** One of several texts; the first is the default. */
export function option(first: string, ...others: string[]): Field {
  return { edm: "String", unset: first, options: [first, ...others] };
}

export const guid: Field = { edm: "Guid", unset: ZERO_GUID };
export const decimal: Field = { edm: "Decimal", unset: 0 };
/** A number without decimals, which is never a string in an answer. */
export const integer: Field = { ...decimal, whole: true };
export const flag: Field = { edm: "Boolean", unset: false };
export const date: Field = { edm: "Date", unset: "0001-01-01" };
export const dateTime: Field = { edm: "DateTimeOffset", unset: "0001-01-01T00:00:00Z" };

/** The same field, which clients cannot set. */
export function readOnly(field: Field): Field {
  return { ...field, fixed: "always" };
}

/** The same field, which cannot be changed once the record exists. */
export function key(field: Field): Field {
  return { ...field, fixed: "afterwards" };
}

/** When the record was last changed, as the service says. */
export const lastModified: Field = readOnly(dateTime);

/** Whether a field holds one of a few texts. */
export function isOption(field: Field): field is Field & { readonly options: readonly string[] } {
  return field.options !== undefined;
}

/** An option as it is sent: whatever no identifier can hold is escaped, a blank is `_x0020_`. */
export function toWire(option: string): string {
  return option.replace(
    /[^A-Za-z0-9_]/g,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
  );
}

/** An option as people read it, from either form. */
export function fromWire(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_match, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
