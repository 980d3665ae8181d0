import { ZERO_GUID } from "../../../guid.js";

export type Scalar = string | number | boolean;

/** Fields of a record. Options have the form for display: " ", not `_x0020_`. */
export type Fields = Readonly<Record<string, Scalar>>;

export interface Field {
  /** Type in filters. */
  readonly edm: "String" | "Guid" | "Decimal" | "Boolean" | "Date" | "DateTimeOffset";
  /** Value of the field until it is set. */
  readonly unset: Scalar;
  /** Whether the number must be an integer. */
  readonly whole?: boolean;
  readonly maxLength?: number;
  /** The only valid strings. */
  readonly options?: readonly string[];
  /** Other fields that the service resets to their defaults when it applies another value of this one. */
  readonly resets?: readonly string[];
  /** As `resets`, but only if another value replaces one that was set. */
  readonly clears?: readonly string[];
  /** "always": clients cannot set the field. "afterwards": clients can set it only when they create the record. */
  readonly fixed?: "always" | "afterwards";
}

export function text(maxLength: number): Field {
  return { edm: "String", unset: "", maxLength };
}

/** One of several strings. The first is the default. */
export function option(first: string, ...others: string[]): Field {
  return { edm: "String", unset: first, options: [first, ...others] };
}

export const guid: Field = { edm: "Guid", unset: ZERO_GUID };
export const decimal: Field = { edm: "Decimal", unset: 0 };
/** An integer, which responses never contain as a string. */
export const integer: Field = { ...decimal, whole: true };
export const flag: Field = { edm: "Boolean", unset: false };
export const date: Field = { edm: "Date", unset: "0001-01-01" };
export const dateTime: Field = { edm: "DateTimeOffset", unset: "0001-01-01T00:00:00Z" };

export function resetting(field: Field, ...resets: string[]): Field {
  return { ...field, resets };
}

export function readOnly(field: Field): Field {
  return { ...field, fixed: "always" };
}

/** Returns the field as one that clients can set only when they create the record. */
export function key(field: Field): Field {
  return { ...field, fixed: "afterwards" };
}

/** When the record was last changed, as the service reports it. */
export const lastModified: Field = readOnly(dateTime);

export function isOption(field: Field): field is Field & { readonly options: readonly string[] } {
  return field.options !== undefined;
}

/** Encodes an option for responses: escapes characters that identifiers cannot contain, for example a space as `_x0020_`. */
export function toWire(option: string): string {
  return option.replace(
    /[^A-Za-z0-9_]/g,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
  );
}

/** Decodes an option. Options in the form for display stay the same. */
export function fromWire(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_match, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
