import { businessErrors } from "../errors.js";
import type { EntityType } from "../model/entityType.js";
import { type Fields, fromWire, isOption } from "../model/field.js";
import type { Comparison, Edm, Expression } from "./parseFilter.js";

/** A test of a record. */
export type Filter = (fields: Fields) => boolean;

type Value = string | number | boolean | null;

/** Part of a filter that is ready to be worked out for a record. */
interface Compiled {
  edm: Edm | "Null";
  of: (fields: Fields) => Value;
}

/** Makes a test from a filter, for records of a type; what does not fit the type is refused. */
export function compileFilter(expression: Expression, type: EntityType): Filter {
  const { edm, of } = compile(expression, type);
  if (edm !== "Boolean")
    throw businessErrors.badRequest("The $filter expression must evaluate to a single boolean value.");
  return (fields) => of(fields) === true;
}

function compile(expression: Expression, type: EntityType): Compiled {
  switch (expression.kind) {
    case "literal":
      return { edm: expression.edm, of: () => expression.value };
    case "field":
      return compileField(expression.name, type);
    case "call":
      return compileCall(expression.name, expression.given, type);
    case "compare":
      return compileComparison(expression.comparison, expression.left, expression.right, type);
    case "not": {
      const operand = logical("not", expression.operand, type);
      return { edm: "Boolean", of: (fields) => operand(fields) !== true };
    }
    case "and": {
      const operands = expression.operands.map((operand) => logical("and", operand, type));
      return { edm: "Boolean", of: (fields) => operands.every((operand) => operand(fields) === true) };
    }
    case "or": {
      const operands = expression.operands.map((operand) => logical("or", operand, type));
      return { edm: "Boolean", of: (fields) => operands.some((operand) => operand(fields) === true) };
    }
  }
}

function logical(operator: string, expression: Expression, type: EntityType): Compiled["of"] {
  const { edm, of } = compile(expression, type);
  if (edm !== "Boolean")
    throw businessErrors.badRequest(
      `The operator '${operator}' takes operands of type 'Edm.Boolean', not 'Edm.${edm}'.`,
    );
  return of;
}

function compileField(name: string, type: EntityType): Compiled {
  const field = Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
  if (field === undefined) throw businessErrors.unknownInQuery(name, type.name);
  if (field.edm === "DateTimeOffset")
    return { edm: field.edm, of: (fields) => Date.parse(String(fields[name])) };
  return { edm: field.edm, of: (fields) => fields[name] ?? null };
}

const FUNCTIONS: Readonly<Record<string, { edm: Edm; takes: number; of: (given: string[]) => Value }>> = {
  contains: { edm: "Boolean", takes: 2, of: ([text = "", part = ""]) => text.includes(part) },
  startswith: { edm: "Boolean", takes: 2, of: ([text = "", part = ""]) => text.startsWith(part) },
  endswith: { edm: "Boolean", takes: 2, of: ([text = "", part = ""]) => text.endsWith(part) },
  tolower: { edm: "String", takes: 1, of: ([text = ""]) => text.toLowerCase() },
  toupper: { edm: "String", takes: 1, of: ([text = ""]) => text.toUpperCase() },
  trim: { edm: "String", takes: 1, of: ([text = ""]) => text.trim() },
};

function compileCall(name: string, given: Expression[], type: EntityType): Compiled {
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (known === undefined)
    throw businessErrors.badRequest(`An unknown function with name '${name}' was found.`);
  const texts = given.map((expression) => compile(expression, type));
  if (texts.length !== known.takes || texts.some(({ edm }) => edm !== "String"))
    throw businessErrors.badRequest(
      `No function signature for the function with name '${name}' matches the specified arguments.`,
    );
  return { edm: known.edm, of: (fields) => known.of(texts.map(({ of }) => String(of(fields)))) };
}

const COMPARE: Readonly<Record<Comparison, (left: Value, right: Value) => boolean>> = {
  eq: (left, right) => left === right,
  ne: (left, right) => left !== right,
  gt: (left, right) => left !== null && right !== null && left > right,
  ge: (left, right) => left !== null && right !== null && left >= right,
  lt: (left, right) => left !== null && right !== null && left < right,
  le: (left, right) => left !== null && right !== null && left <= right,
};

function compileComparison(
  comparison: Comparison,
  leftOperand: Expression,
  rightOperand: Expression,
  type: EntityType,
): Compiled {
  const left = compile(inDisplayForm(leftOperand, rightOperand, type), type);
  const right = compile(inDisplayForm(rightOperand, leftOperand, type), type);
  if (left.edm !== right.edm && left.edm !== "Null" && right.edm !== "Null")
    throw businessErrors.badRequest(
      `A binary operator with incompatible types was detected. Found operand types 'Edm.${left.edm}' and 'Edm.${right.edm}' for operator kind '${comparison}'.`,
    );
  const compare = COMPARE[comparison];
  return { edm: "Boolean", of: (fields) => compare(left.of(fields), right.of(fields)) };
}

/** A text beside a field of options may be in the form of the wire; the field holds the other one. */
function inDisplayForm(operand: Expression, other: Expression, type: EntityType): Expression {
  const field = other.kind === "field" ? type.fields[other.name] : undefined;
  const decoded = operand.kind === "literal" && field !== undefined && isOption(field);
  return decoded && typeof operand.value === "string"
    ? { ...operand, value: fromWire(operand.value) }
    : operand;
}
