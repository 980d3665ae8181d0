import { isResponseOnly, listSchemas, type ResourceSchema, type Schema } from "./keywords.js";

/** A resource taken apart into its named shapes, the resource itself first. */
export function listShapes(resource: ResourceSchema): Map<string, Schema> {
  const shapes = new Map<string, Schema>();
  for (const schema of listSchemas(resource)) {
    const { title, properties } = schema;
    if (title !== undefined && properties !== undefined && !shapes.has(title)) shapes.set(title, schema);
  }
  return shapes;
}

/** Whether a state always has the field. A secret is missing there after an import. */
export function isRequired(shape: Schema, name: string): boolean {
  const field = shape.properties?.[name];
  return field?.derived === true || (shape.required?.includes(name) === true && field?.secret !== true);
}

/** The fields of which a program has to give one in place of `name`. */
export function listAlternatives(shape: Schema, name: string): string[] {
  const lookedUp = Object.entries(shape.properties ?? {}).flatMap(([id, { lookedUpBy }]) =>
    lookedUpBy !== undefined && shape.required?.includes(id) ? [[id, lookedUpBy]] : [],
  );
  const groups = [shape.exactlyOneOf ?? [], ...lookedUp].filter((group) => group.includes(name));
  return groups.flat().filter((other) => other !== name);
}

/** Whether a program has to give the field: nothing else fills it in. */
export function mustBeGiven(shape: Schema, name: string): boolean {
  const field = shape.properties?.[name];
  return shape.required?.includes(name) === true && field?.configured !== true && field?.derived !== true;
}

/** Fields that a program can give. */
export function listArgumentFields(shape: Schema): [string, Schema][] {
  return Object.entries(shape.properties ?? {}).filter(([, field]) => !isResponseOnly(field));
}

/** Fields that a state holds. */
export function listOutputFields(shape: Schema): [string, Schema][] {
  return Object.entries(shape.properties ?? {}).filter(([, field]) => field.volatile !== true);
}
