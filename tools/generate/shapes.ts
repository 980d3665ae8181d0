import { isResponseOnly, type ResourceSchema, type Schema } from "../../provider/schema/keywords.js";

/** A resource taken apart into its named shapes, the resource itself first. */
export function shapesOf(resource: ResourceSchema): Map<string, Schema> {
  const shapes = new Map<string, Schema>();
  const visit = (schema: Schema): void => {
    if (schema.title !== undefined && schema.properties !== undefined) {
      const known = shapes.get(schema.title);
      if (known === undefined) shapes.set(schema.title, schema);
      else if (fieldNames(known) !== fieldNames(schema))
        throw new Error(`two shapes are called ${schema.title}`);
    }
    for (const child of [
      ...Object.values(schema.properties ?? {}),
      schema.items,
      schema.additionalProperties,
    ]) {
      if (child !== undefined) visit(child);
    }
  };
  visit(resource);
  return shapes;
}

function fieldNames(schema: Schema): string {
  return Object.keys(schema.properties ?? {}).join();
}

/** For each field, as `Shape.field`: the shapes by which it is reached, and whether a change there replaces the resource. */
export function replacements(resource: ResourceSchema): Map<string, Map<string, boolean>> {
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

/** A field's description, with what its keywords say in words. */
export function fieldText(schema: Schema): string {
  const replacing = schema.createOnly === true ? ["A change replaces the resource."] : [];
  return [schema.description, ...replacing, ...keywordTexts(schema)].join(" ");
}

/** What a description leaves to the keywords. */
export function keywordTexts(schema: Schema): string[] {
  const said: string[] = [];
  if (schema.secret === true) said.push("In outputs: the text `[secret]`.");
  if (schema.openEnum === true) said.push("Another value is sent as it is, with a warning.");
  if (schema.serverDefault === true) said.push("What the service fills in is not drift.");
  return said;
}

/** Whether a state always has the field. */
export function isRequired(shape: Schema, name: string): boolean {
  return (shape.required ?? []).includes(name);
}

/** Fields of which a program gives exactly one. */
export function alternatives(shape: Schema): string[] {
  const lookedUp = Object.entries(shape.properties ?? {}).flatMap(([name, { lookedUpBy }]) =>
    lookedUpBy === undefined ? [] : [name, lookedUpBy],
  );
  return shape.exactlyOneOf ?? lookedUp;
}

/** Whether a program has to give the field: nothing else fills it in. */
export function mustBeGiven(shape: Schema, name: string, filledIn: ReadonlySet<string>): boolean {
  return isRequired(shape, name) && !filledIn.has(name) && shape.properties?.[name]?.configured !== true;
}

/** Fields that a program can give. */
export function argumentFields(shape: Schema): [string, Schema][] {
  return Object.entries(shape.properties ?? {}).filter(([, field]) => !isResponseOnly(field));
}

/** Fields that a state holds. */
export function outputFields(shape: Schema): [string, Schema][] {
  return Object.entries(shape.properties ?? {}).filter(([, field]) => field.volatile !== true);
}
