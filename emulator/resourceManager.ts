import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isObject, type JsonObject } from "./json.js";
import type { Settings } from "./options.js";
import { readJson } from "./request.js";
import { readFrameworkError, ServiceError } from "./serviceError.js";
import { AcceptedTokens, readBearerToken } from "./tokens.js";

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

const refuse = (status: number, code: string, message: string, target?: string) =>
  createCloudError(status, { code, message, target });

export const cloudErrors = {
  unsupportedMediaType: (message: string) => refuse(415, "UnsupportedMediaType", message),
  badRequest: (message: string) => refuse(400, "InvalidRequestContent", message),
  resourceNotFound: (id: string) => refuse(404, "ResourceNotFound", `There is no resource '${id}'.`, id),
  operationNotFound: (operation: string) =>
    refuse(404, "OperationNotFound", `There is no operation '${operation}'.`),
  unknownRoute: (method: string, path: string) =>
    refuse(404, "InvalidResourceType", `No resource type and operation is known for ${method} ${path}.`),
};

/** Responds with any thrown value in the form of the resource manager. */
export async function answerWithCloudError(error: unknown, _request: FastifyRequest, reply: FastifyReply) {
  const { status, body, headers } = error instanceof ServiceError ? error : fromFramework(error);
  return reply.code(status).headers(headers).send(body);
}

function fromFramework(error: unknown): ServiceError {
  const { status, message } = readFrameworkError(error);
  return refuse(status, status < 500 ? "InvalidRequest" : "InternalServerError", message);
}

/** Adds the hooks of every service of the resource manager: request ids, tokens, versions, errors. */
export function registerHooks(app: FastifyInstance, settings: Settings): void {
  const tokens = new AcceptedTokens(settings);
  app.setErrorHandler(answerWithCloudError);
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("x-ms-request-id", randomUUID());
  });
  app.addHook("preHandler", async (request) => {
    requireToken(request.headers.authorization, tokens);
    requireApiVersion(readApiVersion(request));
  });
}

/** All versions have the same meaning here, because the documents do not specify how they differ. */
function requireApiVersion(version: string): void {
  const message = "The query parameter 'api-version' with a date is required on every request.";
  if (!/^\d{4}-\d\d-\d\d(-preview)?$/.test(version))
    throw refuse(400, "MissingApiVersionParameter", message, "api-version");
}

/** The API version of a request; empty without one. */
export function readApiVersion({ query }: FastifyRequest): string {
  return String((query as Record<string, unknown>)["api-version"] ?? "");
}

function requireToken(authorization: string | undefined, tokens: AcceptedTokens): void {
  const token = readBearerToken(authorization);
  const message =
    token === undefined
      ? "The header 'Authorization' with a bearer token is required."
      : "The bearer token is not valid, or has expired.";
  if (token === undefined || !tokens.accept(token))
    throw createCloudError(401, { code: "AuthenticationFailed", message }, { "www-authenticate": "Bearer" });
}

const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;

/** Reads the JSON object in the body of a request. Another body is an error with a suitable status code. */
export function readJsonBody(request: FastifyRequest): JsonObject {
  const value = readJson(request, JSON_TYPE, cloudErrors);
  if (!isObject(value)) throw cloudErrors.badRequest("The request body must be a JSON object.");
  return value as JsonObject;
}

/** Puts names into a route, such as `/subscriptions/:subscription`. */
export function fillRoute(route: string, names: unknown): string {
  return route.replace(/:(\w+)/g, (_part, name) => (names as Record<string, string>)[name] ?? "");
}

/** Whether a resource id is one of a route. */
export function isOfRoute(route: string, id: string): boolean {
  return new RegExp(`^${route.replace(/:\w+/g, "[^/]+")}$`, "i").test(id);
}

/** Converts a location to its form in addresses: "West US" to `westus`. */
export function toRegion(location: string): string {
  return location.replace(/\s/g, "").toLowerCase();
}
