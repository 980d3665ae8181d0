import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";

/** An error with the body of the response: an object as JSON, a string as a page. */
export class AppsError extends Error {
  constructor(
    readonly status: number,
    readonly body: object | string,
  ) {
    super(`status ${status}`);
    this.name = "AppsError";
  }
}

export const appsErrors = {
  noToken: () =>
    gateway(401, "Unauthorized", `Missing valid authentication token. Correlation ID: ${randomUUID()}`),
  /** The message is only an id. */
  invalidToken: () => gateway(401, "Unauthorized", randomUUID()),
  otherApp: () => gateway(403, "Forbidden", "API token does not belong to the requested app."),
  /** Has no `statusCode`, unlike the other errors. */
  forbidden: () => new AppsError(403, { message: "Forbidden", code: "Forbidden" }),
  unknownRoute: () => gateway(404, "Not Found", `Not found. Correlation ID: ${randomUUID()}`),
  appNotFound: (app: string) => service(404, "NotFound", `Could not find an app named "${app}"`),
  userNotFound: (email: string) => service(404, "NotFound", `Could not find a user with email "${email}"`),
  lengthRequired: () =>
    new AppsError(
      411,
      "<html><head><title>Length Required</title></head><body><h2>Length Required</h2><p>HTTP Error 411. The request must be chunked or have a content length.</p></body></html>\n",
    ),
};

/** Creates an error with a given status code, for responses that a fault sends. */
export function createErrorOfStatus(status: number): AppsError {
  switch (status) {
    case 401:
      return appsErrors.noToken();
    case 403:
      return appsErrors.forbidden();
    case 429:
      // Only the text contains the wait, and there is no code.
      return new AppsError(429, {
        statusCode: 429,
        message: "Rate limit is exceeded. Try again in 1 seconds.",
      });
    default: {
      const reason = STATUS_CODES[status] ?? "Unknown";
      return service(status, reason.replace(/\W/g, ""), `${reason}.`);
    }
  }
}

function gateway(status: number, code: string, message: string): AppsError {
  return new AppsError(status, { message, statusCode: status, code });
}

function service(status: number, code: string, message: string): AppsError {
  return new AppsError(status, { error: { code, message } });
}
