import { STATUS_CODES } from "node:http";
import { type Outcome, ProviderError } from "../contract/providerError.js";
import { Foreign, foreign, joinTexts, type Message, message, type Text } from "../text/message.js";
import { toPlain } from "../text/plain.js";
import { type ErrorStatement, readErrorBody } from "./errorBody.js";
import type { HttpRequest, HttpResponse } from "./pipeline.js";

interface ErrorDetail {
  code?: Foreign;
  message?: Text | Foreign;
  /** The subject of the error, such as the name of a field. */
  target?: Foreign;
  details: ErrorDetail[];
}

interface ServiceErrorFields {
  status: number;
  detail: ErrorDetail;
  /** The service's id of the request, for its support. */
  requestId?: Foreign | undefined;
  /**
   * Whether a gateway or a proxy has probably sent the response, because its body is an HTML page or other text.
   * @default false
   */
  isFromGateway?: boolean;
  /**
   * Whether this or an earlier attempt of the request may have taken effect.
   * @default "notApplied"
   */
  outcome?: Outcome | undefined;
}

/** An error response of the service. It contains neither the request nor the response. */
export class ServiceError extends ProviderError {
  static {
    ServiceError.prototype.name = "ServiceError";
  }
  readonly status: number;
  readonly detail: ErrorDetail;
  readonly requestId: Foreign | undefined;
  readonly isFromGateway: boolean;

  constructor(fields: ServiceErrorFields) {
    super(formatServiceError(fields), fields.outcome);
    this.status = fields.status;
    this.detail = fields.detail;
    this.requestId = fields.requestId;
    this.isFromGateway = fields.isFromGateway ?? false;
  }

  /** @param code such as `ContainerGroupTransitioning` */
  hasCode(code: string): boolean {
    return this.detail.code?.raw === code;
  }
}

export function hasStatus(error: unknown, statuses: readonly number[]): boolean {
  return error instanceof ServiceError && statuses.includes(error.status);
}

/**
 * Formats an error for a terminal:
 *
 *     400 ValidationError: The request is not valid.
 *       target: properties
 *       details:
 *         InvalidName (Name): Resource name is not valid.
 *       request id: 3ffdbdbd-f677-40ad-b95b-3a778b9e786a
 */
function formatServiceError({ status, detail, requestId }: ServiceErrorFields): Message {
  // The error of a long-running operation has status 200, which would not explain it.
  const shownStatus = status >= 400 ? String(status) : undefined;
  const title = join([shownStatus, detail.code], " ");
  const lines: Text[] = [join([title, detail.message], ": ")];
  if (detail.target) lines.push(message`  target: ${detail.target}`);
  if (detail.details.length > 0) lines.push("  details:", ...tree(detail.details, "    "));
  if (requestId) lines.push(message`  request id: ${requestId}`);
  return joinTexts(lines, "\n");
}

function tree(details: ErrorDetail[], indent: string): Text[] {
  return details.flatMap(({ code, target, message: text, details: inner }) => {
    const subject = code && target ? message`${code} (${target})` : (code ?? target);
    return [message`${indent}${join([subject, text], ": ")}`, ...tree(inner, `${indent}  `)];
  });
}

function join(texts: readonly (Text | Foreign | undefined)[], separator: string): Message {
  const given = texts.filter((text): text is Text | Foreign => text !== undefined && text.toString() !== "");
  return joinTexts(given, separator);
}

/** Services append "Correlation ID: <id>." to a message. */
const TRAILING_ID = /\bcorrelation\s?id:\s*([\w-]+)\.?\s*$/i;
const BARE_GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The error that a response describes in any of the formats of the services and of gateways before them. */
export function readServiceError(response: HttpResponse): ServiceError {
  const { requestId: idInBody, ...body } = readErrorBody(response.body);
  const { text, id: idInMessage } = splitMessage(body.message);
  const requestId = response.requestId ?? idInBody ?? idInMessage;
  const hasText = toPlain(text) !== "";
  return new ServiceError({
    detail: {
      ...toDetail(body),
      message: hasText ? foreign(text) : defaultMessage(response.status),
    },
    status: response.status,
    outcome: readOutcome(response),
    isFromGateway: typeof response.body === "string" && response.body.trim() !== "",
    requestId: requestId === undefined ? undefined : foreign(requestId),
  });
}

