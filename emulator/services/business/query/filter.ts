import { isGuid } from "../../../guid.js";
import { businessErrors } from "../errors.js";
import type { EntityType } from "../model/entityType.js";
import { type Field, type Fields, fromWire, isOption } from "../model/field.js";

export type Filter = (fields: Fields) => boolean;

/** A value in a filter. A date-time is in milliseconds since 1970. */
type Value = string | number | boolean | null;

/** A parsed part of a filter, which can be evaluated for a record. */
interface Operand {
  edm: Field["edm"] | "Null";
  of: (fields: Fields) => Value;
  /** The value of a literal string. */
  text?: string;
  /** Whether it is a field with options. */
  isOption?: boolean;
}

const TOKEN = /'(?:[^']|'')*'|[\w.:+-]+|\S/g;

/** The binary operators by precedence, the lowest first. */
const LEVELS = [["or"], ["and"], ["eq", "ne", "gt", "ge", "lt", "le"]];

/** Parses the text of `$filter` for records of a type. Values of wrong types are errors. */
export function readFilter(filter: string, type: EntityType): Filter {
  const tokens = filter.match(TOKEN) ?? [];
  let next = 0;
  const takes = (text: string): boolean => {
    const fits = tokens[next] === text;
    next += Number(fits);
    return fits;
  };
  const unexpected = () => {
    const what = tokens[next] === undefined ? "end" : `'${tokens[next]}'`;
    return businessErrors.badRequest(`Syntax error: unexpected ${what} in '${filter}'.`);
  };
  const expect = (text: string) => {
    if (!takes(text)) throw unexpected();
  };

  function expression(level = 0): Operand {
    const operators = LEVELS[level];
    if (operators === undefined) return unary();
    let left = expression(level + 1);
    for (;;) {
      const operator = operators.find(takes);
      if (operator === undefined) return left;
      left = combine(operator, left, expression(level + 1));
    }
  }

  function unary(): Operand {
    if (takes("not")) {
      const { of } = requireBoolean("not", unary());
      return { edm: "Boolean", of: (fields) => of(fields) !== true };
    }
    if (takes("(")) {
      const inner = expression();
      expect(")");
      return inner;
    }
    const text = tokens[next] ?? "";
    const literal = literalOf(text);
    if (literal === undefined && !/^[a-z_]\w*$/i.test(text)) throw unexpected();
    next += 1;
    if (literal !== undefined) return literal;
    if (!takes("(")) return fieldOf(text, type);
    const given = [expression()];
    while (takes(",")) given.push(expression());
    expect(")");
    return call(text, given);
  }

  const { edm, of } = expression();
  if (next < tokens.length) throw unexpected();
  if (edm !== "Boolean")
    throw businessErrors.badRequest("The $filter expression must evaluate to a single boolean value.");
  return (fields) => of(fields) === true;
}

function requireBoolean(operator: string, operand: Operand): Operand {
  if (operand.edm === "Boolean") return operand;
  throw businessErrors.badRequest(
    `The operator '${operator}' takes operands of type 'Edm.Boolean', not 'Edm.${operand.edm}'.`,
  );
}

const COMPARE: Readonly<Record<string, (left: Value, right: Value) => boolean>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  gt: (left, right) => left !== null && right !== null && left > right,
  ge: (left, right) => left !== null && right !== null && left >= right,
  lt: (left, right) => left !== null && right !== null && left < right,
  le: (left, right) => left !== null && right !== null && left <= right,
};

function combine(operator: string, first: Operand, second: Operand): Operand {
  const compare = COMPARE[operator];
  if (compare === undefined) {
    const [left, right] = [requireBoolean(operator, first), requireBoolean(operator, second)];
    const isDecided = operator === "or";
    return {
      edm: "Boolean",
      of: (fields) => ((left.of(fields) === true) === isDecided ? isDecided : right.of(fields) === true),
    };
  }
  const [left, right] = [inDisplayForm(first, second), inDisplayForm(second, first)];
  if (left.edm !== right.edm && left.edm !== "Null" && right.edm !== "Null")
    throw businessErrors.badRequest(
      `A binary operator with incompatible types was detected. Found operand types 'Edm.${left.edm}' and 'Edm.${right.edm}' for operator kind '${operator}'.`,
    );
  return { edm: "Boolean", of: (fields) => compare(left.of(fields), right.of(fields)) };
}

/** Decodes a string that is compared with a field of options: the field has the form for display. */
function inDisplayForm(operand: Operand, other: Operand): Operand {
  const { text } = operand;
  return text !== undefined && other.isOption === true ? { ...operand, of: () => fromWire(text) } : operand;
}

function fieldOf(name: string, type: EntityType): Operand {
  const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
  if (field === undefined) throw businessErrors.unknownProperty(name, type.name);
  if (field.edm === "DateTimeOffset")
    return { edm: field.edm, of: (fields) => Date.parse(String(fields[name])) };
  return { edm: field.edm, of: (fields) => fields[name] ?? null, isOption: isOption(field) };
}

/** The functions of one or two strings. */
const FUNCTIONS: Readonly<Record<string, { takes: number; of: (text: string, part: string) => Value }>> = {
  contains: { takes: 2, of: (text, part) => text.includes(part) },
  startswith: { takes: 2, of: (text, part) => text.startsWith(part) },
  endswith: { takes: 2, of: (text, part) => text.endsWith(part) },
  tolower: { takes: 1, of: (text) => text.toLowerCase() },
  toupper: { takes: 1, of: (text) => text.toUpperCase() },
  trim: { takes: 1, of: (text) => text.trim() },
};

function call(name: string, given: Operand[]): Operand {
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (known === undefined)
    throw businessErrors.badRequest(`An unknown function with name '${name}' was found.`);
  if (given.length !== known.takes || given.some(({ edm }) => edm !== "String"))
    throw businessErrors.badRequest(
      `No function signature for the function with name '${name}' matches the specified arguments.`,
    );
  const [first, second] = given;
  return {
    edm: known.takes === 2 ? "Boolean" : "String",
    of: (fields) => known.of(String(first?.of(fields)), String(second?.of(fields))),
  };
}

const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/i;

/** Parses a literal; undefined for a name or a mark. */
function literalOf(token: string): Operand | undefined {
  const literal = (edm: Operand["edm"], value: Value) => ({ edm, of: () => value });
  if (token === "null") return literal("Null", null);
  if (token === "true" || token === "false") return literal("Boolean", token === "true");
  if (/^'.*'$/s.test(token)) {
    const text = token.slice(1, -1).replaceAll("''", "'");
    return { ...literal("String", text), text };
  }
  if (isGuid(token)) return literal("Guid", token.toLowerCase());
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(token)) return literal("Decimal", Number(token));
  if (!DATE.test(token)) return undefined;
  const time = Date.parse(token);
  if (Number.isNaN(time)) throw businessErrors.badRequest(`'${token}' is not a valid date or time.`);
  return token.length > 10 ? literal("DateTimeOffset", time) : literal("Date", token);
}
