import Ajv, { type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { enumSpelling } from "./canonical.js";
import { isMap, isResponseOnly, propertySchema, type ResourceSchema, type Schema } from "./dialect.js";
import { getOwn, isAbsent, isObject, isUnknown, type Json, type JsonObject } from "./json.js";
import { itemKey, itemPath, propertyPath } from "./path.js";

/** Something to tell the person: where, and what. Never a value: it may be a secret. */
export interface Finding {
  path: string;
  message: string;
}

export interface Validation {
  problems: Finding[];
  warnings: Finding[];
}

export type Validator = (value: JsonObject) => Validation;

/** Checks arguments, secrets merged back, against a resource's schema; an unknown value is valid anywhere. */
export function createValidator(schema: ResourceSchema): Validator {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= newAjv().compile(standardSchema(schema));
    const stripped = withoutAbsent(value);
    const problems = compiled(stripped)
      ? []
      : (compiled.errors ?? []).flatMap((error) => read(error, schema, stripped));
    const walked = inspect(schema, "", stripped);
    return { problems: [...problems, ...walked.problems], warnings: walked.warnings };
  };
}

function newAjv(): Ajv {
  const ajv = new Ajv({ allErrors: true, verbose: true, strict: false });
  addFormats(ajv);
  return ajv;
}

/** Our schema in the words of ajv; what ajv has no word for, `inspect` looks at. */
function standardSchema(schema: Schema): JsonObject {
  const { type, required, minimum, maximum, minLength, minItems, format, properties, items } = schema;
  const children = Object.entries(properties ?? {}).filter(([, child]) => !isResponseOnly(child));
  const result: JsonObject = { type, required, minimum, maximum, minLength, minItems, format };
  if (properties !== undefined) {
    result.properties = Object.fromEntries(children.map(([name, child]) => [name, standardSchema(child)]));
  }
  if (items !== undefined) result.items = standardSchema(items);
  if (schema.additionalProperties !== undefined)
    result.additionalProperties = standardSchema(schema.additionalProperties);
  return withoutAbsent(result) as JsonObject;
}

/** ajv's error as a finding, or nothing where it speaks of a value that is not known yet. */
function read(error: ErrorObject, schema: Schema, root: Json): Finding[] {
  if (isUnknown(error.data)) return [];
  const path = namedPath(error.instancePath, schema, root);
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case "required":
      return [{ path: propertyPath(path, String(params.missingProperty)), message: "required" }];
    case "type":
      return [{ path, message: `must be ${article(String(params.type))}` }];
    case "minimum":
    case "maximum":
      return [
        { path, message: `must be ${error.keyword === "minimum" ? "at least" : "at most"} ${params.limit}` },
      ];
    case "minItems":
    case "minLength":
      return [{ path, message: "must not be empty" }];
    case "format":
      return [
        {
          path,
          message: params.format === "int32" ? "must be a 32-bit integer" : `must be a ${params.format}`,
        },
      ];
    default:
      return [{ path, message: error.message ?? error.keyword }];
  }
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** `/containers/1/image` as `containers[web].image`. */
function namedPath(pointer: string, schema: Schema, root: Json): string {
  let at: Schema | undefined = schema;
  let value: Json = root;
  let path = "";
  for (const raw of pointer.split("/").slice(1)) {
    const token = raw.replace(/~1/g, "/").replace(/~0/g, "~");
    if (Array.isArray(value)) {
      const item: Json = value[Number(token)];
      path = itemPath(at, path, item, Number(token));
      at = at?.items;
      value = item;
    } else {
      path = propertyPath(path, token);
      at = propertySchema(at, token);
      value = isObject(value) ? getOwn(value, token) : undefined;
    }
  }
  return path;
}

/** Enumerations, exclusive fields, double items and fields that the documents do not know. */
function inspect(schema: Schema | undefined, path: string, value: Json): Validation {
  const found: Validation = { problems: [], warnings: [] };
  if (schema === undefined || isUnknown(value)) return found;
  if (typeof value === "string") inspectEnum(schema, path, value, found);
  if (Array.isArray(value)) inspectList(schema, path, value, found);
  if (isObject(value)) inspectObject(schema, path, value, found);
  return found;
}

function inspectEnum(schema: Schema, path: string, value: string, found: Validation): void {
  if (schema.enum === undefined || enumSpelling(schema, value) !== undefined) return;
  const known = schema.enum.join(", ");
  if (schema.openEnum === true) {
    found.warnings.push({ path, message: `not among the values known so far (${known}); sent as it is` });
  } else {
    found.problems.push({ path, message: `must be one of ${known}` });
  }
}

function inspectList(schema: Schema, path: string, items: Json[], found: Validation): void {
  const seen = new Set<string>();
  items.forEach((item, index) => {
    const itsPath = itemPath(schema, path, item, index);
    const key = itemKey(schema, item);
    if (key !== undefined && seen.has(key)) found.problems.push({ path: itsPath, message: "declared twice" });
    if (key !== undefined) seen.add(key);
    add(found, inspect(schema.items, itsPath, item));
  });
}

function inspectObject(schema: Schema, path: string, value: JsonObject, found: Validation): void {
  inspectExclusive(schema, path, value, found);
  for (const [name, child] of Object.entries(value)) {
    const childPath = propertyPath(path, name);
    const childSchema = propertySchema(schema, name);
    if (isResponseOnly(childSchema)) {
      found.warnings.push({ path: childPath, message: "comes from the service; not sent" });
    } else if (childSchema !== undefined) {
      add(found, inspect(childSchema, childPath, child));
    } else if (name === schema.flatten?.into && isObject(child)) {
      found.problems.push({ path: childPath, message: "write its fields one level up, beside the others" });
    } else if (schema.properties !== undefined && !isMap(schema)) {
      found.warnings.push({ path: childPath, message: "not a field of the documents; sent as it is" });
    }
  }
}

function inspectExclusive(schema: Schema, path: string, value: JsonObject, found: Validation): void {
  const names = schema.exactlyOneOf ?? [];
  if (names.length === 0) return;
  const given = names.filter((name) => Object.hasOwn(value, name));
  if (given.length === 1) return;
  const listed = names.join(", ");
  const message =
    given.length === 0
      ? `one of ${listed} is required`
      : `only one of ${listed} can be given, not ${given.join(" and ")}`;
  found.problems.push({ path, message });
}

function add(to: Validation, more: Validation): void {
  to.problems.push(...more.problems);
  to.warnings.push(...more.warnings);
}

/** `null` declares nothing, so nothing is what the rules see. */
function withoutAbsent(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutAbsent);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).filter(([, child]) => !isAbsent(child));
  return Object.fromEntries(entries.map(([name, child]) => [name, withoutAbsent(child)]));
}
