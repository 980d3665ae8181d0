import { NO_GUID } from "./guid.js";
import type { Json } from "./json.js";

/** Whether `value` is what the business service has for a field that nobody has set. */
export function isUnset(value: Json): boolean {
  return value === "" || value === 0 || value === false || value === NO_GUID || value === "0001-01-01";
}
