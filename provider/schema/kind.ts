import type { Json } from "./json.js";

/** Types of values in the words of messages: what a field takes, and what it was given. */
const TYPE_NAMES: Record<string, string> = {
  array: "an array",
  boolean: "a boolean",
  integer: "an integer",
  number: "a number",
  object: "an object",
  string: "a string",
};

/** Says that a value has the wrong type. Only its kind is named: the value may be a secret. */
export function describeWrongType(expected: string, value: Json): string {
  const kind = kindOf(value);
  const name = TYPE_NAMES[expected] ?? expected;
  return kind === undefined ? `must be ${name}` : `must be ${name}, got ${kind}`;
}

/** Undefined for what JSON cannot hold, such as NaN. */
function kindOf(value: Json): string | undefined {
  if (value === null) return "null";
  if (Array.isArray(value)) return TYPE_NAMES.array;
  if (typeof value !== "number") return TYPE_NAMES[typeof value];
  if (!Number.isFinite(value)) return undefined;
  return Number.isInteger(value) ? TYPE_NAMES.number : "a number with a fraction";
}
