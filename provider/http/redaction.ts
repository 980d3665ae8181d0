import { PLACEHOLDER } from "../schema/secret.js";

/**
 * Credentials that their context identifies; the part in front of them stays readable. None begins with
 * a bracket: what is masked or hidden already stays as it is.
 */
const CREDENTIALS = [
  // "Bearer eyJ…", but not "the bearer token is invalid": a token has a digit or is long.
  /\b((?:bearer|basic|sharedaccesssignature)\s+)(?=[\w.~+/=-]*\d|[\w.~+/=-]{20})[\w.~+/=-]{6,}/gi,
  /\b(x-api-token["']?\s*[:=]\s*["']?)[^\s"',;&<>[\]]+/gi,
  /((?:^|[?&;,\s"'])(?:sig|signature|accountkey|sharedaccesskey|client_secret|password|access_token|refresh_token|api[-_]?key)=)[^\s"'&;,<>[\]]+/gi,
  // User information of an address.
  /(:\/\/[^\s/:@[\]]{0,200}:)[^\s/@[\]]{1,200}(?=@)/g,
  // A private key, complete or cut.
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)(?!\[)[\s\S]*?(?=-----END |$)/g,
  // A JSON web token by its first letters, complete or cut.
  /\b()eyJ[\w-]{8,}(?:\.[\w-]*)*/g,
];

/** A text without any of these holds none. */
const HINT = /=|x-api-token|:\/\/|bearer|basic|signature|-----BEGIN|eyJ/i;

/** `text` with `[secret]` in place of everything that looks like a credential. */
export function maskCredentials(text: string): string {
  if (!HINT.test(text)) return text;
  return CREDENTIALS.reduce((result, pattern) => result.replace(pattern, `$1${PLACEHOLDER}`), text);
}
