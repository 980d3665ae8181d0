import type { KnownSecrets } from "./knownSecrets.js";
import type { Text } from "./message.js";
import { sanitizeText } from "./sanitizeText.js";

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
