import { formatServiceError } from "./formatServiceError.js";
import { ServiceError } from "./serviceError.js";

/** The text of an error for a person: of a service's error everything, of every other one its message. */
export function formatError(error: unknown): string {
  if (error instanceof ServiceError) return formatServiceError(error);
  return error instanceof Error ? error.message : String(error);
}
