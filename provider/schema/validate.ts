import type { Ajv, ErrorObject, ValidateFunction } from "ajv";
import type { Finding, Validation } from "./finding.js";
import { inspect } from "./inspect.js";
import { isAbsent, type Json, type JsonObject, type PropertyMap, withoutAbsent } from "./json.js";
import type { ResourceSchema, Schema } from "./keywords.js";
import { guidPattern } from "./normalize.js";
import { joinPath } from "./path.js";

type Validator = (value: PropertyMap) => Validation;

/** Validates arguments, with their secrets in place, by a resource's schema. An unknown value is always valid. */
export function createValidator(schema: ResourceSchema): Validator {
  return (value) => inspect(schema, withoutAbsent(value), findStandardProblems);
}

/** Compiling takes longer than everything else in a preview, so only fields that a program sets are compiled, each one once. */
const compiled = new WeakMap<Partial<Schema>, ValidateFunction>();
let ajv: Ajv | undefined;

/** Applies the keywords of JSON Schema to one value; `inspect` visits the values inside it. */
function findStandardProblems(schema: Partial<Schema>, path: string, value: Json): Finding[] {
  ajv ??= newAjv();
  const isValid = compiled.get(schema) ?? ajv.compile(withoutParts(schema));
  compiled.set(schema, isValid);
  return isValid(value) ? [] : (isValid.errors ?? []).flatMap((error) => readAjvError(error, path));
}

/** A host process serves one operation, so ajv has to start fast. It is loaded late, and does not validate the schemas. */
function newAjv(): Ajv {
  const { Ajv }: typeof import("ajv") = require("ajv");
  const { default: addFormats }: typeof import("ajv-formats") = require("ajv-formats");
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    // Refuses NaN and infinities, which would become null in JSON.
    strictNumbers: true,
    // 0.7 divided by 0.1 is not exactly 7.
    multipleOfPrecision: 6,
    // The services count UTF-16 code units, as JavaScript does.
    unicode: false,
    // Suppresses the warning that `unicode` is not part of JSON Schema.
    logger: false,
    meta: false,
    validateSchema: false,
  });
  addFormats(ajv, ["int32", "date", "date-time"]);
  ajv.addFormat("uri", /^[a-z][a-z\d+.-]*:\/\/[^\s/?#]+\S*$/i);
  ajv.addFormat("base64", (value) => value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value));
  ajv.addFormat("guid", guidPattern);
  // The service decides which addresses are valid.
  ajv.addFormat("email", /^.+@.+$/s);
  return ajv;
}

/** A schema for ajv, which ignores unknown keywords. It has no enumerations, because these ignore letter case. */
function withoutParts(schema: Partial<Schema>): JsonObject {
  const { properties, items, additionalProperties, enum: _, ...rules } = schema;
  const type = schema.type === "any" ? undefined : schema.type;
  return withoutAbsent({ ...rules, type, allOf: identityRules(schema) });
}

/** Rules for a part of a resource's address, besides its own pattern. A slash in an e-mail address is encoded. */
function identityRules({ identity, format }: Partial<Schema>): JsonObject[] | undefined {
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

function readAjvError(error: ErrorObject, path: string): Finding[] {
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
    case "multipleOf":
      return [{ path, message: `must be a multiple of ${params.multipleOf}` }];
    case "maxItems":
      return [{ path, message: `must have at most ${params.limit} items` }];
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

function wrongFormat(format: string, { resolvedBy, formatMessage }: JsonObject): string {
  if (typeof formatMessage === "string") return formatMessage;
  const message = `must be ${article(FORMAT_NAMES[format] ?? format)}`;
  return resolvedBy === undefined ? message : `${message}; to name the record without it, use ${resolvedBy}`;
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** Formats a message about a wrong type. It does not contain the value, which may be a secret. */
export function describeWrongType(expected: string, value: Json): string {
  const kind = kindOf(value);
  return `must be ${article(expected)}${kind === undefined ? "" : `, got ${kind}`}`;
}

/** Undefined for a value that JSON does not have, such as NaN. */
function kindOf(value: Json): string | undefined {
  if (isAbsent(value)) return String(value);
  if (typeof value !== "number") return article(Array.isArray(value) ? "array" : typeof value);
  if (!Number.isFinite(value)) return undefined;
  return Number.isInteger(value) ? "a number" : "a number with a fraction";
}
