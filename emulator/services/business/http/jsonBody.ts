import type { FastifyRequest } from "fastify";
import { businessErrors } from "../errors.js";

/** The JSON that a request carries; everything else is refused with the status that fits. */
export function jsonBody({ headers, body }: FastifyRequest): unknown {
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) {
    throw businessErrors.lengthRequired();
  }
  if (!Buffer.isBuffer(body) || body.length === 0) {
    throw businessErrors.badRequest("The request body is empty; a JSON object is required.");
  }
  if (!/^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")) {
    throw businessErrors.unsupportedMediaType("The request body must be application/json.");
  }
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    // The parser's own message quotes the body.
    throw businessErrors.badRequest("The request body is not valid JSON.");
  }
}
