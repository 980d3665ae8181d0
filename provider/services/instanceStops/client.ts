import type { Context } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import { holdsError } from "../../http/expectation.js";
import type { HttpResponse, ResponseHead, SendRequest } from "../../http/pipeline.js";
import {
  readServiceError,
  retryWhileMissing,
  retryWhileRefused,
  type ServiceError,
  throwIfError,
} from "../../http/serviceError.js";
import { TransportError, type TransportFailure } from "../../http/transportError.js";
import { readOperation, readPath } from "../../lro/operation.js";
import {
  findResourceProblem,
  type ResourceApi,
  ResourceClient,
} from "../../resourceManager/resourceClient.js";
import { isAbsent, isObject, type Json } from "../../schema/json.js";
import { message } from "../../text/message.js";
import { shorten, toPlain } from "../../text/plain.js";
import { STOPS_API } from "./definition.js";

const KIND: ResourceApi = {
  api: STOPS_API,
  missing: ["ResourceNotFound", "ResourceGroupNotFound", "ParentResourceNotFound"],
};

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

type InstanceState = "stopped" | "stopping" | "running";

export interface Instance {
  state: InstanceState;
  /** Status text of the service. */
  status: string;
}

export function isInstance(found: Instance | InstanceMissingError | "unsupported"): found is Instance {
  return found !== "unsupported" && !(found instanceof InstanceMissingError);
}

/** Keys are the service's statuses in lower case. An instance with any other status is running. */
const STATE_OF_STATUS: ReadonlyMap<string, InstanceState> = new Map([
  ["offline", "stopped"],
  ["stopping", "stopping"],
  ["softshutdown", "stopping"],
]);

export function isStopping(status: string): boolean {
  return STATE_OF_STATUS.get(status.toLowerCase()) === "stopping";
}

/** Statuses of an instance that is stopping or temporarily does not respond to the service. */
export const TRANSITIONAL_STATUSES = ["stopping", "softshutdown", "partiallyrunning", "unavailable"];

export class InstanceClient {
  private readonly resources: ResourceClient;
  readonly send: SendRequest;
  readonly isOwn: (url: string) => boolean;
  private isAccepted = false;

  /** @param id path of the instance */
  constructor(
    private readonly id: string,
    private readonly context: Context,
  ) {
    this.resources = new ResourceClient(KIND, context);
    const { send, isOwn } = this.resources.connection;
    this.send = send;
    this.isOwn = isOwn;
  }

  /**
   * Reads the instance. The document does not describe this request: an unknown route means "unsupported", and so does a refusal,
   * because a token that may stop an instance need not have the right to read it. A success that is no instance is an error,
   * because the address may be wrong.
   *
   * @param deadline when to give up, in milliseconds
   */
  async read(deadline?: number): Promise<Instance | InstanceMissingError | "unsupported"> {
    const until = deadline === undefined ? {} : { deadline };
    const problem = ({ body }: HttpResponse) => findResourceProblem(body, this.id, "the instance");
    const expects = { statuses: [200], problem };
    const lag = this.isAccepted ? retryWhileMissing(this.context.runtime.clock.now()) : {};
    const more = { ...until, ...lag, expects };
    const response = await this.resources.send("GET", this.id, more);
    if (response.status === 400 || response.status === 403) return "unsupported";
    const found = this.resources.guarded(response);
    if (found === "missing") return new InstanceMissingError(readServiceError(response));
    if (found === "unsupported") return found;
    const properties = isObject(found.body) ? found.body.properties : undefined;
    const word = isObject(properties) ? properties.status : undefined;
    if (typeof word !== "string" || word === "") return "unsupported";
    const status = shorten(toPlain(word), 100);
    return { status, state: STATE_OF_STATUS.get(status.toLowerCase()) ?? "running" };
  }

  /**
   * Requests the stop. The response says how to follow it.
   *
   * @param deadline until when to retry temporary refusals, in milliseconds
   * @throws InstanceMissingError
   */
  async stop(body: Json, deadline: number): Promise<HttpResponse> {
    const expects = { statuses: [200, 202], problem: acceptanceProblem, isTaken: isAcceptance };
    const more = { body, expects, ...retryWhileRefused(deadline) };
    const response = await this.resources.send("POST", `${this.id}/stop`, more);
    if (this.resources.isMissing(response)) throw new InstanceMissingError(readServiceError(response));
    throwIfError(response);
    this.isAccepted = true;
    return response;
  }

  /**
   * Reads an operation by its id. Returns undefined if the service does not support that. Throws temporary refusals, which say
   * nothing about the operation.
   */
  async operation(operationId: string): Promise<HttpResponse | undefined> {
    const url = this.operationUrl(operationId);
    if (url === undefined) return undefined;
    const expects = { statuses: [200, 202], problem: operationProblem };
    const response = await this.send({ method: "GET", url, expects }).catch(unusable);
    if (response === undefined || (response.status >= 300 && !mayPass(response.status))) return undefined;
    return throwIfError(response);
  }

  /** The URL of an operation; undefined if its id is no path. */
  operationUrl(operationId: string): string | undefined {
    return operationId.startsWith("/") ? this.resources.getUrl(this.belowBase(operationId)) : undefined;
  }

  /** Removes the path of the service's address, which an id taken from an address contains. */
  private belowBase(path: string): string {
    const base = readPath(this.resources.connection.address).replace(/\/$/, "");
    return path.startsWith(`${base}/`) ? path.slice(base.length) : path;
  }
}

function mayPass(status: number): boolean {
  return status === 401 || status === 429 || (status >= 500 && status !== 501);
}

/** The documents do not show the body of a 202. With any body, the stop has begun and must not be sent again. */
function isAcceptance({ status }: ResponseHead): boolean {
  return status === 202;
}

/** Why a response does not show that the stop was accepted. */
function acceptanceProblem(response: HttpResponse): string | undefined {
  return isAcceptance(response) && !holdsError(response.body) ? undefined : operationProblem(response);
}

/** Why a response does not describe an operation. */
function operationProblem(response: HttpResponse): string | undefined {
  const { status, body } = response;
  if (readOperation(response).status !== undefined) return undefined;
  // Some services send the text `null` instead of an empty 202 body.
  const isSilent = isAbsent(body) || body === "null" || (isObject(body) && !holdsError(body));
  return status === 202 && isSilent ? undefined : "but the body does not contain the status of an operation";
}

/** Failures that show that there is no operation at the address. */
const NO_ANSWER: readonly string[] = [
  "address",
  "notJson",
  "redirect",
  "undocumented",
  "unexpected",
] satisfies TransportFailure[];

function unusable(error: unknown): undefined {
  if (error instanceof TransportError && NO_ANSWER.includes(error.kind)) return undefined;
  throw error;
}
