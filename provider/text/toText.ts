import type { KnownSecrets } from "./knownSecrets.js";
import type { Text } from "./message.js";
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
      .map((part) => (typeof part === "string" ? part : shorten(secrets.mask(part.raw), part.longest)))
      .join(""),
  );
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
