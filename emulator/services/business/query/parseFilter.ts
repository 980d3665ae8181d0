import { businessErrors } from "../errors.js";
import { COMPARISONS, type Comparison, type Expression, type Literal } from "./expression.js";
import { type Token, tokensOf } from "./tokens.js";

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
    if (this.token.kind !== "end") {
      throw this.unexpected();
    }
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
    if (this.token.kind !== "name" || !COMPARISONS.includes(comparison)) {
      return left;
    }
    this.next += 1;
    return { kind: "compare", comparison, left, right: this.unary() };
  }

  private unary(): Expression {
    if (this.depth === DEEPEST) {
      throw businessErrors.badRequest("The filter is nested too deeply.");
    }
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
    if (kind === "end" || kind === "mark") {
      throw this.unexpected();
    }
    this.next += 1;
    if (kind !== "name") {
      return literalOf(kind, text);
    }
    const known = KEYWORDS[text];
    if (known !== undefined) {
      return known;
    }
    return this.takes("mark", "(")
      ? { kind: "call", name: text, given: this.list() }
      : { kind: "field", name: text };
  }

  /** What is given to a function, and the parenthesis behind it. */
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
    if (!this.takes("mark", mark)) {
      throw this.unexpected();
    }
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
  if (Number.isNaN(Date.parse(time))) {
    throw businessErrors.badRequest(`'${time}' is not a valid date or time.`);
  }
  return time;
}
