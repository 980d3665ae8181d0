import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../../options.js";
import { AppsError, appsErrors, errorOfStatus } from "./errors.js";
import type { ApiToken } from "./model.js";
import { callerOf, requireRight, tokenOf } from "./rights.js";
import type { Apps } from "./store.js";

/** The service's addresses: what is asked for is found out below the version. */
export function routes(app: FastifyInstance, store: Apps, { token: expected }: Settings): void {
  app.setErrorHandler(answerWithError);
  app.addHook("onRequest", async (request) => {
    request.errorForFault = (status) => errorOfStatus(status).body;
  });
  app.all("/v0.1/*", async (request, reply) => {
    requireBody(request);
    const token = tokenOf(store, request.headers["x-api-token"] as string | undefined, expected);
    const answer = perform(store, token, request.method, segmentsOf(request.entry.path));
    return answer === undefined ? reply.code(204).send() : answer;
  });
}

/** @returns the body of the answer; none for an answer without one */
function perform(store: Apps, token: ApiToken, method: string, segments: string[]): unknown {
  const [kind, owner = "", app = "", below, email, ...more] = segments;
  const isUsers = kind === "apps" && below === "users" && more.length === 0;
  if (method === "GET" && kind === "user" && segments.length === 1) {
    return callerOf(store, token);
  }
  if (method === "GET" && isUsers && email === undefined) {
    requireRight(store, token, { owner, app }, "read");
    return store.members({ owner, app });
  }
  if (method === "DELETE" && isUsers && email !== undefined) {
    requireRight(store, token, { owner, app }, "manage");
    if (!store.removeMember({ owner, app }, email)) {
      throw appsErrors.userNotFound(email);
    }
    return undefined;
  }
  throw appsErrors.unknownRoute();
}

/** What stands below the version, each part decoded by itself: an encoded slash divides nothing. */
function segmentsOf(path: string): string[] {
  return path.split("/").slice(2).map(decodeURIComponent);
}

/** Whoever has nothing to say sends `{}`. */
function requireBody({ method, body }: FastifyRequest): void {
  const isMissing = !Buffer.isBuffer(body) || body.length === 0;
  if (["POST", "PUT", "PATCH"].includes(method) && isMissing) {
    throw appsErrors.lengthRequired();
  }
}

async function answerWithError(error: unknown, _request: FastifyRequest, reply: FastifyReply) {
  const { status, body } =
    error instanceof AppsError ? error : errorOfStatus((error as { statusCode?: number }).statusCode ?? 500);
  if (typeof body === "string") {
    reply.type("text/html; charset=us-ascii");
  }
  return reply.code(status).send(body);
}
