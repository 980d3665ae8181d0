import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getOrigin, readJson } from "../../request.js";
import { readFrameworkError, ServiceError } from "../../serviceError.js";
import { AcceptedTokens, readBearerToken } from "../../tokens.js";
import { type Answer, type Context, createErrorAnswer } from "./answers.js";
import { JSON_TYPE, runBatch } from "./batch.js";
import { businessErrors, createError } from "./errors.js";
import { perform } from "./operations.js";
import { readBelowRoot, splitAddress } from "./path.js";

const WITH_BODY = ["POST", "PATCH"];

/** Adds the service's routes. The paths below them are resolved later. */
export function registerRoutes(app: FastifyInstance, context: Context): void {
  registerHooks(app, context);
  for (const root of ["/api/v1.0/*", "/api/v2.0/*"])
    app.all(root, async (request, reply) => {
      const correlationId = String(reply.getHeader("request-id"));
      const answer = isBatch(request.url)
        ? runBatch(context, request, correlationId)
        : single(context, request);
      return sendAnswer(reply, answer);
    });
}

function single(context: Context, request: FastifyRequest): Answer {
  const { method, headers, fault } = request;
  const address = splitAddress(request.url, "v2.0");
  return perform(context, {
    ...readBelowRoot(address.path),
    method,
    query: address.query,
    headers: headers as Record<string, string | undefined>,
    body: WITH_BODY.includes(method) ? readJson(request, JSON_TYPE, businessErrors) : undefined,
    origin: getOrigin(request),
    writer: fault && "writer" in fault ? fault.writer : undefined,
  });
}

/** Adds the hooks of every request: headers, latency, token, quota, errors. */
function registerHooks(app: FastifyInstance, context: Context): void {
  const { businessLatencyMs } = context.settings;
  const tokens = new AcceptedTokens(context.settings);
  app.setErrorHandler(answerWithBusinessError);
  app.addHook("onRequest", async (_request, reply) => {
    const id = randomUUID();
    reply.headers({ "request-id": id, "odata-version": "4.0", "cache-control": "no-cache, no-store" });
  });
  // The first hook, so that faults and refusals have the latency as well.
  if (businessLatencyMs > 0)
    app.addHook("onRequest", (_request, _reply, done) => void setTimeout(done, businessLatencyMs).unref());
  app.addHook("preHandler", async (request) => {
    const token = readBearerToken(request.headers.authorization);
    if (token === undefined || !tokens.accept(token)) throw businessErrors.invalidCredentials();
    if (!context.settings.businessQuota?.countBatched || !isBatch(request.url))
      context.takeFromQuota(request.entry.tokenHash ?? "");
  });
}

function isBatch(url: string): boolean {
  return /^\/api\/v[12]\.0\/(\$|%24)batch(\?|$)/i.test(url);
}

function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.code(status).headers(headers);
  if (body === undefined) return reply.send();
  const text = typeof body === "string" ? body : JSON.stringify(body);
  // With a serializer for the reply, the framework keeps the content type.
  return reply.serializer(String).send(text);
}

/** Responds with any thrown value. */
async function answerWithBusinessError(error: unknown, _request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof ServiceError ? error : fromFramework(error);
  return sendAnswer(reply, createErrorAnswer(known, String(reply.getHeader("request-id"))));
}

function fromFramework(error: unknown): ServiceError {
  const { status, message } = readFrameworkError(error);
  return createError(status, status < 500 ? "BadRequest" : "Internal_ServerError", message);
}
