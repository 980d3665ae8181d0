import type { Context } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import { findObjectProblem } from "../../http/expectation.js";
import type { HttpRequest, HttpResponse } from "../../http/pipeline.js";
import { readRetryAfter } from "../../http/retryAfter.js";
import {
  LAG_MS,
  readServiceError,
  retryWhileMissing,
  retryWhileRefused,
  type ServiceError,
  throwIfError,
} from "../../http/serviceError.js";
import { findStatusUrl, readOperation } from "../../lro/operation.js";
import { AnnouncedOperation, readProvisioningState } from "../../resourceManager/provisioning.js";
import {
  findResourceProblem,
  isResource,
  type ResourceApi,
  ResourceClient,
} from "../../resourceManager/resourceClient.js";
import { isAbsent, isObject, type Json, type JsonObject } from "../../schema/json.js";
import { foreign, joinTexts, message, type Text } from "../../text/message.js";
import { CONTAINER_GROUPS_API } from "./definition.js";

export const GROUP_API: ResourceApi = {
  api: CONTAINER_GROUPS_API,
  missing: ["ResourceNotFound", "ResourceGroupNotFound", "ContainerGroupNotFound"],
};

/** The service itself ends a provisioning after 30 minutes. */
const TIMEOUT_SECONDS = 1800;

/** The first events name the cause; later ones repeat it. */
const MOST_EVENTS = 8;

/** A response about a group. `body` has the names of the service, not those of arguments. */
export interface GroupAnswer {
  body: JsonObject;
  /** Milliseconds to wait before the next request, as the service requests. */
  waitMs: number | undefined;
  /** Its headers name the long-running operation. */
  response: HttpResponse;
}

/** The requests of the interface. Ids are resource paths. */
export class ContainerGroupClient {
  private readonly resources: ResourceClient;
  /** Limits both the retries of a refused change and the wait for an accepted one. */
  readonly timeoutSeconds: number;
  /** Time (milliseconds of the clock) at which both end. */
  readonly deadline: number;
  /** The last response that is about neither the group nor its absence, such as that of a route that does not exist. */
  refusal: Text = "";
  /** After an accepted PUT, reads may not show the group yet. */
  private isAccepted = false;
  /** Until this time, a PUT may not find a resource group that was just created. */
  private readonly lagsUntil: number;

  constructor(private readonly context: Context) {
    this.resources = new ResourceClient(GROUP_API, context);
    this.timeoutSeconds = context.timeoutSeconds ?? TIMEOUT_SECONDS;
    this.deadline = this.now + this.timeoutSeconds * 1000;
    this.lagsUntil = this.now + LAG_MS;
  }

  /** Creates the group (201) or updates it to `body` (200). */
  async put(id: string, body: Json): Promise<GroupAnswer> {
    const more = { body, ...this.whileRefused(this.lagsUntil) };
    const answer = this.answer(throwIfError(await this.send("PUT", id, [200, 201], more)));
    this.isAccepted = true;
    return answer;
  }

  /** Sets the tags, and changes and restarts nothing else. The document does not describe this request. */
  async patchTags(id: string, tags: Json): Promise<GroupAnswer | "missing" | "unsupported"> {
    // The body contains all tags, so that it can be sent twice.
    const more = { body: { tags }, idempotent: true, ...retryWhileRefused(this.deadline) };
    return this.guarded(await this.send("PATCH", id, [200], more));
  }

  /**
   * The document does not describe this request: an unknown route means "unsupported".
   *
   * @param deadline when to give up, in milliseconds. Default: as for every request
   */
  async get(id: string, deadline?: number): Promise<GroupAnswer | "missing" | "unsupported"> {
    const until = deadline === undefined ? {} : { deadline };
    const lag = this.isAccepted ? retryWhileMissing(this.now) : {};
    return this.guarded(await this.send("GET", id, [200], { ...until, ...lag }));
  }

  /**
   * Like {@link get}, but only repeated responses show that the resource group is missing.
   *
   * @param mayBeNew whether a request whose response was lost may have created the group, so that only repeated responses show
   * that the group is missing
   */
  async getConfirmed(
    id: string,
    { deadline, mayBeNew = false }: { deadline?: number; mayBeNew?: boolean } = {},
  ): Promise<GroupAnswer | "missing" | "unsupported"> {
    const until = deadline === undefined ? {} : { deadline };
    const lacking = this.whileLacking(this.now + LAG_MS);
    const includes = (response: HttpResponse): boolean =>
      lacking.includes(response) || (mayBeNew && this.resources.isMissing(response));
    const lag = this.isAccepted ? retryWhileMissing(this.now) : { temporary: { ...lacking, includes } };
    return this.guarded(await this.send("GET", id, [200], { ...until, ...lag }));
  }

  /** The document does not describe this request. 202: the deletion continues; 204: the group did not exist. */
  async delete(id: string): Promise<GroupAnswer | "missing" | "unsupported"> {
    return this.guarded(await this.send("DELETE", id, [200, 202, 204], this.whileRefused(this.now + LAG_MS)));
  }

