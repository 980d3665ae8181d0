import { STATUS_CODES } from "node:http";
import { readErrorBody } from "./errorBody.js";
import type { HttpResponse } from "./message.js";
import { printableUrl } from "./printable.js";
import { redact } from "./redaction.js";
import { type ErrorDetail, ServiceError } from "./serviceError.js";
import { oneLine } from "./text.js";

const LONGEST_MESSAGE = 2000;
const LONGEST_DETAIL = 1000;
const LONGEST_NAME = 200;

/** "Correlation ID: <id>." as services append it to a message. */
const TRAILING_ID = /\s*\bcorrelation\s?id:\s*([\w-]+)\.?\s*$/i;
const BARE_GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads the refusal that `response` holds, in whatever shape it comes.
 *
 * @param secrets values that must not be seen in any text, such as those of the resource; the client's own
 *   tokens, and what looks like a credential, are masked anyway
 */
export function readServiceError(response: HttpResponse, secrets: Iterable<string> = []): ServiceError {
  const known = [...secrets];
  const clean = (text: string, maxLength: number): string => oneLine(redact(text, known), maxLength);
  const { requestId: idInBody, ...body } = readErrorBody(response.body);
  const { message, id: idInMessage } = splitMessage(clean(body.message ?? "", LONGEST_MESSAGE));
  const requestId = response.requestId ?? idInBody ?? idInMessage;
  return new ServiceError({
    ...cleanDetail(body, clean),
    message: message || standIn(response.status),
    status: response.status,
    url: redact(printableUrl(response.url), known),
    ...(requestId === undefined ? {} : { requestId: clean(requestId, LONGEST_NAME) }),
    ...(response.method === undefined ? {} : { method: response.method }),
  });
}

/** The answer, unless it is a refusal: that is thrown. */
export function accepted(response: HttpResponse): HttpResponse {
  if (response.status >= 300) throw readServiceError(response);
  return response;
}

/** Takes the id of the request out of a message; some messages are nothing else. */
function splitMessage(message: string): { message: string; id?: string } {
  if (BARE_GUID.test(message)) return { message: "", id: message };
  const trailing = TRAILING_ID.exec(message);
  return trailing?.[1] ? { message: message.slice(0, trailing.index), id: trailing[1] } : { message };
}

function standIn(status: number): string {
  return `${STATUS_CODES[status] ?? "an error"} (the service gave no message)`;
}

function cleanDetail(detail: ErrorDetail, clean: (text: string, maxLength: number) => string): ErrorDetail {
  return {
    ...(detail.code === undefined ? {} : { code: clean(detail.code, LONGEST_NAME) }),
    ...(detail.message === undefined
      ? {}
      : { message: splitMessage(clean(detail.message, LONGEST_DETAIL)).message }),
    ...(detail.target === undefined ? {} : { target: clean(detail.target, LONGEST_NAME) }),
    details: detail.details.map((child) => cleanDetail(child, clean)),
  };
}
