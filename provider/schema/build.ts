import type { Schema } from "./keywords.js";

/** Words to write schemas with: `text("Name of the container.", { minLength: 1 })`. */

type Extra = Omit<Schema, "type" | "description">;

export const text = (description: string, extra: Extra = {}): Schema => ({
  type: "string",
  description,
  ...extra,
});

/** A day without a time: `2026-01-31`. */
export const date = (description: string, extra: Extra = {}): Schema =>
  text(`${description}, for example \`2026-01-31\`.`, { format: "date", ...extra });

export const boolean = (description: string, extra: Extra = {}): Schema => ({
  type: "boolean",
  description,
  ...extra,
});

export const number = (description: string, extra: Extra = {}): Schema => ({
  type: "number",
  description,
  ...extra,
});

export const int32 = (description: string, extra: Extra = {}): Schema => ({
  type: "integer",
  format: "int32",
  description,
  ...extra,
});

/** One of a fixed set of texts; the services do not mind their case. */
export const choice = (description: string, values: string[], extra: Extra = {}): Schema =>
  text(description, { enum: values, caseInsensitive: true, ...extra });

/** A set of texts of which the documents show only a part. */
export const openChoice = (description: string, values: string[], extra: Extra = {}): Schema =>
  choice(description, values, { openEnum: true, minLength: 1, ...extra });

/** The id of a resource: the services do not mind its case. */
export const resourceId = (description: string, extra: Extra = {}): Schema =>
  text(description, { caseInsensitive: true, ...extra });

/** The address of something: services complete it (`https://vault.example` becomes `https://vault.example/`). */
export const url = (description: string, extra: Extra = {}): Schema =>
  text(description, { url: true, ...extra });

/** A GUID, such as the id of a record. */
export const guid = (description: string, extra: Extra = {}): Schema =>
  text(description, { format: "guid", ...extra });

/** An option of the business service: its wire form is escaped, its blank one means that nothing is chosen. */
export const option = (description: string, values: string[], extra: Extra = {}): Schema =>
  openChoice(description, values, { encodedName: true, ignoreSpaces: true, minLength: 0, ...extra });

export const object = (
  title: string,
  description: string,
  properties: Record<string, Schema>,
  extra: Extra = {},
): Schema => ({ type: "object", title, description, properties, ...extra });

/** Any JSON value, such as one whose change alone is a reason to act. */
export const anything = (description: string, extra: Extra = {}): Schema => ({
  type: "any",
  description,
  ...extra,
});

/** Any JSON object; its fields are not ours to know. */
export const anyObject = (description: string, extra: Extra = {}): Schema => ({
  type: "object",
  description,
  ...extra,
});

export const mapOf = (description: string, values: Schema, extra: Extra = {}): Schema => ({
  type: "object",
  description,
  additionalProperties: values,
  ...extra,
});

/** Items that are the same item when they share these keys. */
export const keyedList = (keys: string[], description: string, items: Schema, extra: Extra = {}): Schema => ({
  type: "array",
  description,
  items,
  listType: "map",
  listMapKeys: keys,
  ...extra,
});

/** Items whose order has no meaning. */
export const setOf = (description: string, items: Schema, extra: Extra = {}): Schema => ({
  type: "array",
  description,
  items,
  listType: "set",
  ...extra,
});

/** Items whose order has a meaning. */
export const list = (description: string, items: Schema, extra: Extra = {}): Schema => ({
  type: "array",
  description,
  items,
  listType: "atomic",
  ...extra,
});
