import { asData } from "./engineValues.js";
import type { Finding } from "./inspect.js";
import { isObject, type Json, type PropertyMap, setOwn } from "./json.js";
import type { Schema } from "./keywords.js";
import { joinPath } from "./path.js";
import { replaceValues } from "./secretTree.js";

/**
 * Pulumi's CLI reads `<{%name%}>` as a colour, also in the values that it displays, and fails at an unknown name. So no value of
 * a service or a program reaches the engine with `<{%`. A backslash before the percent sign separates the characters, and the
 * service gets the value without it.
 */
const BACKSLASH = "\\";

/** A character as it is, or escaped in JSON or YAML, which the CLI decodes before it displays them. */
function character(own: string): string {
  const code = (own.codePointAt(0) ?? 0).toString(16);
  return `(?:\\${own}|(?<!\\\\)\\\\+(?:u00|x|U000000)${code})`;
}

/** In YAML, a backslash at the end of a line joins it with the next one. */
const JOIN = "(?:\\\\+\\r?\\n[ \\t]*)*";
const BEGINNING = `(${character("<")})${JOIN}(${character("{")})${JOIN}`;
const MARK = new RegExp(BEGINNING + character("%"), "i");
const OPENING = new RegExp(`${BEGINNING}(?:(\\\\*)%|${character("%")})`, "gi");
const SEPARATED = new RegExp(`(${character("<")}${character("{")})\\\\(\\\\*%)`, "gi");

function separate(text: string): string {
  return text.replace(
    OPENING,
    (_, less, brace, backslashes = "") => `${less}${brace}${BACKSLASH}${backslashes}%`,
  );
}

function restore(text: string): string {
  return text.replace(SEPARATED, "$1$2");
}

/** Converts values of a service for the engine: plain data without marks. */
export function toEngineData(value: PropertyMap): PropertyMap;
export function toEngineData(value: Json): Json;
export function toEngineData(value: Json): Json {
  return mapTexts(asData(value), separate);
}

/** Converts values from the engine for a service, apart from secrets, which the engine does not display. */
export function toServiceData(value: PropertyMap): PropertyMap;
export function toServiceData(value: Json): Json;
export function toServiceData(value: Json): Json {
  return mapTexts(value, restore);
}

/** Maps every text and every name of a property, except those inside a secret. */
function mapTexts(value: Json, map: (text: string) => string): Json {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (!isObject(value)) return value;
  const result: PropertyMap = {};
  for (const [name, child] of Object.entries(value)) setOwn(result, map(name), mapTexts(child, map));
  return result;
}

/** Finds names and values with marks in arguments, outside of the schema's secrets. */
export function findColourMarks(schema: Schema, args: PropertyMap): Finding[] {
  const paths: string[] = [];
  const visitNames = (path: string, value: Json): void => {
    if (isObject(value))
      paths.push(
        ...Object.keys(value)
          .filter(hasMark)
          .map((name) => joinPath(path, name)),
      );
  };
  visitNames("", args);
  replaceValues(schema, args, (value, { path, schema: at }) => {
    if (at?.secret === true) return value;
    if (typeof value === "string" && hasMark(value)) paths.push(path);
    visitNames(path, value);
    return undefined;
  });
  return paths.map((path) => ({ path, message: HAS_MARK }));
}

function hasMark(text: string): boolean {
  return MARK.test(text);
}

const HAS_MARK =
  "contains `<{ %` without the space, which Pulumi's CLI reads as a colour and fails at. Write a backslash before the percent " +
  "sign: the service gets the text without it";
