import type { Context } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import { holdsError } from "../../http/expectation.js";
import type { HttpResponse, ResponseHead, SendRequest } from "../../http/message.js";
import {
  mayLag,
  readServiceError,
  refusedUntil,
  type ServiceError,
  throwIfError,
} from "../../http/serviceError.js";
import { TransportError, type TransportFailure } from "../../http/transportError.js";
import { readOperation, readPath } from "../../lro/operation.js";
import { findResourceProblem, type ResourceApi, ResourceClient } from "../../lro/resourceClient.js";
import { isAbsent, isObject, type Json } from "../../schema/json.js";
import { message } from "../../text/message.js";
import { sanitizeText } from "../../text/toText.js";

const KIND: ResourceApi = {
  apiVersion: { key: "erpApiVersion", fallback: "2023-04-01" },
  missing: ["ResourceNotFound", "ResourceGroupNotFound", "ParentResourceNotFound"],
};

/** The instance to be stopped is not there. */
export class InstanceMissingError extends ProviderError {
  constructor(override readonly cause: ServiceError) {
    super(
      message`the service reports that the instance does not exist: ${cause.text}`,
      "notApplied",
      CHECK_NAMES,
    );
  }
}

const CHECK_NAMES =
  "check the names of the instance, the virtual instance, the resource group and the subscription.";

/** State of an instance, as a stop distinguishes it. */
export type InstanceState = "stopped" | "stopping" | "running";

export interface Instance {
  state: InstanceState;
  /** As the service returned it. */
  status: string;
}

/** Whether the instance could be read. */
export function isInstance(found: Instance | InstanceMissingError | "unsupported"): found is Instance {
  return found !== "unsupported" && !(found instanceof InstanceMissingError);
}

/** By the service's status in lower case; an instance with any other status is running. */
const STATE_OF_STATUS: ReadonlyMap<string, InstanceState> = new Map([
  ["offline", "stopped"],
  ["stopping", "stopping"],
  ["softshutdown", "stopping"],
]);

/** Statuses of an instance that is stopping, or does not answer the service at the moment. */
export const TRANSITIONAL_STATUSES = ["stopping", "softshutdown", "partiallyrunning", "unavailable"];

/** The requests of the interface, about one instance. */
export class InstanceClient {
  private readonly resources: ResourceClient;
  readonly send: SendRequest;
  private isAccepted = false;

  /** @param id path of the instance */
  constructor(
    private readonly id: string,
    private readonly context: Context,
  ) {
    this.resources = new ResourceClient(KIND, context);
    this.send = this.resources.connection.send;
  }

  /**
   * The document does not show this request, so an answer that is not about the instance is taken for "unsupported". So is a
   * refusal: a token that may stop an instance need not have the right to read it.
   *
   * @param deadline moment after which it is not waited for any more
   */
  async read(deadline?: number): Promise<Instance | InstanceMissingError | "unsupported"> {
    const until = deadline === undefined ? {} : { deadline };
    const problem = ({ body }: HttpResponse) => findResourceProblem(body, this.id, "the instance");
    const expects = { statuses: [200], problem };
    const lag = this.isAccepted ? mayLag(this.context.runtime.clock.now()) : {};
    const more = { ...until, ...lag, expects };
    const response = await this.resources.send("GET", this.id, more);
    if (response.status === 400 || response.status === 403) return "unsupported";
    const found = this.resources.guarded(response);
    if (found === "missing") return new InstanceMissingError(readServiceError(response));
    if (found === "unsupported") return found;
    const properties = isObject(found.body) ? found.body.properties : undefined;
    const word = isObject(properties) ? properties.status : undefined;
    if (typeof word !== "string" || word === "") return "unsupported";
    const status = sanitizeText(word, 100);
    return { status, state: STATE_OF_STATUS.get(status.toLowerCase()) ?? "running" };
  }

  /**
   * The service starts to stop the instance; the answer says how to follow that.
   *
   * @param deadline moment until which a refusal that passes is waited for
   * @throws InstanceMissingError
   */
  async stop(body: Json, deadline: number): Promise<HttpResponse> {
    const expects = { statuses: [200, 202], problem: acceptanceProblem, isTaken: isAcceptance };
    const more = { body, expects, ...refusedUntil(deadline) };
    const response = await this.resources.send("POST", `${this.id}/stop`, more);
    if (this.resources.isMissing(response)) throw new InstanceMissingError(readServiceError(response));
    throwIfError(response);
    this.isAccepted = true;
    return response;
  }

  /**
   * Reads an operation by its id; undefined where the service does not answer to that. A refusal that may be
   * over soon is thrown: it says nothing about the operation.
   */
  async operation(operationId: string): Promise<HttpResponse | undefined> {
    if (!operationId.startsWith("/")) return undefined;
    const more = { expects: { statuses: [200, 202], problem: operationProblem } };
    const response = await this.resources.send("GET", this.belowBase(operationId), more).catch(unusable);
    if (response === undefined || (response.status >= 300 && !mayPass(response.status))) return undefined;
    return throwIfError(response);
  }

  /** An id that was taken from an address holds the path of the service's address too. */
  private belowBase(path: string): string {
    const base = readPath(this.resources.connection.address).replace(/\/$/, "");
    return path.startsWith(`${base}/`) ? path.slice(base.length) : path;
  }
}

function mayPass(status: number): boolean {
  return status === 401 || status === 429 || (status >= 500 && status !== 501);
}

/**
 * Whether a stop was accepted. The documents do not show the body of a 202: whatever it is, the stop has begun, and another one
 * must not be sent.
 */
function isAcceptance({ status }: ResponseHead): boolean {
  return status === 202;
}

/** Why a response to a stop does not tell that it was accepted. */
function acceptanceProblem(response: HttpResponse): string | undefined {
  return isAcceptance(response) && !holdsError(response.body) ? undefined : operationProblem(response);
}

/** Why a response is not about an operation. */
function operationProblem(response: HttpResponse): string | undefined {
  const { status, body } = response;
  if (readOperation(response).status !== undefined) return undefined;
  // Some services send `null` where a 202 has no body.
  const isSilent = isAbsent(body) || body === "null" || (isObject(body) && !holdsError(body));
  return status === 202 && isSilent ? undefined : "but the body does not contain the status of an operation";
}

/** Failures that say that there is no operation at the address. */
const NO_ANSWER: readonly string[] = [
  "address",
  "notJson",
  "redirect",
  "unexpected",
] satisfies TransportFailure[];

function unusable(error: unknown): undefined {
  if (error instanceof TransportError && NO_ANSWER.includes(error.kind)) return undefined;
  throw error;
}
