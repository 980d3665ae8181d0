import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../../options.js";
import { type AuthorizationRequest, type Reading, readRequest, SCOPE } from "./authorizationRequest.js";
import { askingPage, problemPage } from "./page.js";
import type { Tokens } from "./tokens.js";

const PATH = "/oauth2/authorize";

const HEADERS = {
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

type Request = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/** The authorization address of OAuth 2.0's implicit flow: asks the person, and sends the browser back. */
export function routes(app: FastifyInstance, settings: Settings, tokens: Tokens): void {
  app.get(PATH, async ({ query }: Request, reply) => {
    const reading = readRequest(query);
    if (reading.kind !== "request") {
      return decline(reply, reading);
    }
    return reply.headers(HEADERS).send(askingPage(reading.request.clientId, SCOPE));
  });
  app.post(PATH, async ({ query, body }: Request, reply) => {
    const reading = readRequest(query);
    if (reading.kind !== "request") {
      return decline(reply, reading);
    }
    const { redirectUri, state } = reading.request;
    if (new URLSearchParams(String(body)).get("decision") !== "allow") {
      return sendBack(reply, redirectUri, {
        error: "access_denied",
        error_description: "The person pressed Cancel.",
        state,
      });
    }
    return sendBack(reply, redirectUri, granted(reading.request, settings, tokens.next()));
  });
}

function granted({ state }: AuthorizationRequest, settings: Settings, token: string) {
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: String(settings.tokenLifetimeSeconds),
    scope: SCOPE,
    state: settings.authorizationWrongState ? `not-${state}` : state,
  };
}

function decline(reply: FastifyReply, reading: Exclude<Reading, { kind: "request" }>) {
  if (reading.kind === "unanswerable") {
    return reply.code(400).headers(HEADERS).send(problemPage(reading.reason));
  }
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
