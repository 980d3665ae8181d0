import { asData } from "./engineValues.js";
import type { Finding } from "./finding.js";
import { isObject, type Json, type PropertyMap, setOwn } from "./json.js";
import { getPropertySchema, type Schema } from "./keywords.js";
import { joinPath } from "./path.js";
import { isSecret } from "./secret.js";
import { asSecret, replaceValues } from "./secretTree.js";

/**
 * Pulumi's CLI reads `<{%name%}>` as a colour, also in the values that it displays, and fails at an unknown name. So no value of
 * a service or a program reaches the engine with `<{%`. A backslash before the percent sign separates the characters.
 */
const MARK = "<{%";
const OPENING = /<\{(\\*)%/g;
const SEPARATED = /<\{\\(\\*)%/g;

/**
 * The CLI also displays the content of a text that is JSON or YAML, where escapes can hide a mark. It fails to decode a text
 * that begins with this character, and then displays it as it is.
 */
const UNDECODED = "@";

function separate(text: string): string {
  const separated = text.replace(OPENING, (_, backslashes) => `<{\\${backslashes}%`);
  return hidesMark(withoutPrefix(separated)) ? UNDECODED + separated : separated;
}

function restore(text: string): string {
  const isPrefixed = text.startsWith(UNDECODED) && hidesMark(withoutPrefix(text));
  return (isPrefixed ? text.slice(UNDECODED.length) : text).replace(SEPARATED, "<{$1%");
}

function withoutPrefix(text: string): string {
  return text.replace(/^@+/, "");
}

/** JSON begins with a bracket. The CLI decodes YAML only in several lines. */
const MAY_BE_DECODED = /^[\s\u0085]*[[{]|[\r\n]/;
/** In YAML, a tag can name an encoding, also by a prefix that a directive defines. */
const ENCODED = /!\S{0,40}(?:binary|%[\dA-Fa-f]{2})|^[^\S\r\n]*%TAG/m;
/** Each level of JSON in JSON is another stage. */
const MOST_STAGES = 16;
/** The CLI indents each level, so that deep texts become very long. */
const DEEPEST = 200;

/** Whether a text may be JSON or YAML from which the CLI decodes a mark, or too deep to be displayed. */
function hidesMark(text: string): boolean {
  if (!MAY_BE_DECODED.test(text)) return false;
  if (ENCODED.test(text) || isDeep(text)) return true;
  let decoded = text;
  for (let stage = 0; decoded.includes("\\"); stage++) {
    const next = decoded.replace(ESCAPE, readEscape);
    if (next.includes(MARK) || stage === MOST_STAGES) return true;
    if (next === decoded) return false;
    decoded = next;
  }
  return false;
}

function isDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** The escapes of JSON and of YAML, where a backslash also joins two lines. */
const ESCAPE =
  /\\(?:u([\da-f]{4})|x([\da-f]{2})|U([\da-f]{8})|((?:\r\n|[\n\r\u0085\u2028\u2029])[ \t]*)|(["\\/])|[0abtnvfreNLP_ \t])/gi;

function readEscape(
  _all: string,
  unit?: string,
  byte?: string,
  long?: string,
  join?: string,
  own?: string,
): string {
  const code = Number.parseInt(unit ?? byte ?? long ?? "", 16);
  if (!Number.isNaN(code)) return code <= 0x10ffff ? String.fromCodePoint(code) : " ";
  return join === undefined ? (own ?? " ") : "";
}

/** Converts values of a service for the engine: plain data without marks. */
export function toEngineData(value: PropertyMap): PropertyMap;
export function toEngineData(value: Json): Json;
export function toEngineData(value: Json): Json {
  return mapTexts(asData(value), separate);
}

/**
 * Converts arguments from the engine for a service. Secrets of the schema stay as they are, because neither the engine displays
 * them nor the service returns them.
 */
export function toServiceData(value: PropertyMap, schema?: Schema): PropertyMap;
export function toServiceData(value: Json, schema?: Schema): Json;
export function toServiceData(value: Json, schema?: Schema): Json {
  return mapTexts(value, restore, schema);
}

/** Maps every text and every name of a property, except those inside a secret of the schema. */
function mapTexts(value: Json, map: (text: string) => string, schema?: Schema): Json {
  if (schema?.secret === true) return value;
  if (isSecret(value)) return asSecret(mapTexts(value.value, map, schema));
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map, schema?.items));
  if (!isObject(value)) return value;
  const result: PropertyMap = {};
  for (const [name, child] of Object.entries(value))
    setOwn(result, map(name), mapTexts(child, map, getPropertySchema(schema, name)));
  return result;
}

/** Finds names and values with marks in arguments, outside of the schema's secrets. */
export function findColourMarks(schema: Schema, args: PropertyMap): Finding[] {
  const found: Finding[] = [];
  const visitText = (path: string, text: string): void => {
    if (text.includes(MARK)) found.push({ path, message: HAS_MARK });
    else if (!text.startsWith(UNDECODED) && hidesMark(text)) found.push({ path, message: HIDES_MARK });
  };
  const visitNames = (path: string, value: Json): void => {
    if (isObject(value)) for (const name of Object.keys(value)) visitText(joinPath(path, name), name);
  };
  visitNames("", args);
  replaceValues(schema, args, (value, { path, schema: at }) => {
    if (at?.secret === true) return value;
    if (typeof value === "string") visitText(path, value);
    visitNames(path, value);
    return undefined;
  });
  return found;
}

const HAS_MARK =
  "contains `<{ %` without the space, which Pulumi's CLI reads as a colour and fails at. Write a backslash before the percent " +
  "sign: the service gets the text without it";

const HIDES_MARK =
  "is JSON or YAML that Pulumi's CLI decodes and may read as a colour and fail at. Write @ before it: the service gets the text " +
  "without it";
