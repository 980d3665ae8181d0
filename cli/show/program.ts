import { isAbsent, type Json } from "../../provider/schema/json.js";
import { UsageError } from "../arguments.js";
import type { Language } from "./options.js";
import { withPlaceholders } from "./placeholders.js";
import type { DeclaredResource, Program } from "./programParts.js";
import type { ShownObject } from "./readObject.js";
import { formatTypeScript } from "./typescript.js";
import { formatYaml } from "./yaml.js";

/** Formats one program that declares objects, each by another name and with other names of secrets. */
export function formatProgram(objects: readonly ShownObject[], language: Language): Program {
  const names = new Set<string>();
  const keys = new Set<string>();
  const declared = objects.map((object) => declare(object, names, keys));
  const resources = declared.map(({ resource }) => resource);
  const [first] = resources;
  const projectName = (resources.length === 1 && first && inAscii(first.name)) || "shown";
  const parts = {
    resources,
    projectName,
    placeholders: declared.flatMap(({ placeholders }) => placeholders),
  };
  return language === "yaml" ? formatYaml(parts) : { text: formatTypeScript(parts), leftOut: [] };
}

function declare(object: ShownObject, names: Set<string>, keys: Set<string>) {
  const { schema } = object;
  const name = unique(object.name ?? nameOf(object), names);
  const { args, placeholders } = withPlaceholders(object, inAscii(name) ?? "shown", keys);
  const isIdentity = ([argument]: [string, Json]): boolean => schema.properties[argument]?.identity === true;
  const entries = Object.entries(args).filter(([, value]) => !isAbsent(value));
  const sorted = [...entries.filter(isIdentity), ...entries.filter((entry) => !isIdentity(entry))];
  const resource: DeclaredResource = { schema, name, args: Object.fromEntries(sorted) };
  return { resource, placeholders };
}

function nameOf({ id, args: { containerGroupName, displayName, number } }: ShownObject): string {
  const own = [containerGroupName, displayName, number].find(
    (text) => typeof text === "string" && text !== "",
  );
  const words = String(own ?? id.split("/").at(-1)).match(/[\p{L}\d]+/gu) ?? ["shown"];
  return words.join("-").toLowerCase();
}

function unique(name: string, taken: Set<string>): string {
  let own = name;
  for (let count = 2; taken.has(own); count++) own = `${name}-${count}`;
  taken.add(own);
  return own;
}

/** Pulumi allows only these characters in the name of a project, and in that of a secret. */
function inAscii(name: string): string | undefined {
  return name.match(/[a-z\d]+/g)?.join("-");
}

/**
 * Keeps only some fields of the records whose other fields a program may leave out.
 *
 * @param fields undefined: all
 * @throws UsageError for a field that none of them has
 */
export function pickFields(objects: ShownObject[], fields: readonly string[] | undefined): ShownObject[] {
  if (fields === undefined) return objects;
  const records = objects.filter(({ managesFields }) => managesFields);
  const unknown = fields.find(
    (field) => !records.some(({ schema }) => Object.hasOwn(schema.properties, field)),
  );
  if (unknown !== undefined)
    throw new UsageError(`--fields: none of the objects is a record with the field ${unknown}.`);
  return objects.map((object) => {
    if (!object.managesFields) return object;
    const { properties } = object.schema;
    const isKept = ([name]: [string, Json]): boolean =>
      properties[name]?.identity === true || fields.includes(name);
    return { ...object, args: Object.fromEntries(Object.entries(object.args).filter(isKept)) };
  });
}
