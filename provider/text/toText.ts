import type { KnownSecrets } from "./knownSecrets.js";
import type { Foreign, Text } from "./message.js";
import { shorten } from "./plain.js";

/**
 * Converts a message to text for users and logs. Each foreign text becomes plain, then loses its secrets, then is shortened:
 * secrets are searched in the characters that are printed, because removing any of them later could put a secret together. The
 * words of the provider are not searched.
 */
export function toText(message: Text, secrets: KnownSecrets): string {
  const parts = typeof message === "string" ? [message] : message.parts;
  return withoutCommands(
    parts
      .map((part) => (typeof part === "string" ? part : shorten(mask(part, secrets), part.longest)))
      .join(""),
  );
}

/** More characters than any spelling of a secret has that is not recognized by its pieces. */
const LONGEST_SPELLING = 2000;

/** Masks only the beginning of a very long text, if a secret that begins in the shown part also ends in it. */
function mask({ raw, longest }: Foreign, secrets: KnownSecrets): string {
  const start = secrets.mask(raw.slice(0, 10 * (longest + LONGEST_SPELLING)));
  return start.length > longest + LONGEST_SPELLING ? start : secrets.mask(raw);
}

/**
 * Separates the characters with which a line becomes a command of a pipeline's runner (`##vso[`, `##[`, or `::` at its
 * beginning), or a colour mark of Pulumi's CLI, also where two parts of a message meet.
 */
function withoutCommands(text: string): string {
  return text
    .replace(/#(?=#)/g, "# ")
    .replace(/^( *:)(?=:)/gm, "$1 ")
    .replace(/<\{(?=%)/g, "<{ ");
}
