import type { Ajv, ErrorObject, ValidateFunction } from "ajv";
import { guidPattern } from "./guid.js";
import { type Finding, inspect, type Validation } from "./inspect.js";
import {
  getOwn,
  isObject,
  isUnknown,
  type Json,
  type JsonObject,
  type PropertyMap,
  withoutAbsent,
} from "./json.js";
import { getPropertySchema, isResponseOnly, type ResourceSchema, type Schema } from "./keywords.js";
import { describeWrongType } from "./kind.js";
import { formatItemPath, joinPath } from "./path.js";

export type Validator = (value: PropertyMap) => Validation;

/** Compiling takes longer than everything else in a preview, so it happens once per schema and process. */
const validators = new WeakMap<ResourceSchema, ValidateFunction>();

/** Checks arguments, secrets merged back, against a resource's schema; an unknown value is valid anywhere. */
export function createValidator(schema: ResourceSchema): Validator {
  return (value) => {
    const compiled = validators.get(schema) ?? newAjv().compile(standardSchema(schema));
    validators.set(schema, compiled);
    const stripped = withoutAbsent(value);
    const problems = compiled(stripped)
      ? []
      : (compiled.errors ?? []).flatMap((error) => read(error, schema, stripped));
    const inspected = inspect(schema, stripped);
    return { problems: [...problems, ...inspected.problems], warnings: inspected.warnings };
  };
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

/** Our schema for ajv, which ignores the keywords that it does not have: `inspect` checks those. */
function standardSchema(root: Schema): JsonObject {
  const definitions: JsonObject = {};
  /** A named shape stands once, however often it is used. */
  const shared = (schema: Schema): JsonObject => {
    const { title } = schema;
    if (title === undefined) return plainSchema(schema);
    if (!Object.hasOwn(definitions, title)) {
      definitions[title] = {};
      definitions[title] = plainSchema(schema);
    }
    return { $ref: `#/definitions/${title}` };
  };
  const plainSchema = (schema: Schema): JsonObject => {
    const fields = Object.entries({ ...schema.properties, ...schema.entries }).filter(
      ([, field]) => !isResponseOnly(field),
    );
    const properties = Object.fromEntries(fields.map(([name, field]) => [name, shared(field)]));
    const items = schema.items && shared(schema.items);
    const additionalProperties = schema.additionalProperties && shared(schema.additionalProperties);
    const type = schema.type === "any" ? undefined : schema.type;
    const parts = { properties, items, additionalProperties, entries: undefined };
    // An enumeration in any case is none for ajv.
    return withoutAbsent({ ...schema, ...parts, type, enum: undefined, allOf: identityRules(schema) });
  };
  return { ...plainSchema(root), definitions };
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

/** ajv's error as a finding, or nothing where it speaks of a value that is not known yet. */
function read(error: ErrorObject, schema: Schema, root: Json): Finding[] {
  if (isUnknown(error.data)) return [];
  if (error.keyword === "format" && typeof error.data === "number" && !Number.isInteger(error.data))
    return [];
  const path = namedPath(error.instancePath, schema, root);
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

/** `/containers/1/image` as `containers[web].image`. */
function namedPath(pointer: string, schema: Schema, root: Json): string {
  let at: Schema | undefined = schema;
  let value: Json = root;
  let path = "";
  for (const raw of pointer.split("/").slice(1)) {
    const token = raw.replace(/~1/g, "/").replace(/~0/g, "~");
    if (Array.isArray(value)) {
      const item: Json = value[Number(token)];
      path = formatItemPath(at, path, item, Number(token));
      at = at?.items;
      value = item;
    } else {
      path = joinPath(path, token);
      at = getPropertySchema(at, token);
      value = isObject(value) ? getOwn(value, token) : undefined;
    }
  }
  return path;
}
