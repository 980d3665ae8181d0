import type { HttpMethod, HttpRequest, HttpResponse } from "../http/message.js";
import type { SendRequest } from "../http/pipeline.js";
import { accepted } from "../http/readServiceError.js";
import { isObject, type Json, type JsonObject } from "../schema/json.js";

/** Versions of the business service's interface; each has its own path. */
export type ApiVersion = "v1.0" | "v2.0";

/** Query options by their name without `$`: `{ filter: "id eq …" }`. */
export type Query = Partial<Record<"filter" | "expand" | "select" | "top" | "orderby", string>>;

/** One record as the service answers it, in wire shape. */
export interface Entity {
  fields: JsonObject;
  /** Entity tag of this state of the record. */
  tag: string | undefined;
}

/** The records of one company at the business service. */
export class Company {
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
   * The record of a collection with this id, by the documented filter.
   * @param query what else to ask for, such as `expand`
   */
  async find(collection: string, id: string, query: Query = {}): Promise<Entity | "missing"> {
    const found = await this.list(collection, { filter: `id eq ${id}`, ...query });
    const wanted = found.find(({ fields }) => String(fields.id).toLowerCase() === id.toLowerCase());
    if (wanted === undefined && found.length > 0) {
      throw new Error(`asked for the record ${id} of ${collection}, the service answered with other ones.`);
    }
    return wanted ?? "missing";
  }

  /** The first page of a collection. */
  async list(collection: string, query: Query): Promise<Entity[]> {
    return readCollection(await this.request("GET", `${collection}${queryText(query)}`));
  }

  /** Sends some fields of a record. With a tag the service refuses when the record is not that one any more. */
  async patch(path: string, fields: JsonObject, tag?: string): Promise<Entity | undefined> {
    return readEntity(await this.request("PATCH", path, { body: fields, ...ifMatch(tag) }));
  }

  async post(path: string, body: JsonObject): Promise<Entity | undefined> {
    return readEntity(await this.request("POST", path, { body }));
  }

  async delete(path: string, tag?: string): Promise<void> {
    await this.request("DELETE", path, ifMatch(tag));
  }

  private async request(
    method: HttpMethod,
    path: string,
    more: Partial<HttpRequest> = {},
  ): Promise<HttpResponse> {
    const response = await this.#send({
      method,
      url: `${this.#root}companies(${encodeURIComponent(this.companyId)})/${path}`,
      batch: `${this.#root}$batch`,
      ...more,
    });
    return accepted(response);
  }
}

/** The records in an answer's envelope. */
export function readCollection({ body }: Pick<HttpResponse, "body">): Entity[] {
  if (!isObject(body) || !Array.isArray(body.value)) {
    throw new Error("the service did not answer with a collection of records.");
  }
  return body.value.filter(isObject).map(entityOf);
}

/** The one record of an answer, alone or in a collection's envelope; nothing for an answer without a body. */
function readEntity(response: HttpResponse): Entity | undefined {
  const { body, headers } = response;
  if (!isObject(body)) return undefined;
  const entity = Array.isArray(body.value) ? readCollection(response)[0] : entityOf(body);
  return entity && { ...entity, tag: entity.tag ?? headers.etag };
}

/** A record as it stands in an answer, with the tag among its fields. */
export function entityOf(fields: JsonObject): Entity {
  const tag: Json = fields["@odata.etag"];
  return { fields, tag: typeof tag === "string" ? tag : undefined };
}

/** One entity tag, with or without quotes. `*` or a list would match a record that somebody else has changed. */
const ENTITY_TAG = /^(?:(?:W\/)?"[\x20!\x23-\x7e]*"|[!\x23-)+\x2d-\x7e]+)$/;

function ifMatch(tag: string | undefined): Pick<HttpRequest, "headers"> {
  if (tag === undefined) return {};
  if (!ENTITY_TAG.test(tag)) throw new Error(UNSENDABLE_TAG);
  return { headers: { "If-Match": tag } };
}

const UNSENDABLE_TAG =
  "the service gave an entity tag that cannot be sent back unchanged, so a change that was made in between could be " +
  "overwritten. Nothing was sent.";

/** The options as they stand in an address, with their question mark. */
export function queryText(query: Query): string {
  const options = Object.entries(query).map(([name, value]) => `$${name}=${encodeURIComponent(value)}`);
  return options.length === 0 ? "" : `?${options.join("&")}`;
}
