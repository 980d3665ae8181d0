import type { Ajv, ErrorObject, ValidateFunction } from "ajv";
import { type Finding, inspect, type Validation } from "./inspect.js";
import { type Json, type JsonObject, type PropertyMap, withoutAbsent } from "./json.js";
import type { ResourceSchema, Schema } from "./keywords.js";
import { guidPattern } from "./normalize.js";
import { joinPath } from "./path.js";

export type Validator = (value: PropertyMap) => Validation;

/** Checks arguments, secrets merged back, against a resource's schema; an unknown value is valid anywhere. */
export function createValidator(schema: ResourceSchema): Validator {
  return (value) => inspect(schema, withoutAbsent(value), findStandardProblems);
}

/** Compiling takes longer than everything else in a preview, so it happens once per field that a program gives. */
const compiled = new WeakMap<Schema, ValidateFunction>();
let ajv: Ajv | undefined;

/** Applies the keywords of JSON Schema to one value; `inspect` visits the values inside it. */
function findStandardProblems(schema: Schema, path: string, value: Json): Finding[] {
  ajv ??= newAjv();
  const isValid = compiled.get(schema) ?? ajv.compile(withoutParts(schema));
  compiled.set(schema, isValid);
  return isValid(value) ? [] : (isValid.errors ?? []).flatMap((error) => read(error, path));
}

/**
 * A host process lives for one operation, so this has to be quick: loaded with the first arguments to be checked,
 * and our own schemas are not validated again.
 */
function newAjv(): Ajv {
  const { Ajv }: typeof import("ajv") = require("ajv");
  const { default: addFormats }: typeof import("ajv-formats") = require("ajv-formats");
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    // NaN and the infinities are no numbers: JSON makes null of them, and null declares nothing.
    strictNumbers: true,
    // The services count characters as JavaScript does: one outside of the basic plane counts twice.
    unicode: false,
    // It warns that this option is not part of JSON Schema.
    logger: false,
    meta: false,
    validateSchema: false,
  });
  addFormats(ajv, ["int32", "date", "date-time"]);
  ajv.addFormat("uri", /^[a-z][a-z\d+.-]*:\/\/[^\s/?#]+\S*$/i);
  ajv.addFormat("base64", (value) => value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value));
  ajv.addFormat("guid", guidPattern);
  // Only what every address has: which addresses there are is for the service to say.
  ajv.addFormat("email", /^.+@.+$/s);
  return ajv;
}

/** Our schema for ajv, which ignores unknown keywords. Enumerations are left out: ours ignore letter case. */
function withoutParts(schema: Schema): JsonObject {
  const { properties, items, additionalProperties, enum: _, ...rules } = schema;
  const type = schema.type === "any" ? undefined : schema.type;
  return withoutAbsent({ ...rules, type, allOf: identityRules(schema) });
}

/** What a part of a resource's address has to be, besides its own pattern. A slash in an e-mail address is encoded. */
function identityRules({ identity, format }: Schema): JsonObject[] | undefined {
  if (identity !== true) return undefined;
  const trimmed = {
    pattern: "^(?!\\s)\\P{Cc}*$(?<!\\s)",
    patternMessage: "must not begin or end with white space or contain control characters",
  };
  const segment = {
    pattern: format === "email" ? "^(?!\\.{1,2}$)" : "^(?!\\.{1,2}$)[^/]*$",
    patternMessage: "must be a name without a slash",
  };
  return [trimmed, segment];
}

function read(error: ErrorObject, path: string): Finding[] {
  if (error.keyword === "format" && typeof error.data === "number" && !Number.isInteger(error.data))
    return [];
  const { params } = error;
  switch (error.keyword) {
    case "required":
      return [{ path: joinPath(path, String(params.missingProperty)), message: "required" }];
    case "type":
      return [{ path, message: describeWrongType(String(params.type), error.data) }];
    case "minimum":
    case "maximum":
      return [
        { path, message: `must be ${error.keyword === "minimum" ? "at least" : "at most"} ${params.limit}` },
      ];
    case "exclusiveMinimum":
      return [{ path, message: `must be greater than ${params.limit}` }];
    case "minItems":
    case "minLength":
      return [{ path, message: "must not be empty" }];
    case "maxLength":
      return [{ path, message: `must have at most ${params.limit} characters` }];
    case "pattern":
      return [{ path, message: String(error.parentSchema?.patternMessage) }];
    case "format":
      return [{ path, message: wrongFormat(String(params.format), error.parentSchema ?? {}) }];
    default:
      return [{ path, message: error.message ?? error.keyword }];
  }
}

const FORMAT_NAMES: Record<string, string> = {
  int32: "32-bit integer",
  uri: "absolute URL",
  guid: "GUID",
  date: "date such as 2026-01-31",
  email: "e-mail address",
  base64: "text in base64",
};

function wrongFormat(format: string, { lookedUpBy, formatMessage }: JsonObject): string {
  if (typeof formatMessage === "string") return formatMessage;
  const message = `must be ${article(FORMAT_NAMES[format] ?? format)}`;
  return lookedUpBy === undefined ? message : `${message}; to name the record without it, use ${lookedUpBy}`;
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

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
