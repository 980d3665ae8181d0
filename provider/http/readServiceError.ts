import { STATUS_CODES } from "node:http";
import type { Outcome } from "../contract/providerError.js";
import { readErrorBody } from "./errorBody.js";
import type { HttpResponse } from "./message.js";
import { sanitizeText } from "./sanitizeText.js";
import { sanitizeUrl } from "./sanitizeUrl.js";
import { type ErrorDetail, ServiceError } from "./serviceError.js";

const LONGEST_MESSAGE = 2000;
const LONGEST_DETAIL = 1000;
const LONGEST_NAME = 200;

/** "Correlation ID: <id>." as services append it to a message. */
const TRAILING_ID = /\bcorrelation\s?id:\s*([\w-]+)\.?\s*$/i;
const BARE_GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads the refusal that `response` holds, in whatever shape it comes.
 * The client has masked the secrets in it.
 */
export function readServiceError(response: HttpResponse): ServiceError {
  const { requestId: idInBody, ...body } = readErrorBody(response.body);
  const { message, id: idInMessage } = splitMessage(sanitizeText(body.message ?? "", LONGEST_MESSAGE));
  const requestId = response.requestId ?? idInBody ?? idInMessage;
  return new ServiceError({
    ...cleanDetail(body),
    message: message || defaultMessage(response.status),
    status: response.status,
    outcome: readOutcome(response),
    url: sanitizeUrl(response.url),
    ...(requestId === undefined ? {} : { requestId: sanitizeText(requestId, LONGEST_NAME) }),
    ...(response.method === undefined ? {} : { method: response.method }),
  });
}

/**
 * The outcome of a request that was answered with an error: a refusal has no effect, while a service that failed, or gave
 * up, may have done its work. A GET changes nothing.
 */
export function readOutcome({ status, method, earlierOutcome = "notApplied" }: HttpResponse): Outcome {
  if (method === "GET") return "notApplied";
  return status === 408 || status >= 500 ? "unknown" : earlierOutcome;
}

/** The answer, unless it is a refusal: that is thrown. */
export function throwIfError(response: HttpResponse): HttpResponse {
  if (response.status >= 300) throw readServiceError(response);
  return response;
}

/** Takes the id of the request out of a message; some messages are nothing else. */
function splitMessage(message: string): { message: string; id?: string } {
  if (BARE_GUID.test(message)) return { message: "", id: message };
  const trailing = TRAILING_ID.exec(message);
  return trailing?.[1]
    ? { message: message.slice(0, trailing.index).trimEnd(), id: trailing[1] }
    : { message };
}

function defaultMessage(status: number): string {
  return `${STATUS_CODES[status] ?? "an error"} (the service gave no message)`;
}

function cleanDetail(detail: ErrorDetail): ErrorDetail {
  return {
    ...(detail.code === undefined ? {} : { code: sanitizeText(detail.code, LONGEST_NAME) }),
    ...(detail.message === undefined
      ? {}
      : { message: splitMessage(sanitizeText(detail.message, LONGEST_DETAIL)).message }),
    ...(detail.target === undefined ? {} : { target: sanitizeText(detail.target, LONGEST_NAME) }),
    details: detail.details.map((child) => cleanDetail(child)),
  };
}
