import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ResourceDefinition } from "../../provider/contract/definition.js";
import {
  isResponseOnly,
  listOutputFields,
  listShapes,
  mustBeGiven,
  type ResourceSchema,
  type Schema,
} from "../../provider/schema/keywords.js";
import { readExample } from "./example.js";
import { describeKeywords, findReplacements, readDefault, withoutDefault } from "./fieldText.js";
import { readUsage } from "./usage.js";

/** Languages of the examples. The package schema has the others. */
const NATIVE = ["python", "yaml"];

/**
 * Formats the reference page of a resource: a table for each shape, and an example in both flavours.
 *
 * @param usage the generated programs of all resources
 */
export function formatReferencePage({ schema, reference }: ResourceDefinition, usage: string): string {
  const { source, id, example } = reference;
  const parts = [
    `# ${schema.title}`,
    "",
    "<!-- Generated from the schema by `npm run generate`. Do not edit. -->",
    "",
    schema.description,
    "",
    `Source: ${source}.`,
    "",
    `A field is optional unless its type says otherwise.${secretOutputs(schema)}`,
    "",
  ];
  const replacing = findReplacements(schema);
  const shapes = listShapes(schema);
  for (const [title, shape] of shapes) {
    const isRoot = shape === schema;
    if (!isRoot) parts.push(`## ${title}`, "", ...introductionOf(shape, shapes));
    const rows = listOutputFields(shape).map(([name, field]) => [
      `\`${name}\``,
      [typeText(field), ...role(shape, name)].join(", "),
      readDefault(field.description),
      isResponseOnly(field) ? "" : replacesText(replacing.get(`${title}.${name}`)),
      meaning(field),
    ]);
    if (isRoot) rows.push(["`id`", "string, output", "", "", id]);
    parts.push(...formatTable(["Field", "Type", "Default", "Replaces", "Meaning"], rows), "");
  }
  parts.push(
    ...rulesOf(schema.title),
    "## Example",
    "",
    `From [examples/${example}](../../examples/${example}/):`,
    "",
    "```ts",
    readExample(schema.title, example),
    "```",
    "",
    "With the [native plugin](../native-plugin.md), in Python and YAML:",
    "",
    ...readUsage(usage, schema.title)
      .filter(({ language }) => NATIVE.includes(language))
      .map(({ block }) => block),
  );
  return parts.join("\n");
}

/** Formats a table without its empty columns. */
export function formatTable(head: string[], rows: string[][]): string[] {
  const isShown = (_: string, column: number): boolean => rows.some((cells) => cells[column] !== "");
  const [titles, ...lines] = [head, ...rows].map((cells) => `| ${cells.filter(isShown).join(" | ")} |`);
  return [String(titles), `|${"---|".repeat(head.filter(isShown).length)}`, ...lines];
}

/** A sentence that is the same for each secret of the page. */
function secretOutputs(schema: ResourceSchema): string {
  const fields = [...listShapes(schema).values()].flatMap(listOutputFields);
  if (!fields.some(([, field]) => typeText(field).endsWith(", secret"))) return "";
  return " In outputs of dynamic resources, a field whose type says `secret` has the text `[secret]`.";
}

/** The description of a shape, unless the row of a field of this shape has it. */
function introductionOf(shape: Schema, shapes: Map<string, Schema>): string[] {
  const fields = [...shapes.values()].flatMap(({ properties = {} }) => Object.values(properties));
  return fields.some(({ title }) => title === shape.title) ? [] : [shape.description, ""];
}

/** The section about rules between fields, if the resource has any. test/unit/services/…/rules.md has their sources. */
function rulesOf(title: string): string[] {
  const file = join(__dirname, "rules", `${title}.md`);
  return existsSync(file) ? ["## Rules", "", readFileSync(file, "utf8")] : [];
}

function role(shape: Schema, name: string): string[] {
  if (isResponseOnly(shape.properties?.[name])) return ["output"];
  const others = listAlternatives(shape, name);
  if (others.length > 0) return [`this or ${others.map((other) => `\`${other}\``).join(", ")}`];
  return mustBeGiven(shape, name) ? ["required"] : [];
}

/** Returns the fields that a program can set instead of `name`. */
export function listAlternatives(shape: Schema, name: string): string[] {
  const resolved = Object.entries(shape.properties ?? {}).flatMap(([id, { resolvedBy }]) =>
    resolvedBy !== undefined && shape.required?.includes(id) ? [[id, resolvedBy]] : [],
  );
  const groups = [shape.exactlyOneOf ?? [], ...resolved].filter((group) => group.includes(name));
  return groups.flat().filter((other) => other !== name);
}

/** Returns `yes`, or the shapes where a change replaces the resource if that differs between them. */
function replacesText(uses = new Map<string, boolean>()): string {
  const replacing = [...uses].filter(([, replaces]) => replaces).map(([user]) => user);
  if (replacing.length === 0) return "";
  return replacing.length === uses.size ? "yes" : `in ${replacing.map(shapeLink).join(", ")}`;
}

function shapeLink(title: string): string {
  return `[${title}](#${title.toLowerCase()})`;
}

function meaning(field: Schema): string {
  const { description, maxLength } = field;
  const isStated = maxLength === undefined || description.includes("characters");
  const length = isStated ? [] : [`At most ${maxLength} characters.`];
  return [withoutDefault(description), ...length, ...describeKeywords({ ...field, secret: false })].join(" ");
}

function typeText(schema: Schema): string {
  if (schema.type === "array") {
    const order = { map: "by key", set: "set", atomic: "in order" }[schema.listType ?? "atomic"];
    return `list of ${typeText(schema.items as Schema)} (${order})`;
  }
  if (schema.additionalProperties !== undefined) return `map of ${typeText(schema.additionalProperties)}`;
  if (schema.properties !== undefined) return shapeLink(String(schema.title));
  return schema.secret === true ? `${schema.type}, secret` : schema.type;
}
