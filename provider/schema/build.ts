import type { Schema } from "./keywords.js";

/** Functions to write schemas with: `text("Name of the container.", { minLength: 1 })`. */

type Extra = Omit<Schema, "type" | "description">;
type Word = (description: string, extra?: Extra) => Schema;
/** `values` contains the meaning of each value. */
type ChoiceWord = (description: string, values: Record<string, string>, extra?: Extra) => Schema;
type ListWord = (description: string, items: Schema, extra?: Extra) => Schema;

const word =
  (rules: Omit<Schema, "description">): Word =>
  (description, extra) => ({ ...rules, description, ...extra });

const choiceWord =
  (rules: Extra): ChoiceWord =>
  (description, values, extra) =>
    text(description, {
      enum: Object.keys(values),
      enumDescriptions: Object.values(values),
      caseInsensitive: true,
      ...rules,
      ...extra,
    });

const listWord =
  (listType: Schema["listType"]): ListWord =>
  (description, items, extra) => ({ type: "array", description, items, listType, ...extra });

export const text = word({ type: "string" });
export const boolean = word({ type: "boolean" });
export const number = word({ type: "number" });
export const int32 = word({ type: "integer", format: "int32" });

/** The id of a resource, whose letter case has no meaning. */
export const resourceId = word({ type: "string", caseInsensitive: true });

/** A URL. Services complete it (`https://vault.example` becomes `https://vault.example/`). */
export const url = word({ type: "string", url: true });

export const guid = word({ type: "string", format: "guid" });

export const anything = word({ type: "any" });

export const anyObject = word({ type: "object" });

/** A date without a time: `2026-01-31`. */
export const date: Word = (description, extra) =>
  text(`${description}, for example \`2026-01-31\`.`, { format: "date", ...extra });

/** One of a fixed set of texts, whose letter case has no meaning. */
export const choice = choiceWord({});

/** One of a set of texts that the documents do not list completely. */
export const openChoice = choiceWord({ openEnum: true, minLength: 1 });

/** An option of the business service. It is escaped in bodies, and a blank one means that nothing is selected. */
export const option = choiceWord({ openEnum: true, minLength: 0, encodedName: true, ignoreSpaces: true });

export const object = (
  title: string,
  description: string,
  properties: Record<string, Schema>,
  extra?: Extra,
): Schema => ({ type: "object", title, description, properties, ...extra });

export const mapOf: ListWord = (description, values, extra) =>
  anyObject(description, { additionalProperties: values, ...extra });

/** Items that these keys identify. */
export const keyedList = (keys: string[], description: string, items: Schema, extra?: Extra): Schema =>
  listWord("map")(description, items, { listMapKeys: keys, ...extra });

/** Items whose order has no meaning. */
export const setOf = listWord("set");

/** Items whose order has a meaning. */
export const list = listWord("atomic");

/** The argument with which a program repeats an action. */
export const triggers = anything(
  "Any value. A change repeats the action. Default: none, and the action runs once.",
  { wire: "none", triggersUpdate: true },
);
