import { hash } from "node:crypto";

/** Returns the same GUID for the same text in every run. */
export function deriveGuid(text: string): string {
  return hash("sha1", text).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}

/** Sent for an id that is not set. */
export const ZERO_GUID = "00000000-0000-0000-0000-000000000000";

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isGuid(text: string): boolean {
  return GUID.test(text);
}
