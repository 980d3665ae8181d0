import type { JsonObject } from "../../../provider/schema/json.js";
import { decoded, type Received, type Response, type Service } from "./message.js";

/** Well-behaved services, as the documents have them: as much of each as the hooks of one resource ask for. */

const notFound = (code = "ResourceNotFound"): Response => ({
  status: 404,
  body: { error: { code, message: "There is no such resource." } },
});

/** Fields that a container group's response leaves out. */
const WITHHELD = ["secureValue", "password", "workspaceKey", "storageAccountKey", "protectedSettings"];

/** @param existing what the group was created with, in wire shape */
export function groupService(id: string, existing?: JsonObject): Service {
  let group = existing;
  const shown = (state: string): Response["body"] => {
    const { properties, ...rest } = withoutSecrets(group ?? {}) as JsonObject;
    return {
      ...rest,
      id,
      name: id.split("/").at(-1),
      type: "Vendor.ContainerInstance/containerGroups",
      properties: {
        ...(properties as JsonObject),
        provisioningState: state,
        instanceView: { state: "Running", events: [] },
      },
    };
  };
  return ({ method, path, body }) => {
    if (pathOf(path) !== id) return notFound("InvalidResourceType");
    if (method === "PUT") {
      const status = group === undefined ? 201 : 200;
      group = body as JsonObject;
      return { status, body: shown("Succeeded") };
    }
    if (group === undefined) return notFound();
    if (method === "DELETE") {
      const last = shown("Succeeded");
      group = undefined;
      return { status: 200, body: last };
    }
    return { status: 200, body: shown("Succeeded") };
  };
}

/** A group as responses show it. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !WITHHELD.includes(name));
  return Object.fromEntries(
    entries.map(([name, child]) => [name, name === "secret" ? {} : withoutSecrets(child)]),
  );
}

/** A record of a v2.0 collection. */
export function recordService(collection: string, fields: JsonObject): Service {
  let record = fields;
  let version = 1;
  const shown = (): JsonObject => ({ "@odata.etag": `W/"${version}"`, ...record });
  return withBatches(({ method, path, headers, body }) => {
    const [asked = "", query = ""] = pathOf(path, false).split("?");
    if (method === "GET") {
      const isWanted = asked.endsWith(`/${collection}`) && query.includes(String(record.id));
      return { status: 200, body: envelope(isWanted ? [shown()] : []) };
    }
    if (!asked.endsWith(`/${collection}(${record.id})`)) return notFound("BadRequest_ResourceNotFound");
    if (headers["if-match"] !== `W/"${version}"`) return changed();
    record = { ...record, ...(body as JsonObject) };
    version++;
    return { status: 200, body: shown() };
  });
}

/** Default dimensions of one record, v1.0. */
export function dimensionService(parent: JsonObject, fields: JsonObject): Service {
  let dimension = fields;
  let version = 1;
  const shown = (): JsonObject => ({ "@odata.etag": `W/"${version}"`, ...dimension });
  return withBatches(({ method, body }) => {
    if (method === "GET") {
      return { status: 200, body: envelope([{ ...parent, defaultDimensions: [shown()] }]) };
    }
    dimension = { ...dimension, ...(body as JsonObject) };
    version++;
    return { status: 200, body: envelope([shown()]) };
  });
}

/** @param existing quotes that are there already */
export function quoteService(newId: string, existing: JsonObject[]): Service {
  let quotes = existing;
  return withBatches(({ method, path, body }) => {
    const asked = decoded(path);
    if (method === "POST") {
      const fields = body as JsonObject;
      const quote = { "@odata.etag": 'W/"1"', id: newId, number: "S-QUO1001", ...fields };
      quotes = [...quotes, quote];
      return { status: 201, body: quote };
    }
    if (method === "DELETE") {
      quotes = [];
      return { status: 204 };
    }
    const found = quotes.filter(
      ({ id, externalDocumentNumber }) =>
        asked.includes(`id eq ${id}`) ||
        asked.includes(`externalDocumentNumber eq '${externalDocumentNumber}'`),
    );
    return { status: 200, body: envelope(found) };
  });
}

/** An instance that runs until it is stopped, and the operation that stops it. */
export function instanceService(id: string, operation: string, origin: string): Service {
  let status = "Running";
  const document = (word: string, percentComplete: number): JsonObject => ({
    id: operation,
    name: "op-1",
    status: word,
    startTime: "2026-01-15T12:00:00Z",
    percentComplete,
  });
  return ({ method, path }) => {
    const asked = pathOf(path);
    if (asked === operation) {
      if (status === "Stopping") {
        status = "Offline";
        return { status: 200, body: document("InProgress", 50) };
      }
      return { status: 200, body: { ...document("Succeeded", 100), endTime: "2026-01-15T12:01:00Z" } };
    }
    if (method === "POST" && asked === `${id}/stop`) {
      status = "Stopping";
      const headers = { "cloud-asyncoperation": `${origin}${operation}?api-version=2023-04-01&s=signed` };
      return { status: 202, headers };
    }
    if (asked !== id) return notFound("InvalidResourceType");
    return { status: 200, body: { id, name: id.split("/").at(-1), properties: { status } } };
  };
}

/** The app service: a user who can be removed once, and a profile. */
export function appService(): Service {
  let isThere = true;
  return ({ method, path }) => {
    if (method === "GET" && path.endsWith("/v0.1/user")) {
      return {
        status: 200,
        body: { id: "u-1", name: "ada", display_name: "Ada", email: "ada@example.com" },
      };
    }
    if (method !== "DELETE" || !isThere) return notFound("NotFound");
    isThere = false;
    return { status: 204 };
  };
}

/** A collection of one page. */
export function collectionService(records: JsonObject[]): Service {
  return withBatches(() => ({ status: 200, body: envelope(records) }));
}

function envelope(value: JsonObject[]): JsonObject {
  return { "@odata.context": "https://business.example/api/v2.0/$metadata", value };
}

function changed(): Response {
  return {
    status: 409,
    body: {
      error: { code: "Request_EntityChanged", message: "Another user has already changed the record." },
    },
  };
}

function pathOf(path: string, withoutQuery = true): string {
  return decoded(withoutQuery ? (path.split("?")[0] ?? "") : path);
}

interface BatchItem {
  id: string;
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: unknown;
}

const BATCH = "/$batch";

/** Requests that arrive together, in the JSON format of OData. */
export function withBatches(service: Service): Service {
  return (request: Received) => {
    if (!request.path.endsWith(BATCH)) return service(request);
    const root = request.path.slice(0, -BATCH.length);
    const { requests } = request.body as { requests: BatchItem[] };
    const responses = requests.map(({ id, method, url, headers = {}, body }) => {
      const item = { ...request, method, path: `${root}/${url}`, headers, body };
      const { headers: answered = {}, ...response } = service(item);
      return { id, headers: { "content-type": "application/json", ...answered }, ...response };
    });
    return { status: 200, body: { responses } };
  };
}
