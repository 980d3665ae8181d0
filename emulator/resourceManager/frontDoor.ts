import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { requireApiVersion } from "./apiVersion.js";
import { requireToken } from "./authentication.js";
import { answerWithCloudError } from "./errorHandler.js";

/** What every service behind the resource manager has in common: request ids, tokens, versions, errors. */
export function frontDoor(app: FastifyInstance, token: string | undefined): void {
  app.setErrorHandler(answerWithCloudError);
  app.addHook("onRequest", async (_request, reply) => {
    reply.header("x-ms-request-id", randomUUID());
  });
  app.addHook("preHandler", async (request) => {
    requireToken(request.headers.authorization, token);
    requireApiVersion(request.query as Record<string, unknown>);
  });
}