/**
 * The outcome of a request with an error response. A refused request has no effect. After an error or a time-out of the service,
 * the request may have taken effect. A GET changes nothing.
 */
export function readOutcome({ status, method, earlierOutcome = "notApplied" }: HttpResponse): Outcome {
  if (method === "GET") return "notApplied";
  return status === 408 || status >= 500 ? "unknown" : earlierOutcome;
}

/** @throws ServiceError if the response is no success */
export function throwIfError(response: HttpResponse): HttpResponse {
  if (response.status >= 300) throw readServiceError(response);
  return response;
}

/** Separates the request id from a message. Some messages contain nothing else. */
function splitMessage(message = ""): { text: string; id?: string } {
  const text = message.trim();
  if (BARE_GUID.test(text)) return { text: "", id: text };
  const trailing = TRAILING_ID.exec(text);
  return trailing?.[1] ? { text: text.slice(0, trailing.index).trimEnd(), id: trailing[1] } : { text };
}

function defaultMessage(status: number): string {
  return `${STATUS_CODES[status] ?? "an error"} (the service gave no message)`;
}

function toDetail({ code, message, target, details }: ErrorStatement): ErrorDetail {
  const { text } = splitMessage(message);
  return {
    ...(code === undefined ? {} : { code: foreign(code) }),
    ...(text === "" ? {} : { message: foreign(text) }),
    ...(target === undefined ? {} : { target: foreign(target) }),
    details: details.map((child) => toDetail(child)),
  };
}

interface TemporaryRefusal {
  code: string;
  /** Pattern of the message, if the code alone is not sufficient. */
  message?: RegExp;
}

/** Refusals that the service documents, or its users report, as temporary. Each has its source. */
const TEMPORARY_REFUSALS: readonly TemporaryRefusal[] = [
  // An earlier operation on the group continues: MicrosoftDocs/SupportArticles-docs; alan-turing-institute/data-safe-haven#2641.
  { code: "ContainerGroupTransitioning" },
  // Groups that are created together join a new subnet: hashicorp/terraform-provider-azurerm#15025.
  { code: "ServiceAssociationLinkNotReady" },
  // The registry temporarily limits or refuses requests: Azure/alz-terraform-accelerator#157, Azure/azure-cli#29300.
  { code: "RegistryErrorResponse", message: /\b(retry|try again)\b/i },
  // Another session of the business service has locked the records: Koninklijke-van-Twist/Mithra.
  { code: "Internal_ServerError" },
];

/** Whether an error is a temporary refusal. Some are a detail of a `Conflict` (Azure/azure-cli#30915). */
export function isTemporaryRefusal({ status, detail }: ServiceError): boolean {
  return status === 409 && [detail, ...detail.details].some(isListed);
}

function isListed({ code, message }: ErrorDetail): boolean {
  const text = message instanceof Foreign ? message.raw : "";
  return TEMPORARY_REFUSALS.some(
    (known) => known.code === code?.raw && (known.message === undefined || known.message.test(text)),
  );
}

type Temporary = Required<Pick<HttpRequest, "temporary">>;

/**
 * Repeats a request after a temporary refusal, or while the service limits the request rate.
 *
 * @param until milliseconds of the clock
 */
export function retryWhileRefused(until: number): Temporary {
  return {
    temporary: {
      until,
      includes: (response) =>
        response.status === 429 ||
        (response.status === 409 && isTemporaryRefusal(readServiceError(response))),
    },
  };
}

/** Milliseconds for which a 404 may be wrong after an accepted change, because reads lag behind writes. */
export const LAG_MS = 30_000;

/** Repeats a request after a 404, for an object that the service may not find yet. */
export function retryWhileMissing(now: number): Temporary {
  return { temporary: { until: now + LAG_MS, includes: ({ status }) => status === 404 } };
}
