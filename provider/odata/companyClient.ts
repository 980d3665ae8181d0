import { ProviderError } from "../contract/providerError.js";
import type { Expectation, HttpMethod, HttpRequest, HttpResponse, SendRequest } from "../http/pipeline.js";
import { ServiceError, throwIfError } from "../http/serviceError.js";
import { isObject, type Json, type JsonObject } from "../schema/json.js";
import {
  type Entity,
  findFoundProblem,
  findRecordProblem,
  findRequestedProblem,
  hasIdOf,
  type IsRequested,
  listRecords,
  toEntity,
} from "./bodies.js";
import { completeRecords } from "./pages.js";
import type { Query } from "./query.js";

export type ApiVersion = "v1.0" | "v2.0";

export class CompanyClient {
  readonly #root: string;
  readonly #send: SendRequest;

  constructor(
    connection: { address: string; send: SendRequest },
    version: ApiVersion,
    private readonly companyId: string,
  ) {
    this.#root = `${connection.address}/api/${version}/`;
    this.#send = connection.send;
  }

  /**
   * Finds the record with this id by the documented filter.
   * @param query further options, such as `expand`
   */
  async find(collection: string, id: string, query: Query = {}): Promise<Entity | "missing"> {
    const { companyId } = this;
    const found = await this.#collection(collection, { filter: `id eq ${id}`, ...query }, (body) =>
      findFoundProblem(body, id, { companyId, collection }),
    );
    return found.find(({ fields }) => hasIdOf(id)(fields)) ?? "missing";
  }

  /** Lists the records of a collection that has one page. */
  list(collection: string, query: Query, isRequested: IsRequested): Promise<Entity[]> {
    const { companyId } = this;
    return this.#collection(collection, query, (body) =>
      findRequestedProblem(body, { companyId, collection, isRequested }),
    );
  }

  /**
   * Updates some fields of a record.
   * @param tag the service refuses the update if the record has another entity tag; undefined: not checked
   */
  async patch(
    path: string,
    fields: JsonObject,
    tag: string | undefined,
    isRequested: IsRequested,
  ): Promise<Entity> {
    const problem = ({ body }: HttpResponse) => findRecordProblem(body, isRequested);
    const more = { body: fields, ...ifMatch(tag) };
    return readEntity(await this.#request("PATCH", path, { statuses: [200], problem }, more));
  }

  /** @returns the new record; undefined if the response does not contain it */
  async post(path: string, body: JsonObject, isNew: IsRequested): Promise<Entity | undefined> {
    const problem = ({ body: answered }: HttpResponse) =>
      answered === undefined ? undefined : findRecordProblem(answered, isNew);
    const response = await this.#request("POST", path, { statuses: [201], problem }, { body });
    return response.body === undefined ? undefined : readEntity(response);
  }

  async delete(path: string, tag?: string): Promise<void> {
    await this.#request("DELETE", path, { statuses: [204] }, ifMatch(tag));
  }

  async #collection(
    collection: string,
    query: Query,
    problem: (body: Json) => string | undefined,
  ): Promise<Entity[]> {
    const expects = { statuses: [200], problem: ({ body }: HttpResponse) => problem(body) };
    const response = await this.#request("GET", `${collection}${formatQuery(query)}`, expects);
    return completeRecords(response, { send: this.#send, root: this.#root });
  }

  async #request(
    method: HttpMethod,
    path: string,
    expects: Expectation,
    more: Partial<HttpRequest> = {},
  ): Promise<HttpResponse> {
    const response = await this.#send({
      method,
      url: `${this.#root}companies(${encodeURIComponent(this.companyId)})/${path}`,
      batch: `${this.#root}$batch`,
      expects,
      ...more,
    });
    return throwIfError(response);
  }
}

/** Whether the service knows no such company or collection. A 404 can also be about a related record, which its code says. */
export function isUnknownPath(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 404 && !error.hasCode("Internal_RecordNotFound");
}

/** Reads the one record of a response, alone or in the envelope of a collection. */
function readEntity({ body, headers }: HttpResponse): Entity {
  const [fields = {}] = isObject(body) && !Array.isArray(body.value) ? [body] : listRecords(body);
  const entity = toEntity(fields);
  return { ...entity, tag: entity.tag ?? headers.etag };
}

/**
 * One entity tag, with or without quotes. `*` or a list would match a record that another client has changed. HTTP libraries drop or
 * change other characters.
 */
const ENTITY_TAG = /^(?:(?:W\/)?"[\x20!\x23-\x7e]*"|[!\x23-)+\x2d-\x7e]+)$/;

/** @throws ProviderError if the response has no entity tag, which an update needs */
export function requireTag(tag: string | undefined): string {
  if (tag === undefined) throw new ProviderError(UNTAGGED);
  return tag;
}

function ifMatch(tag: string | undefined): Pick<HttpRequest, "headers"> {
  if (tag === undefined) return {};
  if (!ENTITY_TAG.test(tag)) throw new ProviderError(UNSENDABLE_TAG);
  return { headers: { "if-match": tag } };
}

const UNTAGGED =
  "the service returned no entity tag for the record, so an update could overwrite " +
  "another client's change. Nothing was sent.";

const UNSENDABLE_TAG =
  "the service returned an entity tag that cannot be sent back unchanged, so an update could overwrite " +
  "another client's change. Nothing was sent.";

/** Formats the query of an address, with the question mark. */
export function formatQuery(query: Query): string {
  const options = Object.entries(query).map(([name, value]) => `$${name}=${encodeURIComponent(value)}`);
  return options.length === 0 ? "" : `?${options.join("&")}`;
}
