import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isObject, type JsonObject, readJson } from "./json.js";
import { readFrameworkError, ServiceError } from "./serviceError.js";
import { type AcceptedTokens, readBearerToken } from "./tokens.js";

interface CloudErrorBody {
  code: string;
  message: string;
  target?: string;
  details?: CloudErrorBody[];
}

/** Creates an error that becomes the response `{"error": …}`. */
export function createCloudError(
  status: number,
  body: CloudErrorBody,
  headers?: Record<string, string>,
): ServiceError {
  return new ServiceError(status, { error: body }, headers);
}

export const cloudErrors = {
  authenticationFailed: (message: string) =>
    createCloudError(401, { code: "AuthenticationFailed", message }, { "www-authenticate": "Bearer" }),
  tooManyRequests: (retryAfter: number) =>
    createCloudError(
      429,
      { code: "TooManyRequests", message: "Too many requests. Try again later." },
      { "retry-after": String(retryAfter) },
    ),
  missingApiVersion: () =>
    createCloudError(400, {
      code: "MissingApiVersionParameter",
      message: "The query parameter 'api-version' is required on every request.",
      target: "api-version",
    }),
  unsupportedApiVersion: (version: string, { type, versions }: SupportedVersions) =>
    createCloudError(400, {
      code: "NoRegisteredProviderFound",
      message: `No registered resource provider found for API version '${version}' for type '${type}'. The supported api-versions are '${versions.join(", ")}'.`,
    }),
  lengthRequired: () =>
    createCloudError(411, {
      code: "LengthRequired",
      message: "The request has neither a body nor a length.",
    }),
  unsupportedMediaType: (message: string) => createCloudError(415, { code: "UnsupportedMediaType", message }),
  badRequest: (message: string) => createCloudError(400, { code: "InvalidRequestContent", message }),
  resourceNotFound: (id: string) =>
    createCloudError(404, { code: "ResourceNotFound", message: `There is no resource '${id}'.`, target: id }),
  operationNotFound: (operation: string) =>
    createCloudError(404, { code: "OperationNotFound", message: `There is no operation '${operation}'.` }),
  unknownRoute: (method: string, path: string) =>
    createCloudError(404, {
      code: "InvalidResourceType",
      message: `No resource type and operation is known for ${method} ${path}.`,
    }),
};

/** Responds with any thrown value in the form of the resource manager. */
export async function answerWithCloudError(error: unknown, _request: FastifyRequest, reply: FastifyReply) {
  const { status, body, headers } = error instanceof ServiceError ? error : fromFramework(error);
  return reply.code(status).headers(headers).send(body);
}

function fromFramework(error: unknown): ServiceError {
  const { status, message } = readFrameworkError(error);
  return createCloudError(status, { code: status < 500 ? "InvalidRequest" : "InternalServerError", message });
}

/** The API versions of a service: that of its document, and those that the public service has published. */
export interface SupportedVersions {
  type: string;
  versions: readonly string[];
}

/** Adds the hooks of every service of the resource manager: request ids, tokens, versions, errors. */
export function registerHooks(
  app: FastifyInstance,
  tokens: AcceptedTokens,
  supported: SupportedVersions,
): void {
  app.setErrorHandler(answerWithCloudError);
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("x-ms-request-id", randomUUID());
  });
  app.addHook("preHandler", async (request) => {
    requireToken(request.headers.authorization, tokens);
    requireApiVersion(request.query as Record<string, unknown>, supported);
  });
}

/** All supported versions have the same meaning here, because the documents do not specify how they differ. */
function requireApiVersion(query: Record<string, unknown>, supported: SupportedVersions): void {
  const version = String(query["api-version"] ?? "");
  if (version === "") throw cloudErrors.missingApiVersion();
  if (!supported.versions.includes(version)) throw cloudErrors.unsupportedApiVersion(version, supported);
}

/** The API version of a request, which the hooks have checked. */
export function readApiVersion({ query }: FastifyRequest): string {
  return String((query as Record<string, unknown>)["api-version"]);
}

function requireToken(authorization: string | undefined, tokens: AcceptedTokens): void {
  const token = readBearerToken(authorization);
  if (token === undefined)
    throw cloudErrors.authenticationFailed("The header 'Authorization' with a bearer token is required.");
  if (!tokens.accept(token))
    throw cloudErrors.authenticationFailed("The bearer token is not valid, or has expired.");
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Reads the JSON object in the body of a request. Another body is an error with a suitable status code. */
export function readJsonBody(request: FastifyRequest): JsonObject {
  const value = readJson(request, JSON_TYPE, cloudErrors);
  if (!isObject(value)) throw cloudErrors.badRequest("The request body must be a JSON object.");
  return value as JsonObject;
}
