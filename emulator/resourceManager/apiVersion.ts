import { cloudErrors } from "./cloudError.js";

const VERSION = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(-preview)?$/;

/** Accepts every version that has the form of one: what a version means is not specified. */
export function requireApiVersion(query: Record<string, unknown>): void {
  const version = query["api-version"];
  if (version === undefined || version === "") {
    throw cloudErrors.missingApiVersion();
  }
  if (typeof version !== "string" || !VERSION.test(version)) {
    throw cloudErrors.invalidApiVersion(String(version));
  }
}
