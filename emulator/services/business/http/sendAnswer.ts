import type { FastifyReply } from "fastify";
import type { Answer } from "../operation.js";

/** Sends an answer. */
export function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  reply.code(status).headers(headers);
  if (body === undefined) {
    return reply.send();
  }
  const text = typeof body === "string" ? body : JSON.stringify(body);
  // With a serializer of its own, the framework leaves the content type as it is.
  return reply.serializer(String).send(text);
}
