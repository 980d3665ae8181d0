import { businessErrors } from "../errors.js";

/** How two values are compared. */
const COMPARISONS = ["eq", "ne", "gt", "ge", "lt", "le"] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Types of values in a filter, as messages call them after "Edm.". */
export type Edm = "String" | "Guid" | "Decimal" | "Boolean" | "Date" | "DateTimeOffset";

/** A value in a filter. A date-time is milliseconds since 1970. */
interface Literal {
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

/** More than any filter needs, and less than what the stack can take. */
const DEEPEST = 100;

/** Reads the text of `$filter`. */
export function parseFilter(filter: string): Expression {
  return new Parser(filter).whole();
}

/** One method for each level of precedence, the weakest first. */
class Parser {
  private readonly tokens: Token[];
  private next = 0;
  private depth = 0;

  constructor(private readonly filter: string) {
    this.tokens = tokensOf(filter);
  }

  whole(): Expression {
    const expression = this.or();
    if (this.token.kind !== "end") throw this.unexpected();
    return expression;
  }

  private or(): Expression {
    return this.chain("or", () => this.chain("and", () => this.comparison()));
  }

  private chain(kind: "and" | "or", operand: () => Expression): Expression {
    const first = operand();
    const operands = [first];
    while (this.takes("name", kind)) {
      operands.push(operand());
    }
    return operands.length === 1 ? first : { kind, operands };
  }

  private comparison(): Expression {
    const left = this.unary();
    const comparison = this.token.text as Comparison;
    if (this.token.kind !== "name" || !COMPARISONS.includes(comparison)) return left;
    this.next += 1;
    return { kind: "compare", comparison, left, right: this.unary() };
  }

  private unary(): Expression {
    if (this.depth === DEEPEST) throw businessErrors.badRequest("The filter is nested too deeply.");
    this.depth += 1;
    const expression: Expression = this.takes("name", "not")
      ? { kind: "not", operand: this.unary() }
      : this.primary();
    this.depth -= 1;
    return expression;
  }

  private primary(): Expression {
    if (this.takes("mark", "(")) {
      const inner = this.or();
      this.expect(")");
      return inner;
    }
    const { kind, text } = this.token;
    if (kind === "end" || kind === "mark") throw this.unexpected();
    this.next += 1;
    if (kind !== "name") return literalOf(kind, text);
    const known = KEYWORDS[text];
    if (known !== undefined) return known;
    return this.takes("mark", "(")
      ? { kind: "call", name: text, given: this.list() }
      : { kind: "field", name: text };
  }

  /** The arguments of a function, and the parenthesis after them. */
  private list(): Expression[] {
    const given = [this.or()];
    while (this.takes("mark", ",")) {
      given.push(this.or());
    }
    this.expect(")");
    return given;
  }

  private get token(): Token {
    return this.tokens[this.next] ?? { kind: "end", text: "", position: this.filter.length };
  }

  private takes(kind: Token["kind"], text: string): boolean {
    const fits = this.token.kind === kind && this.token.text === text;
    this.next += fits ? 1 : 0;
    return fits;
  }

  private expect(mark: string): void {
    if (!this.takes("mark", mark)) throw this.unexpected();
  }

  private unexpected(): Error {
    const { kind, text, position } = this.token;
    const what = kind === "end" ? "Unexpected end" : `Unexpected '${text}' at position ${position}`;
    return businessErrors.badRequest(`Syntax error: ${what} in '${this.filter}'.`);
  }
}

const KEYWORDS: Readonly<Record<string, Literal | undefined>> = Object.assign(Object.create(null), {
  true: { kind: "literal", edm: "Boolean", value: true },
  false: { kind: "literal", edm: "Boolean", value: false },
  null: { kind: "literal", edm: "Null", value: null },
});

function literalOf(kind: "string" | "guid" | "dateTime" | "date" | "number", text: string): Literal {
  switch (kind) {
    case "string":
      return { kind: "literal", edm: "String", value: text.slice(1, -1).replaceAll("''", "'") };
    case "guid":
      return { kind: "literal", edm: "Guid", value: text.toLowerCase() };
    case "number":
      return { kind: "literal", edm: "Decimal", value: Number(text) };
    case "date":
      return { kind: "literal", edm: "Date", value: checked(text) };
    case "dateTime":
      return { kind: "literal", edm: "DateTimeOffset", value: Date.parse(checked(text)) };
  }
}

function checked(time: string): string {
  if (Number.isNaN(Date.parse(time)))
    throw businessErrors.badRequest(`'${time}' is not a valid date or time.`);
  return time;
}

const KINDS = [
  ["string", /'(?:[^']|'')*'/y],
  ["guid", /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?!\w)/iy],
  ["dateTime", /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})(?!\w)/iy],
  ["date", /\d{4}-\d{2}-\d{2}(?![\w-])/y],
  ["number", /-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])/iy],
  ["name", /[a-z_]\w*/iy],
  ["mark", /[(),]/y],
] as const;

/** One word or mark of a filter. */
interface Token {
  kind: (typeof KINDS)[number][0] | "end";
  text: string;
  position: number;
}

/** Splits a filter into tokens; the last one is its end. */
function tokensOf(filter: string): Token[] {
  const tokens: Token[] = [];
  let position = skipBlanks(filter, 0);
  while (position < filter.length) {
    const token = tokenAt(filter, position);
    tokens.push(token);
    position = skipBlanks(filter, position + token.text.length);
  }
  return [...tokens, { kind: "end", text: "", position }];
}

function tokenAt(filter: string, position: number): Token {
  for (const [kind, pattern] of KINDS) {
    pattern.lastIndex = position;
    const text = pattern.exec(filter)?.[0];
    if (text !== undefined) return { kind, text, position };
  }
  throw businessErrors.badRequest(`Syntax error at position ${position} in '${filter}'.`);
}

function skipBlanks(filter: string, start: number): number {
  let position = start;
  while (/\s/.test(filter.charAt(position))) {
    position += 1;
  }
  return position;
}
