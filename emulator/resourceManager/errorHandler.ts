import type { FastifyReply, FastifyRequest } from "fastify";
import { CloudError } from "./cloudError.js";

/** Answers with whatever was thrown, as a CloudError. */
export async function answerWithCloudError(error: unknown, _request: FastifyRequest, reply: FastifyReply) {
  const cloudError = error instanceof CloudError ? error : fromFramework(error);
  return reply.code(cloudError.status).headers(cloudError.headers).send({ error: cloudError.body });
}

/** Errors of the server itself, a body that is too large for instance. */
function fromFramework(error: unknown): CloudError {
  const { statusCode = 500, message = String(error) } = error as { statusCode?: number; message?: string };
  const code = statusCode < 500 ? "InvalidRequest" : "InternalServerError";
  return new CloudError(statusCode, { code, message });
}
