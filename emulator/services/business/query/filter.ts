import { businessErrors } from "../errors.js";
import type { EntityType } from "../model/entityType.js";
import { type Field, type Fields, fromWire, isOption } from "../model/field.js";

export type Filter = (fields: Fields) => boolean;

/** A value in a filter. A date-time is in milliseconds since 1970. */
type Value = string | number | boolean | null;

type Edm = Field["edm"];

/** A parsed part of a filter, which can be evaluated for a record. */
interface Operand {
  edm: Edm | "Null";
  of: (fields: Fields) => Value;
  text?: string;
  /** Whether it is a field with options. */
  isOption?: boolean;
}

/** Parses the text of `$filter` for records of a type. Values of wrong types are errors. */
export function readFilter(filter: string, type: EntityType): Filter {
  const { edm, of } = new Parser(filter, type).whole();
  if (edm !== "Boolean")
    throw businessErrors.badRequest("The $filter expression must evaluate to a single boolean value.");
  return (fields) => of(fields) === true;
}

/** Has one method for each level of precedence, the lowest first. */
class Parser {
  private readonly tokens: Token[];
  private next = 0;

  constructor(
    private readonly filter: string,
    private readonly type: EntityType,
  ) {
    this.tokens = tokensOf(filter);
  }

  whole(): Operand {
    const operand = this.or();
    if (this.token.kind !== "end") throw this.unexpected();
    return operand;
  }

  private or(): Operand {
    return this.chain(
      "or",
      () => this.and(),
      (tests, fields) => tests.some((test) => test(fields) === true),
    );
  }

  private and(): Operand {
    return this.chain(
      "and",
      () => this.comparison(),
      (tests, fields) => tests.every((test) => test(fields) === true),
    );
  }

  private chain(
    operator: string,
    operand: () => Operand,
    join: (tests: Operand["of"][], fields: Fields) => boolean,
  ): Operand {
    const first = operand();
    const operands = [first];
    while (this.takes("name", operator)) operands.push(operand());
    if (operands.length === 1) return first;
    const tests = operands.map((one) => logical(operator, one));
    return { edm: "Boolean", of: (fields) => join(tests, fields) };
  }

  private comparison(): Operand {
    const left = this.unary();
    const { kind, text } = this.token;
    const compare = kind === "name" && Object.hasOwn(COMPARE, text) ? COMPARE[text] : undefined;
    if (compare === undefined) return left;
    this.next += 1;
    return comparing(text, compare, left, this.unary());
  }

  private unary(): Operand {
    return this.takes("name", "not") ? not(this.unary()) : this.primary();
  }

  private primary(): Operand {
    if (this.takes("mark", "(")) {
      const inner = this.or();
      this.expect(")");
      return inner;
    }
    const { kind, text } = this.token;
    if (kind === "end" || kind === "mark") throw this.unexpected();
    this.next += 1;
    if (kind !== "name") return literalOf(kind, text);
    if (text === "null") return literal("Null", null);
    if (text === "true" || text === "false") return literal("Boolean", text === "true");
    return this.takes("mark", "(") ? call(text, this.list()) : fieldOf(text, this.type);
  }

  /** Parses the arguments of a function, and the parenthesis after them. */
  private list(): Operand[] {
    const given = [this.or()];
    while (this.takes("mark", ",")) given.push(this.or());
    this.expect(")");
    return given;
  }

  private get token(): Token {
    return this.tokens[this.next] ?? { kind: "end", text: "" };
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
    const { kind, text } = this.token;
    const what = kind === "end" ? "end" : `'${text}'`;
    return businessErrors.badRequest(`Syntax error: unexpected ${what} in '${this.filter}'.`);
  }
}

function not(operand: Operand): Operand {
  const test = logical("not", operand);
  return { edm: "Boolean", of: (fields) => test(fields) !== true };
}

function logical(operator: string, { edm, of }: Operand): Operand["of"] {
  if (edm !== "Boolean")
    throw businessErrors.badRequest(
      `The operator '${operator}' takes operands of type 'Edm.Boolean', not 'Edm.${edm}'.`,
    );
  return of;
}

type Compare = (left: Value, right: Value) => boolean;

