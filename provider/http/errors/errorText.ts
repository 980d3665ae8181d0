import { formatServiceError } from "./formatServiceError.js";
import { ServiceError } from "./serviceError.js";

/** What a person is told of an error of any kind: a refusal whole, of every other one its message. */
export function errorText(error: unknown): string {
  if (error instanceof ServiceError) return formatServiceError(error);
  return error instanceof Error ? error.message : String(error);
}
