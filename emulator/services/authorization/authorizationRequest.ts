/** A request for a token, as the browser brings it. */
export interface AuthorizationRequest {
  clientId: string;
  redirectUri: URL;
  state: string;
}

/** The problem of a request, in the terms of OAuth 2.0. */
export interface Refusal {
  error: "invalid_request" | "unsupported_response_type" | "invalid_scope" | "access_denied";
  description: string;
}

export type Reading =
  | { kind: "request"; request: AuthorizationRequest }
  /** No redirect address is known: the page shows the error, and the browser is not redirected. */
  | { kind: "unanswerable"; reason: string }
  | { kind: "refused"; redirectUri: URL; state: string | undefined; refusal: Refusal };

/** The only scope there is. */
export const SCOPE = "user_impersonation";

/** Reads the parameters of a request for a token. */
export function readRequest(query: Record<string, unknown>): Reading {
  const twice = Object.keys(query).find((name) => Array.isArray(query[name]));
  if (twice !== undefined) return { kind: "unanswerable", reason: `'${twice}' is given more than once.` };
  const parameter = (name: string) => (query[name] as string | undefined) || undefined;
  const clientId = parameter("client_id");
  if (clientId === undefined) return { kind: "unanswerable", reason: "'client_id' is required." };
  const redirectUri = loopbackUrl(parameter("redirect_uri"));
  if (redirectUri === undefined)
    return { kind: "unanswerable", reason: "'redirect_uri' must be an http address of this machine." };
  const state = parameter("state");
  const refused = (error: Refusal["error"], description: string): Reading => ({
    kind: "refused",
    redirectUri,
    state,
    refusal: { error, description },
  });
  if (parameter("response_type") !== "token")
    return refused("unsupported_response_type", "'response_type' must be 'token'.");
  if (parameter("scope") !== SCOPE) return refused("invalid_scope", `'scope' must be '${SCOPE}'.`);
  if (state === undefined) return refused("invalid_request", "'state' is required.");
  return { kind: "request", request: { clientId, redirectUri, state } };
}

/** An address that a token may be sent to: it never leaves this machine. */
function loopbackUrl(text: string | undefined): URL | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url?.hostname ?? "");
  return url?.protocol === "http:" && isLoopback && url.hash === "" ? url : undefined;
}
