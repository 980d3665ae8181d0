import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isLoopback, type Settings } from "../../options.js";
import type { Service } from "../service.js";

/** The sign-in service, which issues tokens for the other services. */
export function createAuthorization(settings: Settings): Omit<Service, "store"> {
  return {
    // The authorization address of OAuth 2.0's implicit flow, which asks the user and redirects the browser.
    routes: (app) =>
      app.route({
        method: ["GET", "POST"],
        url: "/oauth2/authorize",
        handler: async (request: Request, reply) => answer(request, reply, settings),
      }),
    control: () => undefined,
  };
}

type Request = FastifyRequest<{ Querystring: Record<string, unknown> }>;

const SCOPE = "user_impersonation";

function answer({ method, query, body }: Request, reply: FastifyReply, settings: Settings) {
  const { client_id: clientId, state = "", redirect_uri, response_type, scope } = query;
  const redirectUri = loopbackUrl(redirect_uri);
  // Without a certain redirect address, the page shows the problem.
  if (!clientId) return sendPage(reply, 400, "'client_id' is required.");
  if (redirectUri === undefined)
    return sendPage(reply, 400, "'redirect_uri' must be an http address of this machine.");
  /** The response is in the fragment, which browsers do not send. */
  const sendBack = (parameters: Record<string, string>) => {
    const location = `${redirectUri.href}#${new URLSearchParams({ ...(state !== "" && { state: String(state) }), ...parameters })}`;
    return reply.code(303).headers({ "cache-control": "no-store", location }).send();
  };
  const decline = (error: string, error_description: string) => sendBack({ error, error_description });
  if (response_type !== "token")
    return decline("unsupported_response_type", "'response_type' must be 'token'.");
  if (scope !== SCOPE) return decline("invalid_scope", `'scope' must be '${SCOPE}'.`);
  if (state === "") return decline("invalid_request", "'state' is required.");
  if (method === "GET")
    return sendPage(reply, 200, `'${clientId}' requests to act on your behalf (${SCOPE}).`);
  if (new URLSearchParams(String(body)).get("decision") !== "allow")
    return decline("access_denied", "The user pressed Cancel.");
  return sendBack({
    // The configured token, which is the only valid one, or else a new token.
    access_token: settings.token ?? randomBytes(32).toString("base64url"),
    ...{ token_type: "Bearer", expires_in: "3600", scope: SCOPE },
    ...(settings.authorizationWrongState && { state: `not-${state}` }),
  });
}

/** Returns the redirect address. Only loopback addresses are valid, so that tokens never leave this machine. */
function loopbackUrl(text: unknown): URL | undefined {
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "http:" && isLoopback(url.hostname) && url.hash === "" ? url : undefined;
}

const HEADERS = {
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** Submits to the page's own address, with all parameters. */
const FORM = `<form method="post">
<button name="decision" value="allow">Sign in</button>
<button name="decision" value="deny">Cancel</button>
</form>`;

/** Sends the page that asks the user or, with another status than 200, says why it cannot. */
function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  const title = status === 200 ? "Sign in" : "This request cannot be answered";
  const escaped = text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return reply
    .code(status)
    .headers(HEADERS)
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 18vh auto 0; max-width: 32rem; overflow-wrap: anywhere; padding: 0 1.5rem; }
button { font: inherit; padding: .4rem 1.2rem; }
</style>
</head>
<body>
<h1>${title}</h1>
<p>${escaped}</p>
${status === 200 ? FORM : ""}
</body>
</html>
`);
}
