import { randomUUID } from "node:crypto";
import {
  CLIENT_REQUEST_ID,
  getHeader,
  getRequestId,
  type HttpRequest,
  type HttpResponse,
  isIdempotent,
  toLowerCaseNames,
} from "../http/message.js";
import type { AttemptResult } from "../http/retry.js";
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
