import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Scope that the services require: to act as the person who signed in. */
export const SCOPE = "user_impersonation";

/** A value that proves knowledge of the request: 256 random bits, safe in an address. */
export function createState(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares in a time that does not tell how much of `given` is right. */
export function isState(given: string | undefined, expected: string): boolean {
  return given !== undefined && timingSafeEqual(digest(given), digest(expected));
}

/** The address that the browser is sent to: OAuth 2.0, implicit flow. Parameters that `authUrl` has are kept. */
export function formatAuthorizationUrl(options: {
  authUrl: string;
  clientId: string;
  redirectUri: string;
  state: string;
}): string {
  const url = new URL(options.authUrl);
  // A fragment has no meaning to the service, and might end up in the answer's.
  url.hash = "";
  url.searchParams.set("response_type", "token");
  url.searchParams.set("client_id", options.clientId);
  url.searchParams.set("redirect_uri", options.redirectUri);
  url.searchParams.set("scope", SCOPE);
  url.searchParams.set("state", options.state);
  return url.href;
}

/** Of equal length, whatever was given. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
