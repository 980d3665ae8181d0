import type { ResourceDefinition } from "../../provider/contract/definition.js";
import type { Schema } from "../../provider/schema/keywords.js";
import {
  isRequired,
  listAlternatives,
  listArgumentFields,
  listOutputFields,
  listShapes,
  mustBeGiven,
} from "../../provider/schema/shapes.js";
import { describeField } from "./fieldText.js";

const HEADER = "// Generated from the schema by `npm run generate`. Do not edit.\n";

/** Argument and output types of a resource, documented on every field. */
export function formatResourceTypes({ schema, reference: { source } }: ResourceDefinition): string {
  const parts = [HEADER, 'import type { Input, Output } from "@pulumi/pulumi";\n'];
  for (const [title, shape] of listShapes(schema)) {
    const isRoot = shape === schema;
    if (listArgumentFields(shape).length > 0) parts.push(...argumentDeclarations(title, shape, source));
    const outputs = listOutputFields(shape).map(([name, field]) => {
      const required = isRequired(shape, name) || field.computed === true;
      const type = outputType(field);
      if (!isRoot) return member(field, name, type, required, "readonly ");
      return member(field, name, `Output<${required ? type : orUndefined(type)}>`, true, "readonly ");
    });
    parts.push(declaration(isRoot ? `${title}Outputs` : title, shape.description, source, outputs));
  }
  return parts.join("\n");
}

/** An interface; for a shape that takes exactly one of some fields one for each of them, and their union. */
function argumentDeclarations(title: string, shape: Schema, source: string): string[] {
  const { description } = shape;
  const kinds = listAlternatives(shape);
  const name = `${title}Args`;
  const fields = new Map(listArgumentFields(shape));
  const others = [...fields].filter(([field]) => !kinds.includes(field));
  const otherMembers = others.map(([field, its]) => {
    const required = mustBeGiven(shape, field) && its.lookedUpBy === undefined;
    const type = argumentType(its);
    return member(its, field, `Input<${required ? type : orUndefined(type)}>`, required, "");
  });
  if (kinds.length === 0) return [declaration(name, `${description} Arguments.`, source, otherMembers)];
  const base = `${title}BaseArgs`;
  const variants = kinds.map((kind) => {
    const members = [...fields].flatMap(([field, its]) => {
      if (!kinds.includes(field)) return [];
      if (field === kind) return [member(its, field, `Input<${argumentType(its)}>`, true, "")];
      return [`  /** Not beside \`${kind}\`. */\n  ${field}?: undefined;`];
    });
    const about = `${description} Arguments with \`${kind}\`.`;
    return declaration(variantName(title, kind), about, source, members, base);
  });
  return [
    declaration(base, `${description} Arguments common to all kinds.`, source, otherMembers),
    ...variants,
    `${comment(`${description} Arguments.`, source)}\nexport type ${name} =\n  | ${kinds.map((kind) => variantName(title, kind)).join("\n  | ")};\n`,
  ];
}

/** `VolumeWithEmptyDirArgs` */
function variantName(title: string, kind: string): string {
  return `${title}With${kind.charAt(0).toUpperCase()}${kind.slice(1)}Args`;
}

function declaration(
  name: string,
  description: string,
  source: string,
  members: string[],
  base?: string,
): string {
  const head = `export interface ${name}${base === undefined ? "" : ` extends ${base}`}`;
  return `${comment(description, source)}\n${head} {\n${members.join("\n")}\n}\n`;
}

function comment(description: string, source: string): string {
  return `/**\n * ${description}\n *\n * Source: ${source}.\n */`;
}

function member(field: Schema, name: string, type: string, required: boolean, modifier: string): string {
  return `  /** ${describeField(field)} */\n  ${modifier}${name}${required ? "" : "?"}: ${type};`;
}

function argumentType(schema: Schema): string {
  if (schema.type === "array") return `Input<${argumentType(schema.items as Schema)}>[]`;
  if (schema.type === "any") return "unknown";
  if (schema.type !== "object") return scalarType(schema);
  if (schema.additionalProperties !== undefined) {
    return `Record<string, Input<${argumentType(schema.additionalProperties)}>>`;
  }
  if (schema.properties === undefined) return "Record<string, unknown>";
  return listArgumentFields(schema).length === 0 ? "Record<string, never>" : `${schema.title}Args`;
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

/** Where the documents leave values open, the known ones are offered. Outputs are any text: the services choose letter case. */
function scalarType(schema: Schema): string {
  if (schema.enum === undefined) return schema.type === "integer" ? "number" : schema.type;
  const known = schema.enum.map((value) => JSON.stringify(value));
  return [...known, ...(schema.openEnum === true ? ["(string & {})"] : [])].join(" | ");
}
