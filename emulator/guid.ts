import { createHash } from "node:crypto";

/** The same GUID for the same text, in any case, whenever the emulator is started. */
export function deriveGuid(text: string): string {
  const digits = createHash("sha256").update(text.toLowerCase()).digest("hex");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

/** An id that is not set, as it is sent. */
export const ZERO_GUID = "00000000-0000-0000-0000-000000000000";

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a GUID. */
export function isGuid(text: string): boolean {
  return GUID.test(text);
}
