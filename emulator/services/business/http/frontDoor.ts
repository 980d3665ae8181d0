import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { bearerToken } from "../../../bearerToken.js";
import { pausing } from "../../../pause.js";
import type { Context } from "../context.js";
import { businessErrors, errorBody, errorOfStatus } from "../errors.js";
import { answerWithBusinessError } from "./errorHandler.js";

/** What every request to the service goes through: headers, latency, token, quota, errors. */
export function frontDoor(app: FastifyInstance, { settings, quota }: Context): void {
  const { token, businessLatencyMs } = settings;
  const pause = pausing(app);
  app.setErrorHandler(answerWithBusinessError);
  app.addHook("onRequest", async (request, reply) => {
    const id = randomUUID();
    reply.headers({ "request-id": id, "odata-version": "4.0", "cache-control": "no-cache, no-store" });
    request.errorForFault = (status) => errorBody(errorOfStatus(status), id);
  });
  // Before anything else, so that faults and refusals take their time as well.
  app.addHook("onRequest", (_request, _reply, done) => pause(businessLatencyMs, done));
  app.addHook("preHandler", async (request) => {
    requireToken(request.headers.authorization, token);
    if (!(quota.countsBatched && isBatch(request.url))) {
      const refusal = quota.take(request.entry.tokenHash ?? "");
      if (refusal !== undefined) {
        throw refusal;
      }
    }
  });
}

/** Whether an address is that of the service's batches. */
export function isBatch(url: string): boolean {
  return /^\/api\/v[12]\.0\/(\$|%24)batch(\?|$)/i.test(url);
}

function requireToken(authorization: string | undefined, expected: string | undefined): void {
  const token = bearerToken(authorization);
  if (token === undefined || (expected !== undefined && token !== expected)) {
    throw businessErrors.invalidCredentials();
  }
}
