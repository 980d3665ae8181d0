import type { JsonObject } from "../../../provider/schema/json.js";

/** Answers of the app service, in our own words. */
export interface AppError {
  name: string;
  status: number;
  body: JsonObject;
}

const NO_ID = "00000000-0000-0000-0000-000000000000";

/** A profile: some fields are null, and some are in no document. */
export const profile: JsonObject = {
  ...{ id: NO_ID, display_name: "Ada", name: "ada", email: "ada@example.com", avatar_url: null },
  ...{ can_change_password: true, created_at: "2026-01-02T03:04:05.000Z", origin: "mobile-center" },
};

/** The shapes of errors: flat with a status, flat without, and with an id in place of words. */
export const appErrors: AppError[] = [
  {
    ...{ name: "a token of another app", status: 403 },
    body: { message: "The token belongs to another app.", statusCode: 403, code: "Forbidden" },
  },
  {
    ...{ name: "a refusal without its status", status: 403 },
    body: { message: "Forbidden", code: "Forbidden" },
  },
  {
    ...{ name: "a route that the gateway does not know", status: 404 },
    body: { message: `Nothing here. Correlation ID: ${NO_ID}`, statusCode: 404, code: "Not Found" },
  },
  {
    ...{ name: "an id in place of words", status: 401 },
    body: { message: NO_ID, statusCode: 401, code: "Unauthorized" },
  },
  {
    ...{ name: "a limit without a code", status: 429 },
    body: { statusCode: 429, message: "Too many requests. Come back in X seconds." },
  },
  {
    ...{ name: "a missing token", status: 401 },
    body: { code: "Unauthorized", message: "There is no token.", statusCode: 401 },
  },
];
