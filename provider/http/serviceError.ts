import { type Outcome, ProviderError } from "../contract/providerError.js";
import { type Foreign, joinTexts, type Message, message, type Text } from "../text/message.js";
import type { HttpMethod } from "./message.js";

/** One statement of a service about what is wrong; may be explained by further ones. */
export interface ErrorDetail {
  code?: Foreign;
  message?: Text | Foreign;
  /** The subject of the error, such as the name of a field. */
  target?: Foreign;
  details: ErrorDetail[];
}

/** The fields of a {@link ServiceError}. */
export interface ServiceErrorFields {
  status: number;
  /** What the service says. */
  detail: ErrorDetail;
  /** The service's id of the request, for its support. */
  requestId?: Foreign | undefined;
  method?: HttpMethod | undefined;
  /** Address with hidden query values. */
  url: Foreign;
  /**
   * Whether this or an earlier attempt of the request may have taken effect.
   * @default "notApplied"
   */
  outcome?: Outcome | undefined;
}

/** An error response of the service; request and answer are not kept. */
export class ServiceError extends ProviderError {
  static {
    ServiceError.prototype.name = "ServiceError";
  }
  readonly status: number;
  readonly detail: ErrorDetail;
  readonly requestId: Foreign | undefined;
  readonly method: HttpMethod | undefined;
  readonly url: Foreign;

  constructor(fields: ServiceErrorFields) {
    super(formatServiceError(fields), fields.outcome);
    this.status = fields.status;
    this.detail = fields.detail;
    this.requestId = fields.requestId;
    this.method = fields.method;
    this.url = fields.url;
  }

  /** Whether the service gives the error this name, such as `ContainerGroupTransitioning`. */
  hasCode(code: string): boolean {
    return this.detail.code?.raw === code;
  }
}

/**
 * The error for a terminal:
 *
 *     400 ValidationError: The request is not valid.
 *       target: properties
 *       details:
 *         InvalidName (Name): Resource name is not valid.
 *       request id: 3ffdbdbd-f677-40ad-b95b-3a778b9e786a
 */
function formatServiceError({ status, detail, requestId }: ServiceErrorFields): Message {
  // An operation that failed later is reported with status 200, which does not help to understand a failure.
  const shownStatus = status >= 400 ? String(status) : undefined;
  const title = join([shownStatus, detail.code], " ");
  const lines: Text[] = [join([title, detail.message], ": ")];
  if (detail.target) lines.push(message`  target: ${detail.target}`);
  if (detail.details.length > 0) lines.push("  details:", ...tree(detail.details, "    "));
  if (requestId) lines.push(message`  request id: ${requestId}`);
  return joinTexts(lines, "\n");
}

function tree(details: ErrorDetail[], indent: string): Text[] {
  return details.flatMap(({ code, target, message: said, details: inner }) => {
    const subject = code && target ? message`${code} (${target})` : (code ?? target);
    return [message`${indent}${join([subject, said], ": ")}`, ...tree(inner, `${indent}  `)];
  });
}

/** What there is of `texts`. */
function join(texts: readonly (Text | Foreign | undefined)[], separator: string): Message {
  const given = texts.filter((text): text is Text | Foreign => text !== undefined && text.toString() !== "");
  return joinTexts(given, separator);
}
