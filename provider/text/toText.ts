import { asText } from "../schema/engineValues.js";
import type { KnownSecrets } from "./knownSecrets.js";
import type { Text } from "./message.js";

/**
 * Converts a message to text for users and logs. In foreign texts it masks secrets, then removes terminal sequences and invisible
 * characters, then truncates. Texts of the provider are not changed.
 */
export function toText(message: Text, secrets: KnownSecrets): string {
  if (typeof message === "string") return message;
  return message.parts
    .map((part) => (typeof part === "string" ? part : sanitizeText(secrets.mask(part.raw), part.longest)))
    .join("");
}

/** Terminal sequences with text (links, titles, device strings), up to their end or to the next sequence. */
const STRING_SEQUENCE =
  "(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u009c]*(?:\\u0007|\\u001b\\\\|\\u009c)?";
/** Other terminal sequences: colours, movements of the cursor. */
const SEQUENCE = "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]?|\\u001b[ -/]*[0-~]?";
/** Control, format and private-use characters, lone surrogates, fillers. */
const INVISIBLE = "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{DI}\\u2800]";

const ALL_STRING_SEQUENCES = new RegExp(STRING_SEQUENCE, "g");
const ALL_SEQUENCES = new RegExp(SEQUENCE, "g");
const ALL_INVISIBLE = new RegExp(INVISIBLE, "gu");
/** `\s` does not contain the line break U+0085. */
const SPACE = /[\s\u0085]+/g;

/**
 * Converts text of a service to one line that is safe on a terminal. It removes terminal sequences and invisible characters. Text
 * longer than `maxLength` characters is truncated and ends in `…`. Mask secrets first, because a truncated secret is not found.
 */
export function sanitizeText(text: string, maxLength: number): string {
  // Limits the time for very long texts. Few characters of a text are invisible.
  const start = text.slice(0, maxLength * 10);
  const visible = withoutTerminalSequences(start).replace(SPACE, " ").replace(ALL_INVISIBLE, "");
  // Without the removed characters, the text may equal a reserved value of the engine.
  const line = asText(visible.replace(SPACE, " ").trim());
  if (line.length <= maxLength) return line;
  // Does not split a surrogate pair.
  return `${line.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

export function withoutTerminalSequences(text: string): string {
  return text.replace(ALL_STRING_SEQUENCES, "").replace(ALL_SEQUENCES, "");
}
