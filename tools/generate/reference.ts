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
export function formatReferencePage(resource: ResourceDefinition, usage: string): string {
  const { schema, reference } = resource;
  const shapes = listShapes(schema);
  const others = [...shapes].filter(([, shape]) => shape !== schema);
  return [
    `# ${schema.title}`,
    "",
    HEADER,
    "",
    schema.description,
    "",
    `Source: ${reference.source}.`,
    "",
    OPTIONAL + commonFacts(schema),
    "",
    ...formatTable(FIELD_HEAD, rowsOf(resource, schema)),
    "",
    ...others.flatMap(([title, shape]) => [
      `## ${title}`,
      "",
      ...introductionOf(shape, shapes),
      ...formatTable(FIELD_HEAD, rowsOf(resource, shape)),
      "",
    ]),
    ...rulesOf(schema.title),
    ...examplesOf(resource, usage),
  ].join("\n");
}

/** Title and introduction of a page about several resources. */
export interface SharedPage {
  title: string;
  text: string;
}

/** Formats the page of resources with the same fields but for a few, which their rows name. The first one has the example. */
export function formatSharedPage(page: SharedPage, resources: ResourceDefinition[], usage: string): string {
  const [first] = resources;
  if (first === undefined) throw new Error(`${page.title} has no resources`);
  const rows = new Map<string, { cells: string[]; place: number; titles: string[] }>();
  for (const resource of resources) {
    for (const [place, cells] of rowsOf(resource, resource.schema).entries()) {
      const row = rows.get(cells.join()) ?? { cells, place, titles: [] };
      row.titles.push(`\`${resource.schema.title}\``);
      rows.set(cells.join(), row);
    }
  }
  const fields = [...rows.values()]
    .sort((a, b) => a.place - b.place)
    .map(({ cells, titles }) => {
      if (titles.length === resources.length) return cells;
      return [...cells.slice(0, -1), `${cells.at(-1)} Only for ${titles.join(" and ")}.`];
    });
  const names = resources.map(({ schema, profile, reference }) => [
    `\`${schema.title}\``,
    schema.description,
    profile === undefined ? "both" : `\`${profile}\``,
    reference.source,
  ]);
  return [
    `# ${page.title}`,
    "",
    HEADER,
    "",
    page.text,
    "",
    ...formatTable(["Resource", "Meaning", "Profile", "Source"], names),
    "",
    "## Fields",
    "",
    OPTIONAL,
    "",
    ...formatTable(FIELD_HEAD, fields),
    "",
    ...examplesOf(first, usage),
  ].join("\n");
}

const HEADER = "<!-- Generated from the schema by `npm run generate`. Do not edit. -->";
const OPTIONAL = "A field is optional unless its type says otherwise.";
const FIELD_HEAD = ["Field", "Type", "Default", "Replaces", "Meaning"];

/** The rows of a shape's fields, and of the `id` of the resource itself. Few defaults are with the meaning, and have no column. */
function rowsOf({ schema, reference }: ResourceDefinition, shape: Schema): string[][] {
  const replacing = findReplacements(schema);
  const fields = listOutputFields(shape);
  const defaults = fields.filter(([, { description }]) => readDefault(description) !== "");
  const isColumn = defaults.length > fields.length / 3;
  const rows = fields.map(([name, field]) => [
    `\`${name}\``,
    [typeText(field), ...role(shape, name)].join(", "),
    isColumn ? readDefault(field.description) : "",
    isResponseOnly(field) ? "" : replacesText(replacing.get(`${shape.title}.${name}`)),
    meaning(field, isColumn ? withoutDefault(field.description) : field.description),
  ]);
  return shape === schema ? [...rows, ["`id`", "string, output", "", "", reference.id]] : rows;
}

function examplesOf({ schema, reference: { example } }: ResourceDefinition, usage: string): string[] {
  return [
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
  ];
}

/** Formats a table without its empty columns. */
export function formatTable(head: string[], rows: string[][]): string[] {
  const isShown = (_: string, column: number): boolean => rows.some((cells) => cells[column] !== "");
  const [titles, ...lines] = [head, ...rows].map((cells) => `| ${cells.filter(isShown).join(" | ")} |`);
  return [String(titles), `|${"---|".repeat(head.filter(isShown).length)}`, ...lines];
}

/** Sentences about the types of the page's fields. */
function commonFacts(schema: ResourceSchema): string {
  const types = [...listShapes(schema).values()]
    .flatMap(listOutputFields)
    .map(([, field]) => typeText(field));
  const facts = [];
  if (types.some((type) => type.startsWith("list of")))
    facts.push(" Items of a list are compared by the fields in brackets, as a set, or in order.");
  if (types.some((type) => type.endsWith(", secret")))
    facts.push(" In outputs of dynamic resources, a field whose type says `secret` has the text `[secret]`.");
  return facts.join("");
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
  // The description of the shape says which of more than two can be together.
  if (others.length > 1) return [];
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

function meaning(field: Schema, description: string): string {
  const { maxLength } = field;
  const isStated = maxLength === undefined || description.includes("characters");
  const length = isStated ? [] : [`At most ${maxLength} characters.`];
  // The type names the keys.
  const text =
    field.listMapKeys === undefined ? description : description.replace(/ Compared by [^.]+\./, "");
  return [text, ...length, ...describeKeywords({ ...field, secret: false })].join(" ");
}

function typeText(schema: Schema): string {
  if (schema.type === "array") {
    const keys = schema.listMapKeys?.map((key) => `\`${key}\``).join(" and ");
    const order = { map: `by ${keys}`, set: "set", atomic: "in order" }[schema.listType ?? "atomic"];
    return `list of ${typeText(schema.items as Schema)} (${order})`;
  }
  if (schema.additionalProperties !== undefined) return `map of ${typeText(schema.additionalProperties)}`;
  if (schema.properties !== undefined) return shapeLink(String(schema.title));
  return schema.secret === true ? `${schema.type}, secret` : schema.type;
}