  /** The long-running operation that a response announced. */
  announcedBy({ response }: GroupAnswer): AnnouncedOperation {
    return new AnnouncedOperation(response, this.resources.connection, this.context.runtime.clock);
  }

  /** Returns the reason of a failed provisioning in the service's words: the error of the operation, else the group's events. */
  async provisioningError(
    first: GroupAnswer,
    latest: GroupAnswer,
    failure: ServiceError | undefined,
  ): Promise<Error> {
    const error = failure ?? (await this.operationError(first).catch(() => undefined));
    if (error !== undefined) return new ProviderError(message`provisioning failed: ${error.text}`);
    const state = readProvisioningState(latest.body);
    return explainedError(message`provisioning ended in state ${foreign(state)}.`, latest);
  }

  private async operationError(first: GroupAnswer): Promise<ServiceError | undefined> {
    const { connection } = this.resources;
    const url = findStatusUrl(first.response);
    if (url === undefined || !connection.isOwn(url)) return undefined;
    const response = await connection.send({ method: "GET", url });
    return isObject(response.body) && isObject(response.body.error)
      ? readOperation(response).failure
      : undefined;
  }

  private send(
    method: HttpRequest["method"],
    id: string,
    statuses: number[],
    more: Pick<HttpRequest, "body" | "deadline" | "idempotent" | "temporary">,
  ): Promise<HttpResponse> {
    const problem = ({ body }: HttpResponse): string | undefined =>
      method === "DELETE" && !isResource(body) ? deletionProblem(body) : groupProblem(body, id);
    return this.resources.send(method, id, { ...more, expects: { statuses, problem } });
  }

  /** Repeats a change while the service refuses it temporarily, or does not find the resource group. */
  private whileRefused(lagsUntil: number): Pick<HttpRequest, "temporary"> {
    const refused = retryWhileRefused(this.deadline).temporary;
    const lacking = this.whileLacking(lagsUntil);
    const includes = (response: HttpResponse): boolean =>
      lacking.includes(response) || refused.includes(response);
    return { temporary: { ...refused, includes } };
  }

  /** The service may not find an existing resource group for a moment. */
  private whileLacking(until: number): NonNullable<HttpRequest["temporary"]> {
    return { until, includes: (response) => lacksResourceGroup(response) && this.now < until };
  }

  private guarded(response: HttpResponse): GroupAnswer | "missing" | "unsupported" {
    const found = this.resources.guarded(response);
    if (found === "unsupported") this.refusal = readServiceError(response).text;
    return typeof found === "string" ? found : this.answer(found);
  }

  private get now(): number {
    return this.context.runtime.clock.now();
  }

  private answer(response: HttpResponse): GroupAnswer {
    return {
      body: isObject(response.body) ? response.body : {},
      waitMs: readRetryAfter(response, this.now),
      response,
    };
  }
}

function lacksResourceGroup(response: HttpResponse): boolean {
  return response.status === 404 && readServiceError(response).hasCode("ResourceGroupNotFound");
}

const TITLE = "the container group";

/** Why a body is not about this group. The documents show the id and the name in every response. */
function groupProblem(body: Json, id: string): string | undefined {
  const problem = findResourceProblem(body, id, TITLE);
  if (problem !== undefined || !isObject(body)) return problem;
  const isNamed = !isAbsent(body.id) || !isAbsent(body.name);
  return isNamed ? undefined : `but the body lacks \`id\` and \`name\` of ${TITLE}`;
}

/** Why a body that is no resource is not about a deletion. It may be the status of the operation, `{}` or nothing. */
function deletionProblem(body: Json): string | undefined {
  return isAbsent(body) ? undefined : findObjectProblem(body, TITLE);
}

/** An error with the group's events that are not of type `Normal`: they name the cause. */
export function explainedError(text: Text, { body }: GroupAnswer): ProviderError {
  return new ProviderError(joinTexts([text, ...listEvents(body)], "\n  "));
}

function listEvents(body: JsonObject): Text[] {
  const events = listAbnormalEvents(body);
  const shown: Text[] = events.slice(0, MOST_EVENTS).map(({ name, message: text }) => {
    const texts = [name, text].filter((part): part is string => typeof part === "string" && part !== "");
    const parts = texts.map((part) => foreign(part));
    return joinTexts(parts, ": ");
  });
  const left = events.length - shown.length;
  return left > 0 ? [...shown, `… and ${left} more events`] : shown;
}

/** Returns the events of the group and its containers that are not of type `Normal`. */
function listAbnormalEvents(body: JsonObject): JsonObject[] {
  const properties = isObject(body.properties) ? body.properties : {};
  const containers = Array.isArray(properties.containers) ? properties.containers : [];
  return [properties, ...containers.map((container) => container?.properties)]
    .map((owner) => owner?.instanceView?.events)
    .flatMap((events) => (Array.isArray(events) ? events : []))
    .filter((event) => isObject(event) && event.type !== "Normal" && typeof event.message === "string");
}
