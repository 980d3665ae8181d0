import { randomUUID } from "node:crypto";
import type { Runtime } from "../contract/runtime.js";
import { type Caller, type Connection, connect } from "../http/connection.js";
import { findResponseProblem } from "../http/expectation.js";
import type { Batching, Sendable, SendEnd } from "../http/limiter.js";
import {
  CLIENT_REQUEST_ID,
  deadlineOf,
  getRequestId,
  type HttpRequest,
  type HttpResponse,
  isIdempotent,
} from "../http/pipeline.js";
import { type AttemptResult, attemptOnce } from "../http/retry.js";
import { readRetryAfter } from "../http/retryAfter.js";
import { TransportError } from "../http/transportError.js";
import { isObject } from "../schema/json.js";

/** Creates a batch request in the JSON format of OData. The id of each request is its position, from 1. */
export function writeBatch(endpoint: string, requests: readonly HttpRequest[]): HttpRequest {
  return {
    method: "POST",
    url: endpoint,
    headers: {
      // Without it, the service stops at the first request that fails.
      prefer: "odata.continue-on-error",
      [CLIENT_REQUEST_ID]: randomUUID(),
    },
    body: { requests: requests.map((request, index) => writeItem(endpoint, request, index)) },
    idempotent: requests.every(isIdempotent),
    // A response that is too late for one request is still valid for the others.
    deadline: Math.max(...requests.map(deadlineOf)),
  };
}

/** Returns a function that reads the result of a request from the result of its batch. `index` is its position. */
export function readBatch({
  response,
  error,
}: AttemptResult): (request: HttpRequest, index: number) => AttemptResult {
  if (error) {
    // The next attempt is sent alone, which may not be redirected.
    const failure = error.kind === "redirect" ? error.with({ kind: "unexpected" }) : error;
    return (request) => ({ error: TransportError.of(request, failure) });
  }
  if (response.status >= 400) {
    return ({ url, method }) => ({ response: { ...response, url, method } });
  }
  const answers = response.status === 200 ? answersById(response.body) : new Map<string, Answer>();
  return (request, index) => readItem(request, answers.get(idOf(index)), response);
}

/** Whether an item of a batch response has an invalid status. No item of the response can then be trusted. */
function hasInvalidStatus({ response }: AttemptResult): boolean {
  const body = response?.status === 200 ? response.body : undefined;
  const items: unknown[] = isObject(body) && Array.isArray(body.responses) ? body.responses : [];
  return items.some((item) => isObject(item) && item.status !== undefined && !isFinalStatus(item.status));
}

function idOf(index: number): string {
  return String(index + 1);
}

function writeItem(endpoint: string, { method, url, headers = {}, body }: HttpRequest, index: number) {
  const hasBody = body !== undefined;
  return {
    id: idOf(index),
    method,
    url: url.slice(endpoint.length - "$batch".length),
    headers: { ...(hasBody ? { "content-type": "application/json" } : {}), ...headers },
    ...(hasBody ? { body } : {}),
  };
}

interface Answer {
  id: string | number;
  status: number;
  headers?: unknown;
  body?: unknown;
}

/** Omits duplicate ids, because it is unknown which response belongs to the request. */
function answersById(body: unknown): Map<string, Answer> {
  const parts = isObject(body) && Array.isArray(body.responses) ? body.responses.filter(hasId) : [];
  const counts = new Map<string, number>();
  for (const { id } of parts) counts.set(String(id), (counts.get(String(id)) ?? 0) + 1);
  const answers = parts.filter(hasFinalStatus).filter(({ id }) => counts.get(String(id)) === 1);
  return new Map(answers.map((answer) => [String(answer.id), answer]));
}

function hasId(value: unknown): value is Pick<Answer, "id"> {
  return isObject(value) && (typeof value.id === "string" || typeof value.id === "number");
}

function hasFinalStatus(value: Partial<Answer>): value is Answer {
  return isFinalStatus(value.status);
}

function isFinalStatus(status: unknown): boolean {
  return Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599;
}

function readItem(request: HttpRequest, answer: Answer | undefined, batch: HttpResponse): AttemptResult {
  if (answer === undefined) {
    return withoutAnswer(request, `${batch.status}, but the batch response does not cover this request`);
  }
  const headers = { ...dateOf(batch), ...readHeaders(answer.headers) };
  const requestId = getRequestId(headers) ?? batch.requestId;
  return {
    response: {
      status: answer.status,
      headers,
      body: answer.body ?? undefined,
      url: request.url,
      method: request.method,
      ...(requestId === undefined ? {} : { requestId }),
    },
  };
}

