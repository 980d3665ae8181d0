import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** The services require this scope. It lets the token act for the user who signs in. */
export const SCOPE = "user_impersonation";

/** Creates the state of a request or another secret: 256 random bits, safe in an address and in a cookie. */
export function createState(): string {
  return randomBytes(32).toString("base64url");
}

/** Compares in constant time. */
export function isState(given: string | undefined, expected: string): boolean {
  return given !== undefined && timingSafeEqual(digest(given), digest(expected));
}

/** Formats the address of an authorization request of OAuth 2.0, implicit flow. Keeps parameters of `authUrl`. */
export function formatAuthorizationUrl(options: {
  authUrl: string;
  clientId: string;
  redirectUri: string;
  state: string;
}): string {
  const url = new URL(options.authUrl);
  // The service ignores a fragment, but it could appear in the address of the response.
  url.hash = "";
  url.searchParams.set("response_type", "token");
  url.searchParams.set("client_id", options.clientId);
  url.searchParams.set("redirect_uri", options.redirectUri);
  url.searchParams.set("scope", SCOPE);
  url.searchParams.set("state", options.state);
  return url.href;
}

/** Makes both texts equally long, as the comparison requires. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
