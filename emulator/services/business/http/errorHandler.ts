import type { FastifyReply, FastifyRequest } from "fastify";
import { errorAnswer } from "../answer/answers.js";
import { BusinessError, FrontEndError } from "../errors.js";
import { sendAnswer } from "./sendAnswer.js";

/** Answers with whatever was thrown: in the service's own shape, or as a page of what stands before it. */
export async function answerWithBusinessError(error: unknown, _request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof FrontEndError) {
    return reply.code(error.status).type("text/html; charset=utf-8").send(error.html);
  }
  const businessError = error instanceof BusinessError ? error : fromFramework(error);
  return sendAnswer(reply, errorAnswer(businessError, String(reply.getHeader("request-id"))));
}

/** Errors of the server itself, a body that is too large for instance. */
function fromFramework(error: unknown): BusinessError {
  const { statusCode = 500, message = String(error) } = error as { statusCode?: number; message?: string };
  return new BusinessError(statusCode, statusCode < 500 ? "BadRequest" : "Internal_ServerError", message);
}
