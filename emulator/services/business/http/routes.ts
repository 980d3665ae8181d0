import type { FastifyInstance, FastifyRequest } from "fastify";
import { readBatch } from "../batch/readBatch.js";
import { runBatch } from "../batch/runBatch.js";
import type { Context } from "../context.js";
import { businessErrors } from "../errors.js";
import type { Answer } from "../operation.js";
import { perform } from "../operations/perform.js";
import { continuesOnError } from "../operations/prefer.js";
import { belowRoot, splitAddress } from "../path/address.js";
import { frontDoor, isBatch } from "./frontDoor.js";
import { jsonBody } from "./jsonBody.js";
import { sendAnswer } from "./sendAnswer.js";

const WITH_BODY = ["POST", "PATCH"];

/** The service's addresses: what is asked for is found out below them. */
export function routes(app: FastifyInstance, context: Context): void {
  frontDoor(app, context);
  for (const root of ["/api/v1.0/*", "/api/v2.0/*"]) {
    app.all(root, async (request, reply) => {
      const correlationId = String(reply.getHeader("request-id"));
      const answer = isBatch(request.url) ? batch(context, request, correlationId) : single(context, request);
      return sendAnswer(reply, answer);
    });
  }
}

function single(context: Context, request: FastifyRequest): Answer {
  const { method, headers, fault } = request;
  const address = splitAddress(request.url, "v2.0");
  return perform(context, {
    ...belowRoot(address.path),
    method,
    query: address.query,
    headers: headers as Record<string, string | undefined>,
    body: WITH_BODY.includes(method) ? jsonBody(request) : undefined,
    origin: originOf(request),
    writer: fault !== undefined && "writer" in fault ? fault.writer : undefined,
  });
}

function batch(context: Context, request: FastifyRequest, correlationId: string): Answer {
  if (request.method !== "POST") {
    throw businessErrors.methodNotAllowed(request.method, "$batch");
  }
  const { entry, headers } = request;
  const operations: typeof entry.operations = [];
  entry.operations = operations;
  return runBatch(context, {
    items: readBatch(jsonBody(request)),
    version: belowRoot(entry.path).version,
    origin: originOf(request),
    client: entry.tokenHash ?? "",
    continueOnError: continuesOnError(headers.prefer as string | undefined),
    correlationId,
    log: (operation) => operations.push(operation),
  });
}

function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`;
}
