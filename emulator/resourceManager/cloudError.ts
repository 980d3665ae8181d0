import type { FastifyReply, FastifyRequest } from "fastify";

/** One error in the shape that the resource manager's services answer. */
interface CloudErrorBody {
  code: string;
  message: string;
  target?: string;
  details?: CloudErrorBody[];
}

/** An error that becomes the answer `{"error": …}` with its status. */
export class CloudError extends Error {
  /** Headers of the answer. */
  readonly headers: Record<string, string> = {};

  constructor(
    readonly status: number,
    readonly body: CloudErrorBody,
  ) {
    super(body.message);
    this.name = "CloudError";
  }
}

/** The one place where errors of the resource manager's services are made. */
export const cloudErrors = {
  authenticationFailed(reason: string): CloudError {
    const error = new CloudError(401, { code: "AuthenticationFailed", message: reason });
    error.headers["www-authenticate"] = "Bearer";
    return error;
  },
  tooManyRequests(retryAfter: number): CloudError {
    const error = new CloudError(429, {
      code: "TooManyRequests",
      message: "Too many requests. Try again later.",
    });
    error.headers["retry-after"] = String(retryAfter);
    return error;
  },
  missingApiVersion: () =>
    new CloudError(400, {
      code: "MissingApiVersionParameter",
      message: "The query parameter 'api-version' is required on every request.",
      target: "api-version",
    }),
  invalidApiVersion: (version: string) =>
    new CloudError(400, {
      code: "InvalidApiVersionParameter",
      message: `The api-version '${version}' is not a date of the form YYYY-MM-DD, with or without '-preview'.`,
      target: "api-version",
    }),
  lengthRequired: () =>
    new CloudError(411, { code: "LengthRequired", message: "The request has neither a body nor a length." }),
  unsupportedMediaType: (message: string) => new CloudError(415, { code: "UnsupportedMediaType", message }),
  badRequest: (message: string) => new CloudError(400, { code: "InvalidRequestContent", message }),
  resourceNotFound: (id: string) =>
    new CloudError(404, { code: "ResourceNotFound", message: `There is no resource '${id}'.`, target: id }),
  operationNotFound: (operation: string) =>
    new CloudError(404, { code: "OperationNotFound", message: `There is no operation '${operation}'.` }),
  unknownRoute: (method: string, path: string) =>
    new CloudError(404, {
      code: "InvalidResourceType",
      message: `No resource type and operation is known for ${method} ${path}.`,
    }),
};

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
