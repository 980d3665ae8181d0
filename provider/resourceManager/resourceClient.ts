import type { ConfigurationKey } from "../config.js";
import { type Connection, connect } from "../connection.js";
import type { HttpRequest, HttpResponse } from "../http/message.js";
import { accepted, readServiceError } from "../http/readServiceError.js";
import type { Context } from "../lifecycle.js";

/** What a kind of resource has of its own. */
export interface ResourceKind {
  /** Configuration key of the interface's version, and what it is by default. */
  apiVersion: { key: ConfigurationKey; fallback: string };
  /** Codes by which the service says that the resource is not there; a bare 404 may be an unknown route. */
  missing: readonly string[];
}

/** Requests to resources of the resource manager. An id is a path, as people write it. */
export class ResourceClient {
  readonly connection: Connection;
  readonly #apiVersion: string;

  constructor(
    private readonly kind: ResourceKind,
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

  /** Whether the service says that the resource is not there. */
  isMissing(response: HttpResponse): boolean {
    return response.status === 404 && this.kind.missing.includes(readServiceError(response).code ?? "");
  }

  /**
   * The answer to a request that the documents do not show: `unsupported` unless it speaks of the resource.
   * Other refusals are thrown.
   */
  guarded(response: HttpResponse): HttpResponse | "missing" | "unsupported" {
    if (this.isMissing(response)) return "missing";
    if (response.status === 404) return "unsupported";
    if (response.status === 405 || response.status === 501) return "unsupported";
    return accepted(response);
  }
}
