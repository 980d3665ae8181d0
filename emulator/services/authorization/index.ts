import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isLoopback, type Settings } from "../../options.js";
import type { Service } from "../service.js";

/** The sign-in service, which issues tokens for the other services. */
export function createAuthorization(settings: Settings): Omit<Service, "store"> {
  return {
    // The state proves that a response belongs to a sign-in.
    secrets: { parameters: ["state"] },
    routes: (app) => routes(app, settings),
    control: () => undefined,
  };
}

const PATH = "/oauth2/authorize";

const SCOPE = "user_impersonation";

const HEADERS = {
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

type Request = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/** Adds the authorization address of OAuth 2.0's implicit flow, which asks the user and redirects the browser. */
function routes(app: FastifyInstance, settings: Settings): void {
  app.get(PATH, async ({ query }: Request, reply) => {
    const reading = readRequest(query);
    if (reading.kind !== "request") return decline(reply, reading);
    return reply.headers(HEADERS).send(askingPage(reading.clientId, SCOPE));
  });
  app.post(PATH, async ({ query, body }: Request, reply) => {
    const reading = readRequest(query);
    if (reading.kind !== "request") return decline(reply, reading);
    const { redirectUri, state } = reading;
    if (new URLSearchParams(String(body)).get("decision") !== "allow") {
      const answer = { error: "access_denied", error_description: "The user pressed Cancel.", state };
      return sendBack(reply, redirectUri, answer);
    }
    return sendBack(reply, redirectUri, {
      // The configured token, which is the only valid one, or else a new token.
      access_token: settings.token ?? randomBytes(32).toString("base64url"),
      token_type: "Bearer",
      expires_in: "3600",
      scope: SCOPE,
      state: settings.authorizationWrongState ? `not-${state}` : state,
    });
  });
}

type Reading =
  | { kind: "request"; clientId: string; redirectUri: URL; state: string }
  /** The redirect address is unknown, so the page shows the error without a redirect. */
  | { kind: "unanswerable"; reason: string }
  /** `answer` has the parameters of OAuth 2.0. */
  | { kind: "refused"; redirectUri: URL; answer: Record<string, string> };

function readRequest(query: Record<string, unknown>): Reading {
  const twice = Object.keys(query).find((name) => Array.isArray(query[name]));
  if (twice !== undefined) return { kind: "unanswerable", reason: `'${twice}' is given more than once.` };
  const parameter = (name: string) => (query[name] as string | undefined) || undefined;
  const clientId = parameter("client_id");
  if (clientId === undefined) return { kind: "unanswerable", reason: "'client_id' is required." };
  const redirectUri = loopbackUrl(parameter("redirect_uri"));
  if (redirectUri === undefined)
    return { kind: "unanswerable", reason: "'redirect_uri' must be an http address of this machine." };
  const state = parameter("state");
  const refused = (error: string, error_description: string): Reading => ({
    kind: "refused",
    redirectUri,
    answer: { error, error_description, ...(state !== undefined && { state }) },
  });
  if (parameter("response_type") !== "token")
    return refused("unsupported_response_type", "'response_type' must be 'token'.");
  if (parameter("scope") !== SCOPE) return refused("invalid_scope", `'scope' must be '${SCOPE}'.`);
  if (state === undefined) return refused("invalid_request", "'state' is required.");
  return { kind: "request", clientId, redirectUri, state };
}

/** Returns the redirect address. Only loopback addresses are valid, so that tokens never leave this machine. */
function loopbackUrl(text: string | undefined): URL | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "http:" && isLoopback(url.hostname) && url.hash === "" ? url : undefined;
}

function decline(reply: FastifyReply, reading: Exclude<Reading, { kind: "request" }>) {
  return reading.kind === "refused"
    ? sendBack(reply, reading.redirectUri, reading.answer)
    : reply.code(400).headers(HEADERS).send(problemPage(reading.reason));
}

/** The response is in the fragment, which browsers do not send. */
function sendBack(reply: FastifyReply, redirectUri: URL, answer: Record<string, string>) {
  const location = `${redirectUri.href}#${new URLSearchParams(answer)}`;
  return reply.code(303).headers({ "cache-control": "no-store", location }).send();
}

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 18vh auto 0; max-width: 32rem; padding: 0 1.5rem; }
  h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
  p { overflow-wrap: anywhere; }
  button { font: inherit; margin-right: .5rem; padding: .4rem 1.2rem; }
`;

/** Formats the page that asks the user. The form submits to the page's own address, with all parameters. */
function askingPage(clientId: string, scope: string): string {
  return html(
    "Sign in",
    `<p><strong>${escaped(clientId)}</strong> requests <strong>${escaped(scope)}</strong>: permission to act on your behalf.</p>
<form method="post">
<button name="decision" value="allow">Sign in</button>
<button name="decision" value="deny">Cancel</button>
</form>`,
  );
}

function problemPage(reason: string): string {
  return html("This request cannot be answered", `<p>${escaped(reason)}</p>`);
}

function html(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
