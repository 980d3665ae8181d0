import { type Outcome, ProviderError } from "../contract/providerError.js";
import type { HttpMethod } from "./message.js";

/** One statement of a service about what is wrong; may be explained by further ones. */
export interface ErrorDetail {
  code?: string;
  message?: string;
  /** The subject of the error, such as the name of a field. */
  target?: string;
  details: ErrorDetail[];
}

/** The fields of a {@link ServiceError}. */
export interface ServiceErrorFields extends ErrorDetail {
  status: number;
  message: string;
  requestId?: string;
  method?: HttpMethod;
  /** Address with hidden query values. */
  url: string;
  /**
   * Whether this or an earlier attempt of the request may have taken effect.
   * @default "notApplied"
   */
  outcome?: Outcome | undefined;
}

/**
 * An error response of the service. All texts are single lines of bounded length without secrets and
 * control characters; request and answer are not kept.
 */
export class ServiceError extends ProviderError implements ServiceErrorFields {
  static {
    ServiceError.prototype.name = "ServiceError";
  }
  readonly status: number;
  /** The service's name for the error, such as `ContainerGroupTransitioning`. */
  readonly code: string | undefined;
  readonly target: string | undefined;
  readonly details: ErrorDetail[];
  /** The service's id of the request, for its support. */
  readonly requestId: string | undefined;
  readonly method: HttpMethod | undefined;
  readonly url: string;

  constructor(fields: ServiceErrorFields) {
    super(fields.message, fields.outcome);
    this.status = fields.status;
    this.code = fields.code;
    this.target = fields.target;
    this.details = fields.details;
    this.requestId = fields.requestId;
    this.method = fields.method;
    this.url = fields.url;
  }
}
