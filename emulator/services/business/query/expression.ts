/** How two values are compared. */
export const COMPARISONS = ["eq", "ne", "gt", "ge", "lt", "le"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Types of values in a filter, as messages call them after "Edm.". */
export type Edm = "String" | "Guid" | "Decimal" | "Boolean" | "Date" | "DateTimeOffset";

/** A value that stands in a filter. A date-time is milliseconds since 1970. */
export interface Literal {
  kind: "literal";
  edm: Edm | "Null";
  value: string | number | boolean | null;
}

/** A filter, as it is written. */
export type Expression =
  | Literal
  | { kind: "field"; name: string }
  | { kind: "call"; name: string; given: Expression[] }
  | { kind: "compare"; comparison: Comparison; left: Expression; right: Expression }
  | { kind: "and" | "or"; operands: Expression[] }
  | { kind: "not"; operand: Expression };
