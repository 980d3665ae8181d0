import type { VersionedApi } from "../contract/configuration.js";
import type { Context } from "../contract/lifecycle.js";
import { type Connection, connect } from "../http/connection.js";
import { findListProblem, findObjectProblem } from "../http/expectation.js";
import { LinkedPages } from "../http/linkedPages.js";
import type { Expectation, HttpRequest, HttpResponse } from "../http/pipeline.js";
import { throwIfError } from "../http/serviceError.js";
import { isAbsent, isObject, type Json, type JsonObject } from "../schema/json.js";
import { isSameText } from "../schema/normalize.js";

export interface ResourceApi {
  api: VersionedApi;
  /** Error codes for a resource that does not exist. A 404 without one of them may be an unknown route. */
  missing: readonly string[];
}

/** Sends requests to resources of the resource manager. Ids are unencoded paths. */
export class ResourceClient {
  readonly connection: Connection;
  readonly #apiVersion: string;

  constructor(
    private readonly kind: ResourceApi,
    context: Context,
  ) {
    this.connection = connect("resourceManager", context);
    this.#apiVersion = context.settings.apiVersion(kind.api);
  }

  send(
    method: HttpRequest["method"],
    id: string,
    more: Omit<HttpRequest, "method" | "url"> = {},
  ): Promise<HttpResponse> {
    return this.connection.send({ method, url: this.getUrl(id), ...more });
  }

  getUrl(id: string): string {
    const path = id.split("/").map(encodeURIComponent).join("/");
    return `${this.connection.address}${path}?api-version=${encodeURIComponent(this.#apiVersion)}`;
  }

  /** Whether a documented error says that the resource does not exist. */
  isMissing({ status, body }: HttpResponse): boolean {
    const code = isObject(body) && isObject(body.error) ? body.error.code : undefined;
    return status === 404 && typeof code === "string" && this.kind.missing.includes(code);
  }

  /**
   * Reads the response to an undocumented request.
   *
   * @returns `unsupported` if a refusal does not concern the resource
   * @throws ServiceError for other refusals
   */
  guarded(response: HttpResponse): HttpResponse | "missing" | "unsupported" {
    if (this.isMissing(response)) return "missing";
    if (response.status === 404) return "unsupported";
    if (response.status === 405 || response.status === 501) return "unsupported";
    return throwIfError(response);
  }
}

/** Whether a body is a resource, and not the status of an operation, an error or nothing. */
export function isResource(body: Json): body is JsonObject {
  return isObject(body) && isObject(body.properties);
}

/** Why a body is not the resource with this id (in any letter case). The body may lack an id or a name. */
export function findResourceProblem(body: Json, id: string, title: string): string | undefined {
  const problem = findObjectProblem(body, title);
  if (problem !== undefined || !isObject(body)) return problem;
  const isOwn =
    (isAbsent(body.id) || isSameText(body.id, id)) &&
    (isAbsent(body.name) || isSameText(body.name, id.slice(id.lastIndexOf("/") + 1)));
  if (!isOwn) return `but the body is another resource, not ${title}`;
  return isResource(body) ? undefined : `but the body lacks \`properties\` of ${title}`;
}

/**
 * Lists the resources at a path from all its pages, in wire shape.
 *
 * @param advice what to do if there are too many, as a sentence
 */
export async function listResources(
  client: ResourceClient,
  path: string,
  advice: string,
): Promise<JsonObject[]> {
  const { address, send } = client.connection;
  const pages = new LinkedPages({ send, root: `${address}/`, items: "resources", advice });
  const resources: JsonObject[] = [];
  for (let url: string | undefined = client.getUrl(path); url !== undefined; ) {
    const { body } = await pages.request(url, { expects: PAGE });
    const { value, nextLink } = isObject(body) ? body : {};
    const page: JsonObject[] = Array.isArray(value) ? value.filter(isObject) : [];
    resources.push(...page);
    url = pages.resolve(nextLink, url);
    pages.count(page.length, url !== undefined);
  }
  return resources;
}

const PAGE: Expectation = {
  statuses: [200],
  problem: ({ body }) => findListProblem(body, "a list of resources"),
};
