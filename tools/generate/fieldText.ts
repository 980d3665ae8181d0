import type { ResourceSchema, Schema } from "../../provider/schema/keywords.js";

/** Returns for each field, as `Shape.field`, the shapes that contain it, and whether a change there replaces the resource. */
export function findReplacements(resource: ResourceSchema): Map<string, Map<string, boolean>> {
  const found = new Map<string, Map<string, boolean>>();
  const visit = (schema: Schema, user: string, isReplaced: boolean): void => {
    const title = schema.title ?? user;
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const replaces = isReplaced || field.createOnly === true;
      const uses = found.get(`${title}.${name}`) ?? new Map<string, boolean>();
      found.set(`${title}.${name}`, uses.set(user, replaces));
      visit(field, title, replaces);
    }
    for (const child of [schema.items, schema.additionalProperties])
      if (child !== undefined) visit(child, user, isReplaced);
  };
  visit(resource, resource.title, false);
  return found;
}

/** Returns a field's description, with sentences for its keywords. */
export function describeField(schema: Schema): string {
  const replacing = schema.createOnly === true ? ["A change replaces the resource."] : [];
  return [schema.description, ...replacing, ...describeKeywords(schema)].join(" ");
}

/** Returns sentences for the keywords of a field that its description does not mention. */
export function describeKeywords(schema: Schema): string[] {
  const said: string[] = [];
  if (schema.secret === true) said.push("In outputs of dynamic resources: the text `[secret]`.");
  if (schema.openEnum === true) said.push("Any other value is sent unchanged, with a warning.");
  if (schema.since !== undefined) said.push(`From API version ${schema.since} on.`);
  if (schema.serverDefault === true) said.push("Values that the service sets are not drift.");
  return said;
}

// A description states the default in its own sentence, or after a value.
const SENTENCE = /\s*Default: (.+?)\.(?=\s|$)/;
const BEHIND = /(`[^`]+`) \(default\)/;

export function readDefault(description: string): string {
  return SENTENCE.exec(description)?.[1] ?? BEHIND.exec(description)?.[1] ?? "";
}

/** Removes the default, which has its own column. */
export function withoutDefault(description: string): string {
  return description.replace(SENTENCE, "").trim();
}
