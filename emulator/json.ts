import type { FastifyRequest } from "fastify";

/** Any value that JSON can carry. */
export type Json = string | number | boolean | null | Json[] | JsonObject;

/** A JSON object; a key that is `undefined` counts as absent. */
export interface JsonObject {
  [key: string]: Json | undefined;
}

/** Whether a value is an object with keys, so neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Applies a JSON merge patch (RFC 7396): objects are merged key by key, `null` removes a key, everything else,
 * lists included, replaces what was there. Neither argument is changed.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return structuredClone(patch);
  const result = isObject(target) ? structuredClone(target) : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      delete result[key];
    } else {
      result[key] = mergePatch(result[key], value);
    }
  }
  return result;
}

/** The errors of a service for bodies that it cannot read. */
interface BodyErrors {
  lengthRequired(): Error;
  badRequest(message: string): Error;
  unsupportedMediaType(message: string): Error;
}

/** The JSON that a request carries, under a content type that fits; everything else is refused. */
export function readJson({ headers, body }: FastifyRequest, type: RegExp, errors: BodyErrors): unknown {
  if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined)
    throw errors.lengthRequired();
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw errors.badRequest("The request body is empty; a JSON object is required.");
  if (!type.test(headers["content-type"] ?? ""))
    throw errors.unsupportedMediaType("The request body must be application/json.");
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    // The parser's own message quotes the body, which may hold secrets.
    throw errors.badRequest("The request body is not valid JSON.");
  }
}
