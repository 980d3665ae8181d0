import { bearerToken } from "../bearerToken.js";
import { cloudErrors } from "./cloudError.js";

/** Accepts `Bearer <token>`: any token that is not empty, or the one that is expected. */
export function requireToken(authorization: string | undefined, expected: string | undefined): void {
  const token = bearerToken(authorization);
  if (token === undefined) {
    throw cloudErrors.authenticationFailed("The header 'Authorization' with a bearer token is required.");
  }
  if (expected !== undefined && token !== expected) {
    throw cloudErrors.authenticationFailed("The bearer token is not valid here.");
  }
}
