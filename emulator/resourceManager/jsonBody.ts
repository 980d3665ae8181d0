import type { FastifyRequest } from "fastify";
import { isObject, type JsonObject } from "../json.js";
import { cloudErrors } from "./cloudError.js";

/** The JSON object that a request carries; everything else is refused with the status that fits. */
export function jsonBody(request: FastifyRequest): JsonObject {
  const { headers } = request;
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined) {
    throw cloudErrors.lengthRequired();
  }
  const body = request.body;
  if (!Buffer.isBuffer(body) || body.length === 0) {
    throw cloudErrors.invalidContent("The request body is empty; a JSON object is required.");
  }
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(headers["content-type"] ?? "")) {
    throw cloudErrors.unsupportedMediaType();
  }
  const value = parsed(body.toString("utf8"));
  if (!isObject(value)) {
    throw cloudErrors.invalidContent("The request body must be a JSON object.");
  }
  return value as JsonObject;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may hold secrets.
    throw cloudErrors.invalidContent("The request body is not valid JSON.");
  }
}
