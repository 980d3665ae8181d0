import { businessErrors } from "../errors.js";
import { isGuid } from "../guid.js";
import { type Field, isOption, type Scalar } from "../model/field.js";
import { fromWire } from "../optionText.js";

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Reads the value of one field; whatever it cannot hold is refused. */
export function readValue(name: string, field: Field, value: unknown): Scalar {
  switch (field.edm) {
    case "Decimal":
    case "Boolean":
      if (typeof value !== typeof field.unset || !fits(value)) {
        throw businessErrors.wrongType(name, field.edm);
      }
      return value as Scalar;
    case "Guid":
      return guidFrom(name, value);
    case "Date":
      return textFrom(name, field, value, (read) => DATE.test(read));
    case "DateTimeOffset":
      return textFrom(name, field, value, (read) => !Number.isNaN(Date.parse(read)));
    case "String":
      return isOption(field) ? optionFrom(name, field, value) : shortText(name, field, value);
  }
}

/** JSON can write numbers that are too large to hold. */
function fits(value: unknown): boolean {
  return typeof value !== "number" || Number.isFinite(value);
}

function guidFrom(name: string, value: unknown): string {
  if (typeof value !== "string") {
    throw businessErrors.wrongType(name, "Guid");
  }
  if (!isGuid(value)) {
    throw businessErrors.invalidGuid();
  }
  return value.toLowerCase();
}

function optionFrom(
  name: string,
  field: Field & { readonly options: readonly string[] },
  value: unknown,
): string {
  const read = textFrom(name, field, value);
  const known = [read, fromWire(read)].find((text) => field.options.includes(text));
  if (known === undefined) {
    throw businessErrors.notAnOption(read, field.options);
  }
  return known;
}

function shortText(name: string, field: Field, value: unknown): string {
  const read = textFrom(name, field, value);
  if (field.maxLength !== undefined && read.length > field.maxLength) {
    throw businessErrors.tooLong(read, field.maxLength);
  }
  return read;
}

function textFrom(
  name: string,
  field: Field,
  value: unknown,
  test: (read: string) => boolean = () => true,
): string {
  if (typeof value !== "string" || !test(value)) {
    throw businessErrors.wrongType(name, field.edm);
  }
  return value;
}
