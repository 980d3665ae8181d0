import { randomUUID } from "node:crypto";
import { ServiceError } from "../../serviceError.js";

export const appsErrors = {
  noToken: () =>
    gateway(401, "Unauthorized", `Missing valid authentication token. Correlation ID: ${randomUUID()}`),
  /** The message is only an id. */
  invalidToken: () => gateway(401, "Unauthorized", randomUUID()),
  otherApp: () => gateway(403, "Forbidden", "API token does not belong to the requested app."),
  /** Has no `statusCode`, unlike the other errors. */
  forbidden: () => new ServiceError(403, { message: "Forbidden", code: "Forbidden" }),
  unknownRoute: () => gateway(404, "Not Found", `Not found. Correlation ID: ${randomUUID()}`),
  appNotFound: (app: string) => service(404, "NotFound", `Could not find an app named "${app}"`),
  userNotFound: (email: string) => service(404, "NotFound", `Could not find a user with email "${email}"`),
  lengthRequired: () =>
    new ServiceError(
      411,
      "<html><head><title>Length Required</title></head><body><h2>Length Required</h2><p>HTTP Error 411. The request must be chunked or have a content length.</p></body></html>\n",
      { "content-type": "text/html; charset=us-ascii" },
    ),
};

function gateway(status: number, code: string, message: string): ServiceError {
  return new ServiceError(status, { message, statusCode: status, code });
}

function service(status: number, code: string, message: string): ServiceError {
  return new ServiceError(status, { error: { code, message } });
}
