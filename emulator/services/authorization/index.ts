import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../../options.js";
import type { Service } from "../service.js";
import { type AuthorizationRequest, type Reading, readRequest, SCOPE } from "./authorizationRequest.js";

/** The service that people sign in to, and that hands out tokens for the others. */
export function createAuthorization(settings: Settings): Service<Tokens> {
  const tokens = new Tokens(settings);
  return {
    store: tokens,
    // It proves that an answer belongs to a sign-in.
    secrets: { parameters: ["state"] },
    routes: (app) => routes(app, settings, tokens),
    control: () => undefined,
  };
}

const PATH = "/oauth2/authorize";

const HEADERS = {
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

type Request = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/** The authorization address of OAuth 2.0's implicit flow: asks the person, and sends the browser back. */
function routes(app: FastifyInstance, settings: Settings, tokens: Tokens): void {
  app.get(PATH, async ({ query }: Request, reply) => {
    const reading = readRequest(query);
    if (reading.kind !== "request") return decline(reply, reading);
    return reply.headers(HEADERS).send(askingPage(reading.request.clientId, SCOPE));
  });
  app.post(PATH, async ({ query, body }: Request, reply) => {
    const reading = readRequest(query);
    if (reading.kind !== "request") return decline(reply, reading);
    const { redirectUri, state } = reading.request;
    if (new URLSearchParams(String(body)).get("decision") !== "allow")
      return sendBack(reply, redirectUri, {
        error: "access_denied",
        error_description: "The user pressed Cancel.",
        state,
      });
    return sendBack(reply, redirectUri, granted(reading.request, settings, tokens.next()));
  });
}

function granted({ state }: AuthorizationRequest, settings: Settings, token: string) {
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: "3600",
    scope: SCOPE,
    state: settings.authorizationWrongState ? `not-${state}` : state,
  };
}

function decline(reply: FastifyReply, reading: Exclude<Reading, { kind: "request" }>) {
  if (reading.kind === "unanswerable")
    return reply.code(400).headers(HEADERS).send(problemPage(reading.reason));
  const { redirectUri, state, refusal } = reading;
  return sendBack(reply, redirectUri, {
    error: refusal.error,
    error_description: refusal.description,
    ...(state !== undefined && { state }),
  });
}

/** The answer goes into the fragment, which browsers keep to themselves. */
function sendBack(reply: FastifyReply, redirectUri: URL, answer: Record<string, string>) {
  const location = `${redirectUri.href}#${new URLSearchParams(answer)}`;
  return reply.code(303).headers({ "cache-control": "no-store", location }).send();
}

/** The tokens that were handed out. */
export class Tokens {
  private readonly handedOut: string[] = [];

  constructor(private readonly settings: Pick<Settings, "token">) {}

  /** Every token so far, the latest last. */
  list(): string[] {
    return [...this.handedOut];
  }

  /** A token that every service here accepts: the only one they do, or else a new one. */
  next(): string {
    const token = this.settings.token ?? randomBytes(32).toString("base64url");
    this.handedOut.push(token);
    return token;
  }
}

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 18vh auto 0; max-width: 32rem; padding: 0 1.5rem; }
  h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
  p { overflow-wrap: anywhere; }
  button { font: inherit; margin-right: .5rem; padding: .4rem 1.2rem; }
`;

/** The page that asks the person. The form goes back to the page's own address, parameters included. */
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

/** The page for a request that cannot be answered. */
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
