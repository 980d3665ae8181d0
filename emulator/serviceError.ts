import { STATUS_CODES } from "node:http";

export class ServiceError extends Error {
  constructor(
    readonly status: number,
    /** An object is sent as JSON, and a text as a page. */
    readonly body: object | string,
    readonly headers: Record<string, string> = {},
    message = `status ${status}`,
  ) {
    super(message);
  }
}

/** Returns the status and message of an error of the server itself, for example for a body that is too large. */
export function readFrameworkError(error: unknown): { status: number; message: string } {
  const { statusCode = 500, message = String(error) } = error as { statusCode?: number; message?: string };
  return { status: statusCode, message };
}

/** Returns the code and message of an error that has only a status code, for responses that a fault sends. */
export function describeStatus(status: number): { code: string; message: string } {
  const reason = STATUS_CODES[status] ?? "Unknown";
  return { code: reason.replace(/\W/g, ""), message: `${reason}.` };
}
