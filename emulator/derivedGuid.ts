import { createHash } from "node:crypto";

/** The same GUID for the same text, in any case, whenever the emulator is started. */
export function derivedGuid(text: string): string {
  const digits = createHash("sha256").update(text.toLowerCase()).digest("hex");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
