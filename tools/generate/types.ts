import type { ResourceDefinition } from "../../provider/contract/definition.js";
import {
  isRequired,
  listArgumentFields,
  listOutputFields,
  listShapes,
  mustBeGiven,
  type ResourceSchema,
  type Schema,
} from "../../provider/schema/keywords.js";
import { describeField } from "./fieldText.js";
import { getFileName } from "./wiring.js";

const HEADER = "// Generated from the schema by `npm run generate`. Do not edit.\n";

/** Formats the argument and output types of a resource, with documentation on every field. */
export function formatResourceTypes({ schema }: ResourceDefinition): string {
  const parts = [HEADER, 'import type { Input, Output } from "@pulumi/pulumi";\n'];
  for (const [title, shape] of listShapes(schema)) {
    const isRoot = shape === schema;
    if (listArgumentFields(shape).length > 0) parts.push(argumentDeclaration(title, shape));
    const outputs = listOutputFields(shape).map(([name, field]) => {
      const required = isRequired(shape, name) || field.computed === true;
      const type = outputType(field);
      if (!isRoot) return member(field, name, type, required, "readonly ");
      return member(field, name, `Output<${required ? type : orUndefined(type)}>`, true, "readonly ");
    });
    parts.push(declaration(isRoot ? `${title}Outputs` : title, shape.description, outputs));
  }
  return parts.join("\n");
}

/** An interface, so that programs can extend it. Fields that exclude each other are all optional, and `check` validates them. */
function argumentDeclaration(title: string, shape: Schema): string {
  const members = listArgumentFields(shape).map(([name, field]) => {
    const required = mustBeGiven(shape, name) && field.resolvedBy === undefined;
    const type = argumentType(field);
    return member(field, name, `Input<${required ? type : orUndefined(type)}>`, required, "");
  });
  return declaration(`${title}Args`, `${shape.description} Arguments.`, members);
}

function declaration(name: string, description: string, members: string[]): string {
  return `/** ${description} */\nexport interface ${name} {\n${members.join("\n")}\n}\n`;
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
  if (schema.properties === undefined) return freeType(schema);
  return listArgumentFields(schema).length === 0 ? "Record<string, never>" : `${schema.title}Args`;
}

/** An object with any JSON. Fields without a known type need an index signature. */
function freeType({ entries = {} }: Schema): string {
  const members = Object.entries(entries).map(([name, field]) =>
    member(field, name, `Input<${orUndefined(argumentType(field))}>`, false, ""),
  );
  if (members.length === 0) return "Record<string, unknown>";
  return ["{", ...members, "  [field: string]: unknown;", "}"].join("\n").replace(/\n/g, "\n  ");
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

/**
 * If the documents allow other values, the type suggests the known ones. Outputs are any string, because the services choose the
 * letter case.
 */
function scalarType(schema: Schema): string {
  if (schema.enum === undefined) return schema.type === "integer" ? "number" : schema.type;
  const known = schema.enum.map((value) => JSON.stringify(value));
  return [...known, ...(schema.openEnum === true ? ["(string & {})"] : [])].join(" | ");
}

/** Formats the value types of lifecycles, which are derived from the types of each resource. */
export function formatLifecycleTypes(schemas: ResourceSchema[]): string {
  const imports = schemas.map(
    (schema) =>
      `import type { ${schema.title}Args, ${schema.title}Outputs } from "./${getFileName(schema)}.js";\n`,
  );
  return [
    "// Generated from the schemas by `npm run generate`. Do not edit.\n\n",
    ...imports,
    'import type { ResolvedInputs, ResolvedState } from "../contract/lifecycle.js";\n',
    ...schemas.map(lifecycleDeclarations),
  ].join("");
}

function lifecycleDeclarations({ title, properties, required = [] }: ResourceSchema): string {
  // An id that must be resolved is absent if there is no token.
  const given = required.filter((name) => properties[name]?.resolvedBy === undefined);
  const names = given.map((name) => JSON.stringify(name)).join(" | ");
  return `
/** {@link ${title}Args} as the lifecycle gets them. */
export type ${title}Inputs = ResolvedInputs<${title}Args, ${title}Outputs, ${names}>;

/** {@link ${title}Inputs}, and the fields that only the service knows. */
export type ${title}State = ResolvedState<${title}Inputs, ${title}Outputs>;
`;
}
