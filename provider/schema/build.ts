import type { Schema } from "./keywords.js";

/** Functions to write schemas with: `text("Name of the container.", { minLength: 1 })`. */

type Extra = Omit<Schema, "type" | "description">;
type Builder = (description: string, extra?: Extra) => Schema;
/** `values` contains the meaning of each value. */
type ChoiceBuilder = (description: string, values: Record<string, string>, extra?: Extra) => Schema;
type ListBuilder = (description: string, items: Schema, extra?: Extra) => Schema;

const create =
  (rules: Omit<Schema, "description">): Builder =>
  (description, extra) => ({ ...rules, description, ...extra });

const createChoice =
  (rules: Extra): ChoiceBuilder =>
  (description, values, extra) =>
    text(description, {
      enum: Object.keys(values),
      enumDescriptions: Object.values(values),
      caseInsensitive: true,
      ...rules,
      ...extra,
    });

const createList =
  (listType: Schema["listType"]): ListBuilder =>
  (description, items, extra) => ({ type: "array", description, items, listType, ...extra });

export const text = create({ type: "string" });
export const boolean = create({ type: "boolean" });
export const number = create({ type: "number" });
export const int32 = create({ type: "integer", format: "int32" });

/** The id of a resource, whose letter case has no meaning. */
export const resourceId = create({ type: "string", caseInsensitive: true });

/** A URL. Services complete it (`https://vault.example` becomes `https://vault.example/`). */
export const url = create({ type: "string", url: true });

export const guid = create({ type: "string", format: "guid" });

export const anything = create({ type: "any" });

export const anyObject = create({ type: "object" });

/** Fields of a body that the schema does not list. They are sent as they are, and compared as they are declared. */
export const additionalProperties = (what: string): Schema =>
  anyObject(
    `Undocumented fields of ${what}, by their names at the service. Sent unchanged, and compared as declared.`,
    {
      wire: "additionalProperties",
    },
  );

/** A date without a time: `2026-01-31`. */
export const date: Builder = (description, extra) =>
  text(`${description}, for example \`2026-01-31\`.`, { format: "date", ...extra });

/** One of a fixed set of texts, whose letter case has no meaning. */
export const choice = createChoice({});

/** One of a set of texts that the documents do not list completely. */
export const openChoice = createChoice({ openEnum: true, minLength: 1 });

/** An option of the business service. It is escaped in bodies, and a blank one means that nothing is selected. */
export const option = createChoice({ openEnum: true, minLength: 0, encodedName: true, ignoreSpaces: true });

export const object = (
  title: string,
  description: string,
  properties: Record<string, Schema>,
  extra?: Extra,
): Schema => ({ type: "object", title, description, properties, ...extra });

export const mapOf: ListBuilder = (description, values, extra) =>
  anyObject(description, { additionalProperties: values, ...extra });

export const keyedList = (keys: string[], description: string, items: Schema, extra?: Extra): Schema =>
  createList("map")(description, items, { listMapKeys: keys, ...extra });

/** Items whose order has no meaning. */
export const setOf = createList("set");

/** Items whose order has a meaning. */
export const list = createList("atomic");

/** The argument with which a program repeats an action. */
export const triggers = anything(
  "Any value. A change repeats the action. Default: none, and the action runs once.",
  { wire: "none", triggersUpdate: true },
);
