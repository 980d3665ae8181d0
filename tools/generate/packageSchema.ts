import {
  configurationKeys,
  NAMESPACE,
  TOKEN_PREFIX,
  TYPE_PREFIX,
} from "../../provider/contract/configuration.js";
import type { ResourceDefinition } from "../../provider/contract/definition.js";
import type { FunctionSchema, ServiceQuery } from "../../provider/core/serviceQuery.js";
import { version } from "../../provider/generated/version.js";
import type { JsonObject } from "../../provider/schema/json.js";
import {
  isRequired,
  isResponseOnly,
  listArgumentFields,
  listOutputFields,
  listSchemas,
  listShapes,
  mustBeGiven,
  type ResourceSchema,
  type Schema,
} from "../../provider/schema/keywords.js";
import { describeField } from "./fieldText.js";
import { languages, publication, README } from "./publication.js";

/**
 * The package schema: resources and functions as the SDKs of all languages have them.
 *
 * @param listings queries that list importable objects, by the title of the resource
 * @param usage programs in all languages, as Markdown, by the title of the resource
 */
export function createPackageSchema(
  definitions: readonly Pick<ResourceDefinition, "schema">[],
  queries: readonly Pick<ServiceQuery<unknown>, "name" | "describe">[],
  listings: Readonly<Record<string, Pick<ServiceQuery<unknown>, "describe">>> = {},
  usage: Readonly<Record<string, string>> = {},
): JsonObject {
  const resources = definitions.map(({ schema }) => schema);
  const provider = providerArguments();
  return {
    name: NAMESPACE,
    displayName: "Vendor Cloud",
    version,
    description: "Container groups, business records, stops of ERP instances, and an app service.",
    keywords: ["pulumi", NAMESPACE, "category/cloud", "kind/native"],
    license: "MIT",
    ...publication,
    // Generates SDKs that can be published: with a version, a go.mod and a pyproject.toml.
    meta: { supportPack: true },
    config: { variables: provider },
    provider: { inputProperties: provider, properties: textsOf(provider) },
    types: { ...listShapeTypes(resources), ...listItemTypes(queries) },
    resources: Object.fromEntries(
      resources.map((resource) => [
        TOKEN_PREFIX + resource.title,
        {
          ...resourceOf(resource, usage[resource.title]),
          ...listInputsOf(resource, listings[resource.title]),
        },
      ]),
    ),
    functions: Object.fromEntries(
      queries.map(({ name, describe }) => [TOKEN_PREFIX + name, functionOf(name, describe())]),
    ),
    language: Object.fromEntries(
      Object.entries(languages).map(([language, facts]) => [
        language,
        { ...facts, readme: README, respectSchemaVersion: true },
      ]),
    ),
  };
}

/** The types of the objects in resources, and those of enumerations. Resources share types of the same name. */
function listShapeTypes(resources: readonly ResourceSchema[]): Record<string, JsonObject> {
  const types: Record<string, JsonObject> = {};
  const shapes = resources.flatMap((resource) => [...listShapes(resource)]);
  const isResource = (shape: Schema): boolean => resources.some((resource) => resource === shape);
  for (const [title, shape] of shapes) {
    for (const [name, field] of Object.entries(shape.properties ?? {})) addEnum(types, title, name, field);
    if (isResource(shape)) continue;
    if (listArgumentFields(shape).length > 0)
      types[TOKEN_PREFIX + title] ??= shapeType(title, shape, "input");
    if (hasOutputs(shape)) types[TOKEN_PREFIX + outputName(title)] ??= shapeType(title, shape, "output");
  }
  return types;
}

function listItemTypes(
  queries: readonly Pick<ServiceQuery<unknown>, "name" | "describe">[],
): Record<string, JsonObject> {
  return Object.fromEntries(
    queries.flatMap(({ name, describe }) => {
      const { item, result } = describe();
      return item === undefined ? [] : [[TOKEN_PREFIX + item, itemType(name, item, result)]];
    }),
  );
}

function resourceOf(schema: ResourceSchema, usage = ""): JsonObject {
  const { title, description } = schema;
  const inputs = listArgumentFields(schema);
  return {
    description: [description, usage].join("\n\n").trim(),
    inputProperties: fields(title, inputs, "input"),
    requiredInputs: inputs.map(([name]) => name).filter((name) => mustBeGivenAlone(schema, name)),
    properties: fields(title, listOutputFields(schema), "output"),
    required: listOutputFields(schema)
      .map(([name]) => name)
      .filter((name) => isRequired(schema, name)),
    aliases: [{ type: TYPE_PREFIX + title }],
  };
}

/** The arguments that filter the list of importable objects. */
function listInputsOf(
  { title }: ResourceSchema,
  listing: Pick<ServiceQuery<unknown>, "describe"> | undefined,
): JsonObject {
  if (listing === undefined) return {};
  const { arguments: narrowing, required = [] } = listing.describe();
  return {
    listInputs: { type: "object", properties: fieldsOfFunction(title, narrowing, "input"), required },
  };
}

