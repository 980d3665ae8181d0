import { PLACEHOLDER } from "./secret.js";

/**
 * Patterns of credentials. The text before a credential stays readable. No credential begins with a bracket, so that `[secret]`
 * is not masked again.
 */
const CREDENTIALS = [
  /\b(bearer\s+)[\w.~+/=-]{20,}/gi,
  /\b(x-api-token["']?\s*[:=]\s*["']?)[^\s"',;&<>[\]]+/gi,
  /((?:^|[?&;,\s"'])(?:sig|signature|accountkey|sharedaccesskey|client_secret|password|access_token|refresh_token|api[-_]?key)=)[^\s"'&;,<>[\]]+/gi,
  // A private key, complete or truncated.
  /(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)(?!\[)[\s\S]*?(?=-----END |$)/g,
  // A JSON web token.
  /\b()eyJ[\w-]{8,}\.[\w.-]*/g,
];

/** Texts that are credentials in messages. In values, they may be something else: a product name, or base64 of JSON. */
const IN_MESSAGES = [
  // "Bearer eyJ…", but not "the bearer token is invalid": a token contains a digit or is long.
  /\b((?:bearer|basic|sharedaccesssignature)\s+)(?=[\w.~+/=-]*\d|[\w.~+/=-]{20})[\w.~+/=-]{6,}/gi,
  // The password in the user information of a URL.
  /(:\/\/[^\s/:@[\]]{0,200}:)[^\s/@[\]]{1,200}(?=@)/g,
  // A JSON web token that is cut off.
  /\b()eyJ[\w-]{8,}/g,
];

export function maskCredentials(text: string): string {
  return [...CREDENTIALS, ...IN_MESSAGES].reduce(
    (result, pattern) => result.replace(pattern, `$1${PLACEHOLDER}`),
    text,
  );
}

/** Whether a text contains a credential, and not a variable in its place. */
export function containsCredential(text: string): boolean {
  return CREDENTIALS.some((pattern) =>
    [...text.matchAll(pattern)].some(([found, before = ""]) => /^[^$%{<]/.test(found.slice(before.length))),
  );
}
