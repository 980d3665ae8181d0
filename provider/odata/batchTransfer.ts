import type { Clock } from "../contract/clock.js";
import { findResponseProblem } from "../http/expectation.js";
import type { HttpRequest } from "../http/message.js";
import type { SendRequest } from "../http/pipeline.js";
import { readRetryAfter } from "../http/retryAfter.js";
import type { AttemptResult } from "../http/retryDecision.js";
import { attemptOnce } from "../http/retryPolicy.js";
import { TransportError } from "../http/transportError.js";
import { hasInvalidStatus, readBatch, writeBatch } from "./batchFormat.js";

/** A request and its way to the service. */
interface Sendable {
  request: HttpRequest;
  next: SendRequest;
}

/** How one item of a batch ended. */
interface BatchEnd<T> {
  item: T;
  result: AttemptResult;
  /** True when the batch, and not the request itself, is why it was not carried out: it is to be sent again. */
  again: boolean;
}

interface Transfer<T> {
  ends: BatchEnd<T>[];
  /** Requests that a batch may hold from now on, where this one has shown it. */
  largest?: number | undefined;
}

/** Sends one item as it is, several as one batch. */
export async function sendTogether<T extends Sendable>(
  endpoint: string,
  items: readonly T[],
  clock: Clock,
): Promise<Transfer<T>> {
  const [first] = items;
  if (!first) return { ends: [] };
  if (items.length === 1) {
    return { ends: [{ item: first, result: await attemptOnce(first.request, first.next), again: false }] };
  }
  const requests = items.map(({ request }) => request);
  const batch = await attemptOnce(writeBatch(endpoint, requests), first.next);
  const adjustment = readAdjustment(batch, items.length);
  const resultOf = readBatch(batch);
  const own = items.map((item, index) => ({ item, result: resultOf(item.request, index) }));
  const problem = hasInvalidStatus(batch) ? INVALID_STATUS : isMixedUp(own, requests) ? MIXED_UP : undefined;
  if (problem !== undefined) {
    const ends = items.map((item) => ({ item, result: withoutAnswer(item.request, problem), again: false }));
    return { ends, largest: 1 };
  }
  const progress = own.some(({ result: { response } }) => response && response.status !== 429);
  const ends = own.map(({ item, result }) => {
    const again = isRefused(result, adjustment) || (progress && isPostponed(result, clock.now()));
    return { item, result, again };
  });
  return { ends, largest: adjustment?.largest };
}

/** Whether a request has the answer of another one. No answer of the batch can then be trusted. */
function isMixedUp(ends: Omit<BatchEnd<Sendable>, "again">[], requests: readonly HttpRequest[]): boolean {
  return ends.some(({ item: { request }, result: { response } }) => {
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

/** Part of a batch that was refused as such, and certainly not carried out. */
function isRefused({ error }: AttemptResult, adjustment: BatchAdjustment | undefined): boolean {
  return adjustment?.refused === true && error?.outcome !== "unknown";
}

/**
 * Throttled, with the time to wait. A service that counts each request of a batch lets the first ones through and
 * refuses the last ones repeatedly: that must not use up their attempts.
 */
function isPostponed({ response }: AttemptResult, now: number): boolean {
  return response?.status === 429 && Boolean(readRetryAfter(response, now));
}

/** A change that later batches require. */
export interface BatchAdjustment {
  /** Requests that a batch may hold from now on. */
  largest: number;
  /** True when the batch as such was refused: its requests are still to be answered. */
  refused: boolean;
}

/** There is no batch endpoint, or it takes another format: older services only know multipart bodies. */
const NO_BATCHES = new Set([400, 404, 405, 406, 415, 501]);

/** The time was over: the service's own, or that of a gateway in front of it. */
const OUT_OF_TIME = new Set([408, 504]);

/** `undefined` when the result of a batch of `size` requests says nothing about later ones. */
export function readAdjustment(
  { response, error }: AttemptResult,
  size: number,
): BatchAdjustment | undefined {
  const status = response?.status ?? 0;
  const half = Math.floor(size / 2);
  if (status === 413 || error?.kind === "tooLarge") return { largest: half, refused: true };
  // A GET alone follows a redirect, where a batch must not.
  if (NO_BATCHES.has(status) || error?.kind === "redirect") return { largest: 1, refused: true };
  if (OUT_OF_TIME.has(status) || error?.kind === "timeout") return { largest: half, refused: false };
  return undefined;
}
