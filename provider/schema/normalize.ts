import type { Json } from "./json.js";
import type { Schema } from "./keywords.js";

/** The services' value for an id that is not set. */
export const NO_GUID = "00000000-0000-0000-0000-000000000000";

/** A GUID, or an empty text for an id that is not set. */
export const guidPattern = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i;

export function normalizeGuid(text: string): string {
  return text === "" ? NO_GUID : text.toLowerCase();
}

/** Whether a text is a GUID, and not empty. */
export function isGuid(text: unknown): boolean {
  return typeof text === "string" && text !== "" && guidPattern.test(text);
}

/**
 * In names of option values, characters that a name cannot contain are escaped: `_x0020_` for a blank, `Non_x002D_Inventory` for
 * `Non-Inventory`.
 */

export function decodeName(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

export function encodeName(text: string): string {
  return text.replace(/[^A-Za-z0-9_]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    return `_x${code}_`;
  });
}

/** The form in which two spellings of a text that mean the same are equal. */
export function normalizeSpelling(schema: Schema | undefined, text: string): string {
  if (schema?.format === "guid") return normalizeGuid(text);
  if (schema?.url === true) return normalizeUrl(text) ?? text;
  // The documents contain both `Same Code` and `Same_Code` for the same option.
  const decoded = schema?.encodedName === true ? decodeName(text).replace(/_/g, " ") : text;
  const unspaced = schema?.ignoreSpaces === true ? decoded.replace(/\s+/g, "") : decoded;
  return schema?.caseInsensitive === true ? unspaced.toLowerCase() : unspaced;
}

/** The schema's spelling of an enum value (`Always` for `always`); undefined for any other value. */
export function spellEnum(schema: Schema | undefined, value: string): string | undefined {
  return schema?.enum?.find((known) => normalizeSpelling(schema, known) === normalizeSpelling(schema, value));
}

/** Scheme, user, host, port, path, query and fragment of a URL in RFC 3986, which is plain ASCII. */
const URL_PARTS =
  /^([a-z][a-z\d+.-]*):\/\/([^/?#@]*@)?(\[[\da-f:.]+\]|[^/?#@:[\]]+)(?::(\d*))?(\/[^?#]*)?(\?[^#]*)?(#.*)?$/i;

const NOT_IN_URLS = /[^\x21-\x7e]|[\\"<>^`{|}]/;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443", ssh: "22", git: "9418" };

/**
 * Normalizes a URL: the letter case of scheme, host and percent-encodings, the default port, and an empty path.
 *
 * @returns undefined for a text that is no URL
 */
export function normalizeUrl(text: string): string | undefined {
  const parts = NOT_IN_URLS.test(text) ? null : URL_PARTS.exec(text);
  if (parts === null) return undefined;
  const [, scheme = "", user = "", host = "", port = "", path = "/", query = "", fragment = ""] = parts;
  const plainScheme = scheme.toLowerCase();
  const shownPort = port === "" || port === DEFAULT_PORTS[plainScheme] ? "" : `:${port}`;
  const plainPath = path.replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
  return `${plainScheme}://${user}${host.toLowerCase()}${shownPort}${plainPath}${query}${fragment}`;
}

/** Whether a value is this text, in any letter case. */
export function isSameText(given: Json, wanted: Json): boolean {
  return typeof given === "string" && given.toLowerCase() === String(wanted).toLowerCase();
}
