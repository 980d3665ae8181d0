import type { Runtime } from "../contract/runtime.js";
import { findResponseProblem } from "../http/expectation.js";
import type { Batching, Sendable, SendEnd } from "../http/limiter.js";
import type { HttpRequest, HttpResponse } from "../http/message.js";
import { type AttemptResult, attemptOnce } from "../http/retry.js";
import { readRetryAfter } from "../http/retryAfter.js";
import { TransportError } from "../http/transportError.js";
import { hasInvalidStatus, isBelow, readBatch, writeBatch } from "./batchFormat.js";

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
