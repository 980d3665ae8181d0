import type { FastifyRequest } from "fastify";
import type { StatusFault } from "../../faults/faults.js";
import { bodyOf } from "../../faults/hooks.js";
import { isObject, isText, mergePatch } from "../../json.js";
import { getOrigin, readJson } from "../../request.js";
import { ServiceError } from "../../serviceError.js";
import { withoutTokens } from "../../tokens.js";
import { type Answer, type Context, createErrorAnswer, createJsonAnswer } from "./answers.js";
import { businessErrors } from "./errors.js";
import { perform } from "./operations.js";
import { type Address, readBelowRoot, splitAddress } from "./path.js";

export const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Processes the operations of a batch in order. Each takes effect on its own. */
export function runBatch(context: Context, request: FastifyRequest, correlationId: string): Answer {
  if (request.method !== "POST") throw businessErrors.methodNotAllowed(request.method, "$batch");
  const { entry } = request;
  const isContinued = continuesOnError(request.headers.prefer as string | undefined);
  const items = readBatch(readJson(request, JSON_TYPE, businessErrors));
  const { version } = readBelowRoot(entry.path);
  const responses: unknown[] = [];
  entry.operations = [];
  for (const item of items) {
    if (responses.length === context.settings.batchTimeoutAfter) throw businessErrors.gatewayTimeout();
    const address = splitAddress(item.url, version);
    const { status, headers, body } = answered(context, request, item, address, correlationId);
    const query = Object.fromEntries(address.query);
    entry.operations.push({
      method: item.method,
      path: address.path,
      ...(Object.keys(query).length > 0 && { query }),
      ...(Object.keys(item.headers).length > 0 && { headers: withoutTokens(item.headers) as Headers }),
      ...(item.body !== undefined && { body: item.body }),
      status,
    });
    const response = { id: item.id, status, headers: { ...headers, "odata-version": "4.0" } };
    responses.push(body === undefined ? response : { ...response, body });
    if (status >= 400 && !isContinued) break;
  }
  return createJsonAnswer(200, { responses });
}

/** Processes an operation like a request: with faults and the quota. */
function answered(
  context: Context,
  request: FastifyRequest,
  { method, headers, body }: BatchItem,
  { path, query }: Address,
  correlationId: string,
): Answer {
  const fault = context.faults.take({ method, path }, true);
  if (fault !== undefined && "status" in fault) return faultAnswer(fault);
  try {
    if (context.settings.businessQuota?.countBatched) context.takeFromQuota(request.entry.tokenHash ?? "");
    // Bodies in a batch are JSON unless an operation has another content type.
    if (!JSON_TYPE.test(headers["content-type"] ?? "application/json"))
      throw businessErrors.unsupportedMediaType("The body of an operation must be application/json.");
    return perform(context, {
      ...readBelowRoot(path),
      ...{ method, query, headers, origin: getOrigin(request) },
      body: fault && "store" in fault ? mergePatch(body, fault.store) : body,
      writer: fault && "writer" in fault ? fault.writer : undefined,
    });
  } catch (error) {
    if (error instanceof ServiceError) return createErrorAnswer(error, correlationId);
    throw error;
  }
}

function faultAnswer(fault: StatusFault): Answer {
  const { status, headers, retryAfter } = fault;
  const wait = retryAfter !== undefined && { "retry-after": String(retryAfter) };
  return createJsonAnswer(status, bodyOf(fault), { ...wait, ...headers });
}

/** Whether a batch continues after a failed operation. */
function continuesOnError(prefer = ""): boolean {
  return /(?:^|[,;\s])(?:odata\.)?continue-on-error\s*(?:=\s*"?true"?\s*)?(?:$|[,;])/i.test(prefer);
}

type Headers = Record<string, string>;

interface BatchItem {
  id: string;
  method: string;
  url: string;
  /** Headers with lower-case names. */
  headers: Headers;
  body: unknown;
}

const MOST_OPERATIONS = 100;

const METHODS = ["GET", "POST", "PATCH", "DELETE", "PUT"];

/** Reads the body of a batch. An invalid operation is an error of the whole batch. */
function readBatch(body: unknown): BatchItem[] {
  if (!isObject(body) || !Array.isArray(body.requests))
    throw businessErrors.badRequest("A batch must be an object with a list of 'requests'.");
  const count = body.requests.length;
  if (count > MOST_OPERATIONS)
    throw businessErrors.badRequest(
      `The batch has ${count} operations. The maximum number of operations is ${MOST_OPERATIONS}.`,
    );
  const items = body.requests.map(readItem);
  if (new Set(items.map(({ id }) => id)).size < count)
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
  const entries = Object.entries(headers as Headers);
  return {
    ...{ id: String(id), method: known, url: String(url), body },
    headers: Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value])),
  };
}
