import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";

/** An error with the body that is answered: an object as JSON, a text as a page. */
export class AppsError extends Error {
  constructor(
    readonly status: number,
    readonly body: object | string,
  ) {
    super(`status ${status}`);
    this.name = "AppsError";
  }
}

/** The one place where errors of the app service, and of the gateway in front of it, are made. */
export const appsErrors = {
  noToken: () =>
    gateway(401, "Unauthorized", `Missing valid authentication token. Correlation ID: ${randomUUID()}`),
  /** The message is an id and nothing else. */
  invalidToken: () => gateway(401, "Unauthorized", randomUUID()),
  otherApp: () => gateway(403, "Forbidden", "API token does not belong to the requested app."),
  /** Without a `statusCode`, other than its neighbours. */
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

/** An error that fits a status, for answers that are made up. */
export function createErrorOfStatus(status: number): AppsError {
  switch (status) {
    case 401:
      return appsErrors.noToken();
    case 403:
      return appsErrors.forbidden();
    case 429:
      // The text alone has the wait, and there is no code.
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
