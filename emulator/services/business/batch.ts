import type { StatusFault } from "../../faults/faults.js";
import { isObject, isText, mergePatch } from "../../json.js";
import type { LoggedOperation } from "../../log/requestLog.js";
import { withoutTokens } from "../../tokens.js";
import { createErrorAnswer, createJsonAnswer } from "./answers.js";
import { BusinessError, businessErrors, createErrorOfStatus } from "./errors.js";
import { type Answer, type Context, countsBatched, JSON_TYPE, takeFromQuota } from "./operation.js";
import { perform } from "./operations.js";
import { type Address, readBelowRoot, splitAddress } from "./path.js";
import type { Version } from "./version.js";

interface BatchRequest {
  items: readonly BatchItem[];
  version: Version;
  origin: string;
  /** The client whose quota the operations use. */
  client: string;
  continueOnError: boolean;
  correlationId: string;
  log: (operation: LoggedOperation) => void;
}

/** Processes the operations of a batch in order. Each takes effect on its own. */
export function runBatch(context: Context, request: BatchRequest): Answer {
  const most = context.settings.batchTimeoutAfter ?? Number.POSITIVE_INFINITY;
  const responses: unknown[] = [];
  for (const item of request.items) {
    if (responses.length === most) throw businessErrors.gatewayTimeout();
    const address = splitAddress(item.url, request.version);
    const { status, headers, body } = answered(context, request, item, address);
    request.log(logged(item, address, status));
    const response = { id: item.id, status, headers: { ...headers, "odata-version": "4.0" } };
    responses.push(body === undefined ? response : { ...response, body });
    if (status >= 400 && !request.continueOnError) break;
  }
  return createJsonAnswer(200, { responses });
}

/** Processes an operation like a request: with faults and the quota. */
function answered(context: Context, request: BatchRequest, item: BatchItem, address: Address): Answer {
  const { faults } = context;
  const fault = faults.take({ method: item.method, path: address.path }, true);
  // The parser of rules rejects `inBatch` for other faults with a status.
  if (fault !== undefined && "status" in fault)
    return faultAnswer(fault as StatusFault, request.correlationId);
  try {
    if (countsBatched(context)) takeFromQuota(context, request.client);
    requireJson(item);
    return perform(context, {
      ...readBelowRoot(address.path),
      method: item.method,
      query: address.query,
      headers: item.headers,
      body: fault && "store" in fault ? mergePatch(item.body, fault.store) : item.body,
      origin: request.origin,
      writer: fault && "writer" in fault ? fault.writer : undefined,
    });
  } catch (error) {
    if (error instanceof BusinessError) return createErrorAnswer(error, request.correlationId);
    throw error;
  }
}

/** Bodies in a batch are JSON unless an operation has another content type. */
function requireJson({ headers }: BatchItem): void {
  if (!JSON_TYPE.test(headers["content-type"] ?? "application/json"))
    throw businessErrors.unsupportedMediaType("The body of an operation must be application/json.");
}

function logged({ method, headers, body }: BatchItem, address: Address, status: number): LoggedOperation {
  const query = Object.fromEntries(address.query);
  return {
    method,
    path: address.path,
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(headers).length > 0 && { headers: withoutTokens(headers) as BatchItem["headers"] }),
    ...(body !== undefined && { body }),
    status,
  };
}

function faultAnswer({ status, body, headers, retryAfter }: StatusFault, correlationId: string): Answer {
  const answer =
    body === undefined
      ? createErrorAnswer(createErrorOfStatus(status), correlationId)
      : createJsonAnswer(status, body);
  return {
    ...answer,
    headers: {
      ...answer.headers,
      ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
      ...headers,
    },
  };
}

interface BatchItem {
  id: string;
  method: string;
  url: string;
  /** Headers with lower-case names. */
  headers: Record<string, string>;
  body: unknown;
}

/** Maximum number of operations in a batch. */
const MOST = 100;

const METHODS = ["GET", "POST", "PATCH", "DELETE", "PUT"];

/** Reads the body of a batch. An invalid operation is an error of the whole batch. */
export function readBatch(body: unknown): BatchItem[] {
  if (!isObject(body) || !Array.isArray(body.requests))
    throw businessErrors.badRequest("A batch must be an object with a list of 'requests'.");
  if (body.requests.length > MOST)
    throw businessErrors.badRequest(
      `The batch has ${body.requests.length} operations. The maximum number of operations is ${MOST}.`,
    );
  const items = body.requests.map(readItem);
  if (new Set(items.map(({ id }) => id)).size < items.length)
    throw businessErrors.badRequest("The ids of the operations in a batch must differ from each other.");
  return items;
}

function readItem(item: unknown): BatchItem {
  const { id, method, url, headers = {}, body, ...others } = isObject(item) ? item : {};
  const texts = [id, method, url, ...(isObject(headers) ? Object.values(headers) : [undefined])];
  const known = METHODS.find((name) => name === String(method).toUpperCase());
  if (!texts.every(isText) || id === "" || known === undefined || Object.keys(others).length > 0)
    throw businessErrors.badRequest(
      `An operation in a batch requires the strings 'id', 'method' (one of ${METHODS.join(", ")}) and 'url', and can only have 'headers' with strings and a 'body' beside them.`,
    );
  const entries = Object.entries(headers as Record<string, string>);
  return {
    ...{ id: String(id), method: known, url: String(url), body },
    headers: Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value])),
  };
}
