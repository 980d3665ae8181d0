import { type Connection, connect } from "../../connection.js";
import type { HttpRequest, HttpResponse } from "../../http/message.js";
import { readServiceError } from "../../http/readServiceError.js";
import { readRetryAfter } from "../../http/retryAfter.js";
import type { Context } from "../../lifecycle.js";
import { provisioningState } from "../../lro/provisioning.js";
import { isObject, type JsonObject } from "../../schema/json.js";

const DEFAULT_API_VERSION = "2023-05-01";

/** Codes by which the service says that the group is not there; a bare 404 may be an unknown route. */
const MISSING = ["ResourceNotFound", "ResourceGroupNotFound", "ContainerGroupNotFound"];

/** A group as the service answers it, in wire shape. */
export interface GroupAnswer {
  status: number;
  /** An earlier attempt of the same request may have had the effect already. */
  repeated: boolean;
  body: JsonObject;
  /** Milliseconds that the service asks to wait. */
  waitMs: number | undefined;
  /** Address of the status document of the operation that goes on. */
  operationUrl: string | undefined;
}

/** The requests of the interface; ids are resource paths. */
export class ContainerGroupClient {
  private readonly connection: Connection;
  private readonly apiVersion: string;

  constructor(private readonly context: Context) {
    this.connection = connect("resourceManager", context.settings, context.clock);
    this.apiVersion = context.settings.get("containerGroupsApiVersion") ?? DEFAULT_API_VERSION;
  }

  /** Creates the group (201) or brings it to what `body` says (200). */
  async put(id: string, body: JsonObject): Promise<GroupAnswer> {
    return this.answer(await this.send("PUT", id, body));
  }

  /** Not shown in the document, so guarded: an answer that does not speak of the group tells nothing. */
  async get(id: string): Promise<GroupAnswer | "missing" | "unsupported"> {
    return this.guarded(await this.send("GET", id));
  }

  /** Not shown in the document either. */
  async delete(id: string): Promise<GroupAnswer | "missing" | "unsupported"> {
    return this.guarded(await this.send("DELETE", id));
  }

  /** Why provisioning failed, in the service's own words: those of the operation, else of the group's events. */
  async provisioningError(first: GroupAnswer, latest: GroupAnswer): Promise<Error> {
    const error = await this.operationError(first.operationUrl).catch(() => undefined);
    if (error !== undefined) return error;
    const state = provisioningState(latest.body);
    return new Error([`its provisioning ended in state ${state}.`, ...eventTexts(latest.body)].join("\n  "));
  }

  private async operationError(url: string | undefined): Promise<Error | undefined> {
    if (url === undefined || new URL(url).origin !== new URL(this.connection.address).origin)
      return undefined;
    const response = await this.connection.send({ method: "GET", url });
    if (!isObject(response.body) || !isObject(response.body.error)) return undefined;
    const { code, message, target, details } = readServiceError({
      ...response,
      body: { error: response.body.error },
    });
    const lines = [`its provisioning failed: ${[code, message].filter(Boolean).join(": ")}`];
    if (target !== undefined) lines.push(`target: ${target}`);
    lines.push(...details.map((detail) => [detail.code, detail.message].filter(Boolean).join(": ")));
    return new Error(lines.join("\n  "));
  }

  private send(method: HttpRequest["method"], id: string, body?: JsonObject): Promise<HttpResponse> {
    const path = id.split("/").map(encodeURIComponent).join("/");
    const url = `${this.connection.address}${path}?api-version=${encodeURIComponent(this.apiVersion)}`;
    return this.connection.send({
      method,
      url,
      retryable: isTransitioning,
      ...(body === undefined ? {} : { body }),
    });
  }

  private guarded(response: HttpResponse): GroupAnswer | "missing" | "unsupported" {
    if (response.status === 404) {
      return MISSING.includes(readServiceError(response).code ?? "") ? "missing" : "unsupported";
    }
    if (response.status === 405 || response.status === 501) return "unsupported";
    return this.answer(response);
  }

  private answer(response: HttpResponse): GroupAnswer {
    if (response.status >= 300) throw readServiceError(response);
    return {
      status: response.status,
      repeated: response.earlierAttemptUnclear === true,
      body: isObject(response.body) ? response.body : {},
      waitMs: readRetryAfter(response, this.context.clock.now()),
      operationUrl: response.headers["cloud-asyncoperation"],
    };
  }
}

/** The service takes nothing while an earlier operation on the group goes on. */
function isTransitioning(response: HttpResponse): boolean {
  return response.status === 409 && readServiceError(response).code === "ContainerGroupTransitioning";
}

/** What the events of the group and of its containers say. */
function eventTexts(body: JsonObject): string[] {
  const properties = isObject(body.properties) ? body.properties : {};
  const containers = Array.isArray(properties.containers) ? properties.containers : [];
  const views = [properties, ...containers.map((container) => container?.properties)].map(
    (owner) => owner?.instanceView,
  );
  return views
    .flatMap((view) => (Array.isArray(view?.events) ? view.events : []))
    .filter((event) => event?.type !== "Normal" && typeof event?.message === "string")
    .map((event) => [event.name, event.message].filter(Boolean).join(": "));
}