/** A date in the `Retry-After` of an item is relative to the service's clock. */
function dateOf({ headers: { date } }: HttpResponse): Record<string, string> {
  return date === undefined ? {} : { date };
}

function readHeaders(headers: unknown): Record<string, string> {
  const entries = Object.entries(isObject(headers) ? headers : {});
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

/**
 * The batches for a request, which all clients of the process share; undefined if it has to be sent alone.
 *
 * @param account identifies the credentials, because a batch is authenticated once
 */
export function findBatches(
  { batch }: HttpRequest,
  account: string,
  runtime: Pick<Runtime, "shared">,
): Batches | undefined {
  if (batch === undefined) return undefined;
  return runtime.shared(`batches ${JSON.stringify([batch, account])}`, () => new Batches(batch));
}

class Batches implements Batching {
  /**
   * The services refuse more than 100. The size never grows again in this process, because a batch that is too large may take
   * ten minutes to fail.
   */
  largest = 100;
  isBusy = false;

  constructor(private readonly endpoint: string) {}

  async send(items: readonly Sendable[]): Promise<SendEnd[]> {
    this.isBusy = items.length > 1;
    const [first, ...others] = items;
    if (!first) return [];
    if (others.length === 0) return [{ result: await attemptOnce(first.request, first.next), again: false }];
    const requests = items.map(({ request }) => request);
    const batch = await attemptOnce(writeBatch(this.endpoint, requests), first.next);
    const results = requests.map(readBatch(batch));
    const problem = hasInvalidStatus(batch)
      ? INVALID_STATUS
      : hasSwappedResponse(results, requests)
        ? MIXED_UP
        : undefined;
    if (problem !== undefined) {
      this.largest = 1;
      return requests.map((request) => ({ result: withoutAnswer(request, problem), again: false }));
    }
    const { largest, isRefused } = readAdjustment(batch, items.length);
    this.largest = Math.min(this.largest, largest);
    const hasProgress = results.some(({ response }) => response && response.status !== 429);
    return results.map((result) => ({
      result,
      again:
        (isRefused && result.error?.outcome !== "unknown") || (hasProgress && isPostponed(result.response)),
    }));
  }
}

/** Whether a request has the response of another one. No response of the batch can then be trusted. */
function hasSwappedResponse(results: readonly AttemptResult[], requests: readonly HttpRequest[]): boolean {
  return requests.some((request, index) => {
    const response = results[index]?.response;
    if (response === undefined || findResponseProblem(request, response) === undefined) return false;
    return requests.some(
      (other) => other.expects !== undefined && findResponseProblem(other, response) === undefined,
    );
  });
}

const MIXED_UP = "200, but the batch response assigns responses to the wrong requests";
const INVALID_STATUS = "200, but the batch response has an item with an invalid status";

/** If the request only reads, the retry policy then sends it again, alone. */
function withoutAnswer(request: HttpRequest, reason: string): AttemptResult {
  return { error: TransportError.of(request, { kind: "truncated", reason, outcome: "unknown" }) };
}

/**
 * Whether a request was throttled with a time to wait. A service that counts each request of a batch may refuse the last ones
 * repeatedly, which must not use up their attempts.
 */
function isPostponed(response: HttpResponse | undefined): boolean {
  return response?.status === 429 && Boolean(readRetryAfter(response, 0));
}

/** Status codes of a service without a batch endpoint, or of an older one that accepts only multipart bodies. */
const NO_BATCHES = new Set([400, 404, 405, 406, 415, 501]);

/** Status codes of a time-out of the service or of a gateway. */
const OUT_OF_TIME = new Set([408, 504]);

/**
 * Reads the result of a batch of `size` requests.
 *
 * @returns the maximum size of later batches, and whether the batch itself was refused, so that its requests are sent again
 */
export function readAdjustment(
  { response, error }: AttemptResult,
  size: number,
): { largest: number; isRefused: boolean } {
  const status = response?.status ?? 0;
  const half = Math.floor(size / 2);
  if (status === 413 || error?.kind === "tooLarge") return { largest: half, isRefused: true };
  // A batch must not follow a redirect, but a single GET can.
  if (NO_BATCHES.has(status) || error?.kind === "redirect") return { largest: 1, isRefused: true };
  const isSlow = OUT_OF_TIME.has(status) || error?.kind === "timeout";
  return { largest: isSlow ? half : Number.POSITIVE_INFINITY, isRefused: false };
}

/** Connects to the business service. Requests that wait for a slot are sent in batches. */
export function connectBusiness(caller: Caller): Connection {
  return connect("business", caller, (request, account) => findBatches(request, account, caller.runtime));
}
