import { isResponseOnly, type Schema } from "../../provider/schema/dialect.js";
import { fieldText, mustBeGiven, outputFields, shapesOf } from "./shapes.js";
import type { TypesOptions } from "./types.js";

/** The reference page of a resource: a table for each shape. */
export function referencePage({ schema, source, optional }: TypesOptions): string {
  const parts = [
    `# ${schema.title}`,
    "",
    "<!-- Generated from the schema by `npm run generate`. Do not edit. -->",
    "",
    schema.description,
    "",
    `Source: ${source}.`,
    "",
  ];
  for (const [title, shape] of shapesOf(schema)) {
    const isRoot = shape === schema;
    if (!isRoot) parts.push(`## ${title}`, "", shape.description, "");
    parts.push("| Field | Type | | Meaning |", "|---|---|---|---|");
    for (const [name, field] of outputFields(shape)) {
      const role = isResponseOnly(field)
        ? "output"
        : mustBeGiven(shape, name, isRoot ? optional : new Set())
          ? "required"
          : "optional";
      parts.push(`| \`${name}\` | ${typeText(field)} | ${role} | ${fieldText(field)} |`);
    }
    parts.push("");
  }
  return parts.join("\n");
}

function typeText(schema: Schema): string {
  if (schema.type === "array") {
    const order = { map: "by key", set: "set", atomic: "in order" }[schema.listType ?? "atomic"];
    return `list of ${typeText(schema.items as Schema)} (${order})`;
  }
  if (schema.additionalProperties !== undefined) return `map of ${typeText(schema.additionalProperties)}`;
  if (schema.properties !== undefined) return `[${schema.title}](#${String(schema.title).toLowerCase()})`;
  return schema.secret === true ? `${schema.type}, secret` : schema.type;
}
