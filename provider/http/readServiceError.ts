import { STATUS_CODES } from "node:http";
import type { Outcome } from "../contract/providerError.js";
import { foreign } from "../text/message.js";
import { sanitizeText } from "../text/sanitizeText.js";
import { type ErrorStatement, readErrorBody } from "./errorBody.js";
import type { HttpResponse } from "./message.js";
import { sanitizeUrl } from "./sanitizeUrl.js";
import { type ErrorDetail, ServiceError } from "./serviceError.js";

const LONGEST_MESSAGE = 2000;
const LONGEST_DETAIL = 1000;

/** "Correlation ID: <id>." as services append it to a message. */
const TRAILING_ID = /\bcorrelation\s?id:\s*([\w-]+)\.?\s*$/i;
const BARE_GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the refusal that `response` holds, in whatever shape it comes. */
export function readServiceError(response: HttpResponse): ServiceError {
  const { requestId: idInBody, ...body } = readErrorBody(response.body);
  const { said, id: idInMessage } = splitMessage(body.message);
  const requestId = response.requestId ?? idInBody ?? idInMessage;
  const isSaid = sanitizeText(said, LONGEST_MESSAGE) !== "";
  return new ServiceError({
    detail: {
      ...toDetail(body),
      message: isSaid ? foreign(said, LONGEST_MESSAGE) : defaultMessage(response.status),
    },
    status: response.status,
    outcome: readOutcome(response),
    url: sanitizeUrl(response.url),
    requestId: requestId === undefined ? undefined : foreign(requestId),
    method: response.method,
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
function splitMessage(text = ""): { said: string; id?: string } {
  const said = text.trim();
  if (BARE_GUID.test(said)) return { said: "", id: said };
  const trailing = TRAILING_ID.exec(said);
  return trailing?.[1] ? { said: said.slice(0, trailing.index).trimEnd(), id: trailing[1] } : { said };
}

function defaultMessage(status: number): string {
  return `${STATUS_CODES[status] ?? "an error"} (the service gave no message)`;
}

function toDetail({ code, message, target, details }: ErrorStatement): ErrorDetail {
  const { said } = splitMessage(message);
  return {
    ...(code === undefined ? {} : { code: foreign(code) }),
    ...(said === "" ? {} : { message: foreign(said, LONGEST_DETAIL) }),
    ...(target === undefined ? {} : { target: foreign(target) }),
    details: details.map((child) => toDetail(child)),
  };
}
