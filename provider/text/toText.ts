import { asText } from "../schema/engineValues.js";
import type { KnownSecrets } from "./knownSecrets.js";
import type { Text } from "./message.js";

/**
 * The one way from a message to a text, where a hook ends and where a line is logged. Foreign texts lose what is secret, then
 * what is not safe on a terminal, then what is too long; the provider's own words stay as they are.
 */
export function toText(message: Text, secrets: KnownSecrets): string {
  if (typeof message === "string") return message;
  return message.parts
    .map((part) => (typeof part === "string" ? part : sanitizeText(secrets.mask(part.raw), part.longest)))
    .join("");
}

/** Sequences that contain text (links, titles, device strings), to their end or to the next sequence. */
const STRING_SEQUENCE =
  "(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?";
/** All others: colours, movements of the cursor. */
const SEQUENCE = "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?|\\u001b[ -/]*[0-~]?";
/** Characters that show nothing: control and format characters, fillers, halves of characters. */
const INVISIBLE = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{DI}\\u2800]";

const ALL_STRING_SEQUENCES = new RegExp(STRING_SEQUENCE, "g");
const ALL_SEQUENCES = new RegExp(SEQUENCE, "g");
const ALL_INVISIBLE = new RegExp(INVISIBLE, "gu");
/** White space, and what ends a line. */
const SPACE = /[\s\u0085]+/g;

/**
 * Text of a service as one line that is safe on a terminal: no escape sequences or control characters, nothing
 * invisible, white space folded, at most `maxLength` characters (then ending in "…"). Mask secrets first: a
 * shortened secret is not found.
 */
export function sanitizeText(text: string, maxLength: number): string {
  // Limits the time for very long texts: few characters of a text are invisible.
  const start = text.slice(0, maxLength * 10);
  const visible = withoutTerminalSequences(start).replace(SPACE, " ").replace(ALL_INVISIBLE, "");
  // A removed character may have separated two parts that form a reserved value together.
  const line = asText(visible.replace(SPACE, " ").trim());
  if (line.length <= maxLength) return line;
  // Not in the middle of a character that takes two code units.
  return `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Text without what moves a terminal's cursor, colours, links or names its window. */
export function withoutTerminalSequences(text: string): string {
  return text.replace(ALL_STRING_SEQUENCES, "").replace(ALL_SEQUENCES, "");
}
