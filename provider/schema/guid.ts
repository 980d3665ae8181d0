/** The services' id for one that is not set. */
export const NO_GUID = "00000000-0000-0000-0000-000000000000";

/** A GUID as ajv checks it; empty where an id may be unset. */
export const guidPattern = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/i;

/** The one spelling of a GUID: the case has no meaning, and no id is the zero GUID. */
export function normalizeGuid(text: string): string {
  return text === "" ? NO_GUID : text.toLowerCase();
}

/** Whether a text is an id of the services, and not empty. */
export function isGuid(text: unknown): boolean {
  return typeof text === "string" && text !== "" && guidPattern.test(text);
}
