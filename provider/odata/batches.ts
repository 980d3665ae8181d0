import { randomUUID } from "node:crypto";
import type { Runtime } from "../contract/runtime.js";
import { type Caller, type Connection, connect } from "../http/connection.js";
import { findResponseProblem } from "../http/expectation.js";
import type { Batching, Sendable, SendEnd } from "../http/limiter.js";
import {
  CLIENT_REQUEST_ID,
  getHeader,
  getRequestId,
  type HttpRequest,
  type HttpResponse,
  isIdempotent,
  toLowerCaseNames,
} from "../http/message.js";
import { type AttemptResult, attemptOnce } from "../http/retry.js";
import { readRetryAfter } from "../http/retryAfter.js";
import { TransportError } from "../http/transportError.js";
import { isObject } from "../schema/json.js";

/** The last part of the address of every batch endpoint. */
const ENDPOINT = "$batch";

/** Said once, of the batch. */
const USER_AGENT = "user-agent";

/** Whether a batch endpoint serves an address: it does for everything below the address in front of `$batch`. */
export function isBelow(endpoint: string, url: string): boolean {
  return endpoint.endsWith(`/${ENDPOINT}`) && url.startsWith(rootOf(endpoint));
}

/** The one request that carries `requests`, in the JSON format of OData; the id of each is its place, from 1. */
export function writeBatch(endpoint: string, requests: readonly HttpRequest[]): HttpRequest {
  const [userAgent] = requests.flatMap((request) => getHeader(request, USER_AGENT) ?? []);
  return {
    method: "POST",
    url: endpoint,
    headers: {
      // Without it the service stops at the first request that fails, and says nothing of the rest.
      prefer: "odata.continue-on-error",
      [CLIENT_REQUEST_ID]: randomUUID(),
      ...(userAgent === undefined ? {} : { [USER_AGENT]: userAgent }),
    },
    body: { requests: requests.map((request, index) => writeItem(endpoint, request, index)) },
    idempotent: requests.every(isIdempotent),
    // An answer that comes too late for one of them is still the answer for the others.
    deadline: Math.max(...requests.map(({ deadline = Number.POSITIVE_INFINITY }) => deadline)),
  };
}

/** Tells how each request ended, by its place in a batch that ended with `outcome`. */
export function readBatch({
  response,
  error,
}: AttemptResult): (request: HttpRequest, index: number) => AttemptResult {
  if (error) {
    const { kind, reason, outcome, code } = error;
    return (request) => ({ error: TransportError.of(request, { kind, reason, outcome, code }) });
  }
  if (response.status >= 400) {
    return ({ url, method }) => ({ response: { ...response, url, method } });
  }
  const answers = response.status === 200 ? answersById(response.body) : new Map<string, Answer>();
  return (request, index) => readItem(request, answers.get(idOf(index)), response);
}

/** Whether an item of a batch response has a status that no response has: then nothing in it can be relied on. */
export function hasInvalidStatus({ response }: AttemptResult): boolean {
  const body = response?.status === 200 ? response.body : undefined;
  const items: unknown[] = isObject(body) && Array.isArray(body.responses) ? body.responses : [];
  return items.some((item) => isObject(item) && item.status !== undefined && !isFinalStatus(item.status));
}

function rootOf(endpoint: string): string {
  return endpoint.slice(0, -ENDPOINT.length);
}

function idOf(index: number): string {
  return String(index + 1);
}

function writeItem(endpoint: string, { method, url, headers = {}, body }: HttpRequest, index: number) {
  const { [USER_AGENT]: _, ...own } = toLowerCaseNames(headers);
  const hasBody = body !== undefined;
  return {
    id: idOf(index),
    method,
    url: url.slice(rootOf(endpoint).length),
    headers: { ...(hasBody ? { "content-type": "application/json" } : {}), ...own },
    ...(hasBody ? { body } : {}),
  };
}

interface Answer {
  id: string | number;
  status: number;
  headers?: unknown;
  body?: unknown;
}

/** An id that comes twice has no answer: nobody can tell which one is the request's. */
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
    const reason = `${batch.status}, but the batch response does not cover this request`;
    return { error: TransportError.of(request, { kind: "truncated", reason, outcome: "unknown" }) };
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

/** A moment in the answer's `Retry-After` is read by the clock of the service. */
function dateOf({ headers: { date } }: HttpResponse): Record<string, string> {
  return date === undefined ? {} : { date };
}

function readHeaders(headers: unknown): Record<string, string> {
  const entries = Object.entries(isObject(headers) ? headers : {});
  return toLowerCaseNames(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])));
}

/**
 * The batches that may carry a request, shared by all clients of the process: their requests are sent together.
 *
 * @param account tells apart who asks, since a batch is authenticated once
 */
export function findBatches(
  { batch, url }: HttpRequest,
  account: string,
  runtime: Pick<Runtime, "shared">,
): Batches | undefined {
  if (batch === undefined || !isBelow(batch, url)) return undefined;
  return runtime.shared(`batches ${JSON.stringify([batch, account])}`, () => new Batches(batch));
}

/** The batches of one account to one batch endpoint. */
class Batches implements Batching {
  /**
   * The services refuse more. Never grows again in this process: to try costs the ten minutes after which the service
   * gives up.
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
      : isMixedUp(results, requests)
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
function isMixedUp(results: readonly AttemptResult[], requests: readonly HttpRequest[]): boolean {
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

/** A request that only reads is tried again, alone. */
function withoutAnswer(request: HttpRequest, reason: string): AttemptResult {
  return { error: TransportError.of(request, { kind: "truncated", reason, outcome: "unknown" }) };
}

/**
 * Throttled, with the time to wait. A service that counts each request of a batch lets the first ones through and
 * refuses the last ones repeatedly: that must not use up their attempts.
 */
function isPostponed(response: HttpResponse | undefined): boolean {
  return response?.status === 429 && Boolean(readRetryAfter(response, 0));
}

/** There is no batch endpoint, or it takes another format: older services only know multipart bodies. */
const NO_BATCHES = new Set([400, 404, 405, 406, 415, 501]);

/** The time was over: the service's own, or that of a gateway in front of it. */
const OUT_OF_TIME = new Set([408, 504]);

/**
 * What the result of a batch of `size` requests says about later ones: how many requests they may hold at most, and whether
 * this one was refused as such, so that its requests are still to be answered.
 */
export function readAdjustment(
  { response, error }: AttemptResult,
  size: number,
): { largest: number; isRefused: boolean } {
  const status = response?.status ?? 0;
  const half = Math.floor(size / 2);
  if (status === 413 || error?.kind === "tooLarge") return { largest: half, isRefused: true };
  // A GET alone follows a redirect, where a batch must not.
  if (NO_BATCHES.has(status) || error?.kind === "redirect") return { largest: 1, isRefused: true };
  const isSlow = OUT_OF_TIME.has(status) || error?.kind === "timeout";
  return { largest: isSlow ? half : Number.POSITIVE_INFINITY, isRefused: false };
}

/** The way to the service of business records, where requests that wait for a slot are sent together. */
export function connectBusiness(caller: Caller): Connection {
  return connect("business", caller, (request, account) => findBatches(request, account, caller.runtime));
}
