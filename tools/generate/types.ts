import type { ResourceSchema, Schema } from "../../provider/schema/dialect.js";
import { argumentFields, fieldText, isRequired, mustBeGiven, outputFields, shapesOf } from "./shapes.js";

export interface TypesOptions {
  schema: ResourceSchema;
  /** The service's document. */
  source: string;
  /** Required by the schema, yet filled in where a program leaves them out, and not from the configuration. */
  optional: ReadonlySet<string>;
}

const HEADER = "// Generated from the schema by `npm run generate`. Do not edit.\n";

/** Argument and output types of a resource, documented on every field. */
export function resourceTypes({ schema, source, optional }: TypesOptions): string {
  const parts = [HEADER, 'import type { Input, Output } from "@pulumi/pulumi";\n'];
  for (const [title, shape] of shapesOf(schema)) {
    const isRoot = shape === schema;
    const args = argumentFields(shape);
    if (args.length > 0) {
      const fields = args.map(([name, field]) => {
        const required = mustBeGiven(shape, name, isRoot ? optional : new Set());
        const type = argumentType(field);
        return member(field, name, `Input<${required ? type : orUndefined(type)}>`, required, "");
      });
      parts.push(declaration(`${title}Args`, `${shape.description} Arguments.`, source, fields));
    }
    const outputs = outputFields(shape).map(([name, field]) => {
      const required = isRequired(shape, name) || field.observed === true;
      const type = outputType(field);
      if (!isRoot) return member(field, name, type, required, "readonly ");
      return member(field, name, `Output<${required ? type : orUndefined(type)}>`, true, "readonly ");
    });
    parts.push(declaration(isRoot ? `${title}Outputs` : title, shape.description, source, outputs));
  }
  return parts.join("\n");
}

function declaration(name: string, description: string, source: string, members: string[]): string {
  const comment = `/**\n * ${description}\n *\n * Source: ${source}.\n */`;
  return `${comment}\nexport interface ${name} {\n${members.join("\n")}\n}\n`;
}

function member(field: Schema, name: string, type: string, required: boolean, modifier: string): string {
  return `  /** ${fieldText(field)} */\n  ${modifier}${name}${required ? "" : "?"}: ${type};`;
}

function argumentType(schema: Schema): string {
  if (schema.type === "array") return `Input<${argumentType(schema.items as Schema)}>[]`;
  if (schema.type === "any") return "unknown";
  if (schema.type !== "object") return scalarType(schema);
  if (schema.additionalProperties !== undefined) {
    return `Record<string, Input<${argumentType(schema.additionalProperties)}>>`;
  }
  if (schema.properties === undefined) return "Record<string, unknown>";
  return argumentFields(schema).length === 0 ? "Record<string, never>" : `${schema.title}Args`;
}

function outputType(schema: Schema): string {
  if (schema.type === "array") return `${outputType(schema.items as Schema)}[]`;
  if (schema.type === "any") return "unknown";
  if (schema.type !== "object") return schema.type === "integer" ? "number" : schema.type;
  if (schema.additionalProperties !== undefined)
    return `Record<string, ${outputType(schema.additionalProperties)}>`;
  return schema.properties === undefined ? "Record<string, unknown>" : String(schema.title);
}

function orUndefined(type: string): string {
  return type === "unknown" ? type : `${type} | undefined`;
}

/** Known values are offered; others are for `check` to judge, since the services take any case. */
function scalarType(schema: Schema): string {
  if (schema.enum !== undefined) {
    return `${schema.enum.map((value) => JSON.stringify(value)).join(" | ")} | (string & {})`;
  }
  return schema.type === "integer" ? "number" : schema.type;
}
