import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isObject, type JsonObject, readJson } from "../json.js";
import { type AcceptedTokens, readBearerToken } from "../tokens.js";
import { answerWithCloudError, cloudErrors } from "./cloudError.js";

/** Hooks of every service behind the resource manager: request ids, tokens, versions, errors. */
export function registerHooks(app: FastifyInstance, tokens: AcceptedTokens): void {
  app.setErrorHandler(answerWithCloudError);
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("x-ms-request-id", randomUUID());
  });
  app.addHook("preHandler", async (request) => {
    requireToken(request.headers.authorization, tokens);
    requireApiVersion(request.query as Record<string, unknown>);
  });
}

const VERSION = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(-preview)?$/;

/** Accepts every version that has the form of one: what a version means is not specified. */
function requireApiVersion(query: Record<string, unknown>): void {
  const version = query["api-version"];
  if (version === undefined || version === "") throw cloudErrors.missingApiVersion();
  if (typeof version !== "string" || !VERSION.test(version))
    throw cloudErrors.invalidApiVersion(String(version));
}

function requireToken(authorization: string | undefined, tokens: AcceptedTokens): void {
  const token = readBearerToken(authorization);
  if (token === undefined)
    throw cloudErrors.authenticationFailed("The header 'Authorization' with a bearer token is required.");
  if (!tokens.accept(token))
    throw cloudErrors.authenticationFailed("The bearer token is not valid, or has expired.");
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** The JSON object that a request carries; everything else is refused with the status that fits. */
export function readJsonBody(request: FastifyRequest): JsonObject {
  const value = readJson(request, JSON_TYPE, cloudErrors);
  if (!isObject(value)) throw cloudErrors.badRequest("The request body must be a JSON object.");
  return value as JsonObject;
}