function functionOf(name: string, { description, list, item, ...described }: FunctionSchema): JsonObject {
  const properties = fieldsOfFunction(name, described.result, "output");
  // An item without a type is a map, because a package schema cannot mix known and other fields. Quotes mark the keys of a map,
  // which are the same in every language.
  const quote = item === undefined ? '"' : "`";
  const known = Object.entries(described.result).map(
    ([field, its]) => `${quote}${field}${quote}: ${its.description}`,
  );
  const items =
    item === undefined ? { type: "object", additionalProperties: ANY } : { $ref: reference(item) };
  const outputs =
    list === undefined
      ? { type: "object", properties }
      : {
          type: "object",
          properties: { [list]: { type: "array", items, description: known.join(" ") } },
          required: [list],
        };
  return {
    description,
    inputs: {
      type: "object",
      properties: fieldsOfFunction(name, described.arguments, "input"),
      required: described.required ?? [],
    },
    outputs,
  };
}

function itemType(name: string, title: string, result: Record<string, Schema>): JsonObject {
  return {
    type: "object",
    description: `An item of the result of \`${name}\`.`,
    properties: fieldsOfFunction(title, result, "output"),
  };
}

/** Removes `createOnly`: functions share field schemas with resources, but replace nothing. */
function fieldsOfFunction(name: string, schemas: Record<string, Schema>, direction: Direction): JsonObject {
  const entries = Object.entries(schemas).map(([field, { createOnly, ...schema }]): [string, Schema] => [
    field,
    schema,
  ]);
  return fields(name, entries, direction);
}

/** Whether the argument is required, and no other argument can replace it. */
function mustBeGivenAlone(shape: Schema, name: string): boolean {
  return mustBeGiven(shape, name) && shape.properties?.[name]?.resolvedBy === undefined;
}

/** Types do not require secrets: an import cannot read them, and the provider reports all missing ones with a remedy. */
function mustBeWritten(shape: Schema, name: string): boolean {
  return mustBeGiven(shape, name) && shape.properties?.[name]?.secret !== true;
}

function shapeType(title: string, shape: Schema, direction: Direction): JsonObject {
  const [entries, isNeeded] =
    direction === "input"
      ? [listArgumentFields(shape), mustBeWritten]
      : [listOutputFields(shape), isRequired];
  return {
    type: "object",
    description: shape.description,
    properties: fields(title, entries, direction),
    required: entries.map(([name]) => name).filter((name) => isNeeded(shape, name)),
  };
}

type Direction = "input" | "output";

function fields(title: string, entries: [string, Schema][], direction: Direction): JsonObject {
  return Object.fromEntries(entries.map(([name, field]) => [name, property(title, name, field, direction)]));
}

function property(title: string, name: string, field: Schema, direction: Direction): JsonObject {
  const replaces = field.createOnly === true;
  return {
    ...typeOf(title, name, field, direction),
    // SDKs of the plugin have secrets in their places.
    description: describeField({ ...field, secret: false }),
    ...(field.secret === true && { secret: true }),
    ...(replaces && { willReplaceOnChanges: true }),
  };
}

/** @param title of the shape that contains the field, for the name of its enumeration */
function typeOf(title: string, name: string, schema: Schema, direction: Direction): JsonObject {
  const inner = (child: Schema): JsonObject => typeOf(title, name, child, direction);
  if (schema.type === "any") return ANY;
  if (schema.type === "array") return { type: "array", items: inner(schema.items as Schema) };
  if (schema.type !== "object") return scalarOf(title, name, schema, direction);
  const { properties, additionalProperties: values, title: shape = "" } = schema;
  if (properties === undefined)
    return { type: "object", additionalProperties: values === undefined ? ANY : inner(values) };
  if (direction === "input" && listArgumentFields(schema).length === 0)
    return { type: "object", additionalProperties: { type: "string" } };
  return { $ref: reference(direction === "output" && hasOutputs(schema) ? outputName(shape) : shape) };
}

const ANY = { $ref: "pulumi.json#/Any" };

/**
 * An output is a string, because services change letter case. An input accepts any string as well, because type checkers would
 * refuse a string where only the enumeration is declared.
 */
function scalarOf(
  title: string,
  name: string,
  { type, enum: values }: Schema,
  direction: Direction,
): JsonObject {
  if (values === undefined || direction === "output") return { type };
  return { type, oneOf: [{ type }, { $ref: reference(enumName(title, name)) }] };
}

function addEnum(types: Record<string, JsonObject>, title: string, name: string, field: Schema): void {
  const schema = field.items ?? field;
  if (schema.enum === undefined || isResponseOnly(field)) return;
  const values = schema.enum.map((value, index) => ({
    value,
    ...(value.trim() === "" && { name: "Blank" }),
    description: schema.enumDescriptions?.[index],
  }));
  types[TOKEN_PREFIX + enumName(title, name)] = {
    type: "string",
    description: schema.description,
    enum: values,
  };
}

function enumName(title: string, name: string): string {
  return title + name.charAt(0).toUpperCase() + name.slice(1);
}

/** Whether outputs need another type than inputs: they have response-only fields, or strings in place of enumerations. */
function hasOutputs(shape: Schema): boolean {
  const [, ...fields] = listSchemas(shape);
  return fields.some((field) => field.readOnly === true || field.enum !== undefined);
}

function outputName(title: string): string {
  return `${title}Response`;
}

function reference(name: string): string {
  return `#/types/${TOKEN_PREFIX}${name}`;
}

function providerArguments(): Record<string, JsonObject> {
  const keys = Object.entries(configurationKeys).map(([key, { kind, description }]) => [
    key,
    {
      type: kind === "number" ? "number" : "string",
      description,
      ...(kind === "secret" && { secret: true }),
    },
  ]);
  return Object.fromEntries(keys);
}

/** All outputs of a provider are strings. */
function textsOf(properties: Record<string, JsonObject>): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, { ...property, type: "string" }]),
  );
}
