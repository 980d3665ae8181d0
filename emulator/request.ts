import type { FastifyRequest } from "fastify";

/** Selects requests. An absent part matches every request. */
export interface RequestMatch {
  method?: string;
  /**
   * A part of the path, or a regular expression for it, ignoring letter case as the services do. The path has no query string.
   */
  path?: string;
}

export function matches(request: { method: string; path: string }, { method, path }: RequestMatch): boolean {
  return (
    (method === undefined || request.method.toUpperCase() === method.toUpperCase()) &&
    (path === undefined ||
      request.path.toLowerCase().includes(path.toLowerCase()) ||
      expression(path)?.test(request.path) === true)
  );
}

/** Many plain parts of paths ("$batch", "customers(") are invalid or different expressions. They match only as text. */
function expression(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "i");
  } catch {
    return undefined;
  }
}

export function getOrigin({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`;
}

interface BodyErrors {
  badRequest(message: string): Error;
  unsupportedMediaType(message: string): Error;
}

/** Reads the JSON body of a request. Another content type or invalid JSON is an error. */
export function readJson({ headers, body }: FastifyRequest, type: RegExp, errors: BodyErrors): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw errors.badRequest("The request body is empty; a JSON object is required.");
  if (!type.test(headers["content-type"] ?? ""))
    throw errors.unsupportedMediaType("The request body must be application/json.");
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    // The parser's message quotes the body, which may contain secrets.
    throw errors.badRequest("The request body is not valid JSON.");
  }
}
