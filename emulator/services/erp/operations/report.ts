import type { FastifyRequest, RouteHandlerMethod } from "fastify";
import { cloudErrors } from "../../../resourceManager/cloudError.js";
import { answer } from "../answer.js";
import type { Context } from "../context.js";
import { invalidSignature } from "../errors.js";
import { errorOf } from "../operation.js";
import { statusHeaders } from "../statusHeaders.js";
import type { StopOperation } from "../store.js";

/** GET of a stop's status document: 202 while it is under way, 200 afterwards. The stop goes on with it. */
export function status(context: Context): RouteHandlerMethod {
  const { stopping } = context;
  return async (request, reply) => {
    const operation = readOperation(context, request);
    if (operation.endedAt === undefined) {
      reply.code(202).headers(statusHeaders(context, request, operation));
    }
    return stopping.document(operation);
  };
}

/**
 * GET of a stop's result: 202 while it is under way, then what the stop itself could have answered. The stop goes on
 * with it.
 */
export function result(context: Context): RouteHandlerMethod {
  const { settings, stopping } = context;
  return async (request, reply) => {
    const operation = readOperation(context, request);
    if (operation.endedAt === undefined) {
      reply.headers(statusHeaders(context, request, operation));
      return reply.code(202).send();
    }
    if (operation.outcome !== "Succeeded") {
      return reply.code(400).send({ error: errorOf(operation) });
    }
    return settings.erpInstanceReads ? answer(operation.instance, stopping) : reply.code(204).send();
  };
}

/** The operation that a request is about, after one more read. */
function readOperation({ store, stopping, signatures }: Context, request: FastifyRequest): StopOperation {
  const { "*": name } = request.params as { "*": string };
  const operation = store.findOperation(name);
  if (operation === undefined) {
    throw cloudErrors.operationNotFound(name);
  }
  if (!signatures.accept(request.entry.path, request.query as Record<string, unknown>)) {
    throw invalidSignature();
  }
  stopping.read(operation);
  return operation;
}
