import type { LoggedOperation } from "../../../log/requestLog.js";
import { withoutTokens } from "../../../log/tokens.js";
import { errorAnswer, jsonAnswer } from "../answer/answers.js";
import type { Context } from "../context.js";
import { BusinessError, businessErrors } from "../errors.js";
import type { Answer } from "../operation.js";
import { perform } from "../operations/perform.js";
import { type Address, belowRoot, splitAddress } from "../path/address.js";
import type { Version } from "../version.js";
import { faultAnswer } from "./faultAnswer.js";
import type { BatchItem } from "./readBatch.js";

/** The request that brings a batch. */
export interface BatchRequest {
  items: readonly BatchItem[];
  version: Version;
  origin: string;
  /** Whose quota the operations count on. */
  client: string;
  continueOnError: boolean;
  correlationId: string;
  /** Takes down an operation as soon as it is done. */
  log: (operation: LoggedOperation) => void;
}

/** Does the operations of a batch one after the other; each takes effect by itself. */
export function runBatch(context: Context, request: BatchRequest): Answer {
  const most = context.settings.batchTimeoutAfter ?? Number.POSITIVE_INFINITY;
  const responses: unknown[] = [];
  for (const item of request.items) {
    if (responses.length === most) {
      throw businessErrors.gatewayTimeout();
    }
    const address = splitAddress(item.url, request.version);
    const { status, headers, body } = answered(context, request, item, address);
    request.log(logged(item, address, status));
    const response = { id: item.id, status, headers: { ...headers, "odata-version": "4.0" } };
    responses.push(body === undefined ? response : { ...response, body });
    if (status >= 400 && !request.continueOnError) {
      break;
    }
  }
  return jsonAnswer(200, { responses });
}

/** One operation goes the way of a request: through faults, through the quota, to its effect. */
function answered(context: Context, request: BatchRequest, item: BatchItem, address: Address): Answer {
  const { faults, quota } = context;
  const fault = faults.takeInBatch({ method: item.method, path: address.path });
  if (fault !== undefined && "status" in fault) {
    return faultAnswer(fault, request.correlationId);
  }
  try {
    const refusal = quota.countsBatched ? quota.take(request.client) : undefined;
    if (refusal !== undefined) {
      throw refusal;
    }
    requireJson(item);
    return perform(context, {
      ...belowRoot(address.path),
      method: item.method,
      query: address.query,
      headers: item.headers,
      body: item.body,
      origin: request.origin,
      writer: fault !== undefined && "writer" in fault ? fault.writer : undefined,
    });
  } catch (error) {
    if (error instanceof BusinessError) {
      return errorAnswer(error, request.correlationId);
    }
    throw error;
  }
}

/** Bodies in a batch are JSON unless an operation says otherwise. */
function requireJson({ headers }: BatchItem): void {
  if (!/^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "application/json")) {
    throw businessErrors.unsupportedMediaType("The body of an operation must be application/json.");
  }
}

function logged({ method, headers, body }: BatchItem, address: Address, status: number): LoggedOperation {
  const query = Object.fromEntries(address.query);
  return {
    method,
    path: address.path,
    ...(Object.keys(query).length > 0 && { query }),
    ...(Object.keys(headers).length > 0 && { headers: withoutTokens(headers) }),
    ...(body !== undefined && { body }),
    status,
  };
}
