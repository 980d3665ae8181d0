import type { Json } from "./json.js";
import type { Schema } from "./keywords.js";

/** The services' id for one that is not set. */
export const NO_GUID = "00000000-0000-0000-0000-000000000000";

/** A GUID as ajv checks it; empty where an id may be unset. */
export const guidPattern = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i;

/** The one spelling of a GUID: the case has no meaning, and no id is the zero GUID. */
export function normalizeGuid(text: string): string {
  return text === "" ? NO_GUID : text.toLowerCase();
}

/** Whether a text is an id of the services, and not empty. */
export function isGuid(text: unknown): boolean {
  return typeof text === "string" && text !== "" && guidPattern.test(text);
}

/**
 * Names of option values are written with escapes where a name may not hold the character itself:
 * `_x0020_` for a blank, `Non_x002D_Inventory` for `Non-Inventory`.
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

/** A text as it is compared. */
export function normalizeSpelling(schema: Schema | undefined, text: string): string {
  if (schema?.format === "guid") return normalizeGuid(text);
  if (schema?.url === true) return normalizeUrl(text) ?? text;
  // The documents print `Same Code` and `Same_Code` for one and the same option.
  const decoded = schema?.encodedName === true ? decodeName(text).replace(/_/g, " ") : text;
  const unspaced = schema?.ignoreSpaces === true ? decoded.replace(/\s+/g, "") : decoded;
  return schema?.caseInsensitive === true ? unspaced.toLowerCase() : unspaced;
}

/** Scheme, user, host, port, path, query and fragment of a URL as RFC 3986 writes it: in plain ASCII. */
const URL_PARTS =
  /^([a-z][a-z\d+.-]*):\/\/([^/?#@]*@)?(\[[\da-f:.]+\]|[^/?#@:[\]]+)(?::(\d*))?(\/[^?#]*)?(\?[^#]*)?(#.*)?$/i;

const NOT_IN_URLS = /[^\x21-\x7e]|[\\"<>^`{|}]/;

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443", ssh: "22", git: "9418" };

/**
 * The one spelling of a URL: scheme and host have no case, the default port may be left out, no path is `/`, and
 * digits of a percent-encoding have no case. Everything else is as it was written. A text that is no URL is
 * undefined.
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