const COMPARE: Readonly<Record<string, Compare>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  gt: (left, right) => left !== null && right !== null && left > right,
  ge: (left, right) => left !== null && right !== null && left >= right,
  lt: (left, right) => left !== null && right !== null && left < right,
  le: (left, right) => left !== null && right !== null && left <= right,
};

function comparing(operator: string, compare: Compare, first: Operand, second: Operand): Operand {
  const [left, right] = [inDisplayForm(first, second), inDisplayForm(second, first)];
  if (left.edm !== right.edm && left.edm !== "Null" && right.edm !== "Null")
    throw businessErrors.badRequest(
      `A binary operator with incompatible types was detected. Found operand types 'Edm.${left.edm}' and 'Edm.${right.edm}' for operator kind '${operator}'.`,
    );
  return { edm: "Boolean", of: (fields) => compare(left.of(fields), right.of(fields)) };
}

/** Decodes a string that is compared with a field of options: the field has the form for display. */
function inDisplayForm(operand: Operand, other: Operand): Operand {
  return operand.text !== undefined && other.isOption === true ? textOf(fromWire(operand.text)) : operand;
}

function literal(edm: Operand["edm"], value: Value): Operand {
  return { edm, of: () => value };
}

function textOf(text: string): Operand {
  return { ...literal("String", text), text };
}

function fieldOf(name: string, type: EntityType): Operand {
  const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
  if (field === undefined) throw businessErrors.unknownInQuery(name, type.name);
  if (field.edm === "DateTimeOffset")
    return { edm: field.edm, of: (fields) => Date.parse(String(fields[name])) };
  return { edm: field.edm, of: (fields) => fields[name] ?? null, isOption: isOption(field) };
}

const FUNCTIONS: Readonly<Record<string, { edm: Edm; takes: number; of: (given: string[]) => Value }>> = {
  contains: { edm: "Boolean", takes: 2, of: ([text = "", part = ""]) => text.includes(part) },
  startswith: { edm: "Boolean", takes: 2, of: ([text = "", part = ""]) => text.startsWith(part) },
  endswith: { edm: "Boolean", takes: 2, of: ([text = "", part = ""]) => text.endsWith(part) },
  tolower: { edm: "String", takes: 1, of: ([text = ""]) => text.toLowerCase() },
  toupper: { edm: "String", takes: 1, of: ([text = ""]) => text.toUpperCase() },
  trim: { edm: "String", takes: 1, of: ([text = ""]) => text.trim() },
};

function call(name: string, given: Operand[]): Operand {
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (known === undefined)
    throw businessErrors.badRequest(`An unknown function with name '${name}' was found.`);
  if (given.length !== known.takes || given.some(({ edm }) => edm !== "String"))
    throw businessErrors.badRequest(
      `No function signature for the function with name '${name}' matches the specified arguments.`,
    );
  return { edm: known.edm, of: (fields) => known.of(given.map(({ of }) => String(of(fields)))) };
}

function literalOf(kind: "string" | "guid" | "dateTime" | "date" | "number", text: string): Operand {
  switch (kind) {
    case "string":
      return textOf(text.slice(1, -1).replaceAll("''", "'"));
    case "guid":
      return literal("Guid", text.toLowerCase());
    case "number":
      return literal("Decimal", Number(text));
    case "date":
      requireTime(text);
      return literal("Date", text);
    case "dateTime":
      return literal("DateTimeOffset", requireTime(text));
  }
}

function requireTime(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw businessErrors.badRequest(`'${text}' is not a valid date or time.`);
  return time;
}

const TOKEN = new RegExp(
  [
    /(?<string>'(?:[^']|'')*')/,
    /(?<guid>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?!\w))/,
    /(?<dateTime>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})(?!\w))/,
    /(?<date>\d{4}-\d{2}-\d{2}(?![\w-]))/,
    /(?<number>-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.]))/,
    /(?<name>[a-z_]\w*)/,
    /(?<mark>[(),])/,
    /(?<other>\S)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gi",
);

interface Token {
  kind: "string" | "guid" | "dateTime" | "date" | "number" | "name" | "mark" | "end";
  text: string;
}

function tokensOf(filter: string): Token[] {
  return Array.from(filter.matchAll(TOKEN), ({ 0: text, groups = {} }) => {
    if (groups.other !== undefined)
      throw businessErrors.badRequest(`Syntax error: unexpected '${text}' in '${filter}'.`);
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as Token["kind"];
    return { kind, text };
  });
}
