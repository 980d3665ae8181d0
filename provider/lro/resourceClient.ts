import type { ConfigurationKey } from "../contract/configuration.js";
import type { Context } from "../contract/lifecycle.js";
import { type Connection, connect } from "../http/connection.js";
import { findObjectProblem } from "../http/expectation.js";
import type { HttpRequest, HttpResponse } from "../http/message.js";
import { throwIfError } from "../http/serviceError.js";
import { isAbsent, isObject, type Json } from "../schema/json.js";
import { isSameText } from "../schema/normalize.js";

/** The facts that differ between kinds of resources. */
export interface ResourceApi {
  /** Configuration key of the interface's version, and its default. */
  apiVersion: { key: ConfigurationKey; fallback: string };
  /** Codes by which the service says that the resource is not there; a bare 404 may be an unknown route. */
  missing: readonly string[];
}

/** Requests to resources of the resource manager. An id is a path, as people write it. */
export class ResourceClient {
  readonly connection: Connection;
  readonly #apiVersion: string;

  constructor(
    private readonly kind: ResourceApi,
    context: Context,
  ) {
    this.connection = connect("resourceManager", context);
    this.#apiVersion = context.settings.get(kind.apiVersion.key) ?? kind.apiVersion.fallback;
  }

  send(
    method: HttpRequest["method"],
    id: string,
    more: Omit<HttpRequest, "method" | "url"> = {},
  ): Promise<HttpResponse> {
    const path = id.split("/").map(encodeURIComponent).join("/");
    const url = `${this.connection.address}${path}?api-version=${encodeURIComponent(this.#apiVersion)}`;
    return this.connection.send({ method, url, ...more });
  }

  /** Whether the service says that the resource is not there, in the documented shape of its errors. */
  isMissing({ status, body }: HttpResponse): boolean {
    const code = isObject(body) && isObject(body.error) ? body.error.code : undefined;
    return status === 404 && typeof code === "string" && this.kind.missing.includes(code);
  }

  /**
   * The answer to a request that the documents do not show: `unsupported` unless it speaks of the resource.
   * Other refusals are thrown.
   */
  guarded(response: HttpResponse): HttpResponse | "missing" | "unsupported" {
    if (this.isMissing(response)) return "missing";
    if (response.status === 404) return "unsupported";
    if (response.status === 405 || response.status === 501) return "unsupported";
    return throwIfError(response);
  }
}

/** Why a body is not the resource with this id, in any letter case. A body without an id or a name is accepted. */
export function findResourceProblem(body: Json, id: string, title: string): string | undefined {
  const problem = findObjectProblem(body, title);
  if (problem !== undefined || !isObject(body)) return problem;
  const isOwn =
    (isAbsent(body.id) || isSameText(body.id, id)) &&
    (isAbsent(body.name) || isSameText(body.name, id.slice(id.lastIndexOf("/") + 1)));
  if (!isOwn) return `but the body is another resource, not ${title}`;
  return isObject(body.properties) ? undefined : `but the body lacks \`properties\` of ${title}`;
}
