import { listDecodings } from "./decodedText.js";

/** Shorter secrets are not looked for: they would match everywhere, and knowing them tells little. */
export const SHORTEST_SECRET = 4;

/** A line of a secret that is looked for by itself. */
const SHORTEST_LINE = 16;

/** Encoded texts that are looked for in an encoding of themselves as well: longer ones are files. */
const LONGEST_TWICE = 1024;

/** Text that may be base64; shorter ones are words. */
const BASE64 = /^[A-Za-z0-9+/_-]{8,}={0,2}$/;

/**
 * Every text that gives `secret` away where a service writes it: itself, its lines, its base64 form at each of the
 * three alignments that it can have inside a longer text (such as `user:password`), its hexadecimal form, and, where
 * it is base64 itself, its content. JSON, HTML and percent escapes, letter case and white space are undone by
 * the search, but not within base64 and hexadecimal.
 */
export function listForms(secret: string): string[] {
  const content = decodedBase64(secret);
  const texts = [
    secret,
    ...linesOf(secret),
    ...(content === undefined ? [] : [content, ...linesOf(content)]),
  ];
  const written = texts.flatMap((text) => [text, ...inOtherCharacters(text)]);
  const plain = new Set(written.flatMap((text) => listDecodings(text).map((layer) => layer.text)));
  const encoded = [secret, secret.trim(), content ?? ""]
    .filter((text) => text.length >= SHORTEST_SECRET)
    .flatMap(encodingsOf);
  // A value that is sent as base64 may be encoded once more, as a whole.
  const encodedTwice = [...encoded, ...escapedForms(secret)]
    .filter((text) => text.length <= LONGEST_TWICE)
    .flatMap(encodingsOf);
  const forms = [...plain, ...[...plain].map((text) => text.trim()), ...encoded, ...encodedTwice];
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST_SECRET);
}

/** As a part of a JSON text, an address or a form, where it looks different there: a whole request may be encoded. */
function escapedForms(secret: string): string[] {
  // Halves of characters cannot be a part of an address.
  const text = Buffer.from(secret, "utf8").toString("utf8");
  const forms = [
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    new URLSearchParams({ "": text }).toString().slice(1),
  ];
  return [...new Set(forms)].filter((form) => form !== secret);
}

const BEYOND_ASCII = /[^\p{ASCII}]/gu;

/**
 * Letters beyond ASCII composed, decomposed, in a letter case that has more letters (`SS` for `ß`), read in another
 * character set, or replaced by who does not know them.
 */
function inOtherCharacters(text: string): string[] {
  const ascii = text.replace(BEYOND_ASCII, "");
  if (ascii.length === text.length) return [];
  const latin1 = Buffer.from(text).toString("latin1");
  const composed = text.normalize("NFC");
  // The search undoes the letter case of single letters.
  const cases = [text.toUpperCase(), text.toLowerCase()].filter((form) => form.length !== text.length);
  const forms = [composed, text.normalize("NFD"), ...cases, latin1, inWindows(latin1)];
  // Without enough letters left it would be found everywhere.
  if (ascii.length < SHORTEST_SECRET) return forms;
  return [...forms, composed.replace(BEYOND_ASCII, "?"), composed.replace(BEYOND_ASCII, "\ufffd")];
}

/** The characters of Windows-1252 in place of the control characters of Latin-1; five of these it leaves as they are. */
const WINDOWS = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

function inWindows(latin1: string): string {
  return latin1.replace(/[\x80-\x9f]/g, (control) => WINDOWS.charAt(control.charCodeAt(0) - 0x80));
}

/** Lines that say something without the others, such as those of a PEM key. */
function linesOf(text: string): string[] {
  if (!/[\r\n]/.test(text)) return [];
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= SHORTEST_LINE);
}

function encodingsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  return [bytes.toString("hex"), ...base64FormsOf(bytes)];
}

function base64FormsOf(bytes: Buffer): string[] {
  const whole = bytes.toString("base64").replace(/=+$/, "");
  return [whole, ...[0, 1, 2].flatMap((offset) => base64At(bytes, offset))];
}

/**
 * The characters of base64 that hold nothing but `bytes` when `offset` other bytes stand in front of them; and of these
 * the groups of four, which are what a service writes that encodes piece by piece.
 */
function base64At(bytes: Buffer, offset: number): string[] {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
  const first = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + bytes.length) * 8) / 6);
  return [encoded.slice(first, end), encoded.slice(Math.ceil(first / 4) * 4, Math.floor(end / 4) * 4)];
}

/** The decoded text of a base64 text; undefined where the bytes are not text. */
function decodedBase64(text: string): string | undefined {
  const compact = text.replace(/\s+/g, "");
  if (!BASE64.test(compact)) return undefined;
  const content = Buffer.from(compact, "base64").toString("utf8");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: bytes that text does not have
  return content.length < SHORTEST_SECRET || /[\ufffd\u0000-\u0008\u000e-\u001f]/.test(content)
    ? undefined
    : content;
}
