import type { Json, JsonObject } from "../../../provider/schema/json.js";
import { parsed, type Reaction, type Received, textOf } from "../../support/message.js";

export interface Exchange {
  request: Received;
  reaction: Reaction;
}

/** A response of the service itself, with its body as data. */
export interface ServiceResponse {
  method: string;
  status: number;
  isEmpty: boolean;
  body: Json;
}

/** Of a batch each request with whatever is said to be its response, else the exchange itself. */
export function partsOf(exchange: Exchange): Exchange[] {
  const { request, reaction } = exchange;
  if (!request.path.endsWith("/$batch")) return [exchange];
  const { requests } = request.body as { requests: { id: string; method: string; url: string }[] };
  const [batch] = responseOf(exchange);
  if (batch === undefined || batch.status !== 200)
    return requests.map((part) => ({ request: { ...request, ...part }, reaction }));
  const responses = isObject(batch.body) && Array.isArray(batch.body.responses) ? batch.body.responses : [];
  return requests.flatMap(({ id, method, url }) =>
    responses
      .filter((response) => isObject(response) && asText(response.id) === id)
      .map(({ status, body }) => ({
        request: { ...request, method, path: url },
        reaction: {
          status: Number(asText(status)),
          ...(body === undefined || body === null ? {} : { body }),
        },
      })),
  );
}

export function responseOf({ request, reaction }: Exchange): ServiceResponse[] {
  if (typeof reaction === "string" || typeof reaction === "function" || "bytes" in reaction) return [];
  const text = [204, 304].includes(reaction.status) ? "" : String(textOf(reaction));
  return [
    {
      method: request.method,
      status: reaction.status,
      isEmpty: text.trim() === "",
      body: parsed(text),
    },
  ];
}

/** As a text; an object may not be convertible to one. */
export function asText(value: Json): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

export function same(one: Json, other: Json): boolean {
  return typeof one === "string" && typeof other === "string" && one.toLowerCase() === other.toLowerCase();
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Services also say that there is none: `"error": null`. */
export function holdsError(body: JsonObject): boolean {
  return body.error !== undefined && body.error !== null;
}

export function codeOf(body: Json): Json {
  return isObject(body) && isObject(body.error) ? body.error.code : undefined;
}

const MISSING_CODES = [
  "ResourceNotFound",
  "ResourceGroupNotFound",
  "ContainerGroupNotFound",
  "ParentResourceNotFound",
];

export function saysMissing({ status, body }: ServiceResponse): boolean {
  return status === 404 && MISSING_CODES.includes(asText(codeOf(body)));
}
