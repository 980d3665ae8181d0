import { setImmediate as nextTurn } from "node:timers/promises";
import { type Clock, NEEDLESS } from "../contract/runtime.js";
import { Pace } from "./pace.js";
import {
  deadlineOf,
  type HttpRequest,
  type HttpResponse,
  type Policy,
  type SendRequest,
} from "./pipeline.js";
import { type AttemptResult, attemptOnce, noticeHold } from "./retry.js";
import { readRetryAfter } from "./retryAfter.js";
import { TransportError } from "./transportError.js";

/** Consecutive successes after which one more HTTP request may be in flight. */
const SUCCESSES_TO_GROW = 10;

/**
 * Milliseconds without a new request after which a batch is sent. The engine calls hooks one after another, so without a wait there
 * would be several times as many HTTP requests, which a service may limit (docs/measurements.md).
 */
const QUIET_MS = 5;
/** Maximum time for which a batch collects requests, in milliseconds. */
const MOST_COLLECTING_MS = 50;

/** A request, and the rest of the pipeline that sends it. */
export interface Sendable {
  request: HttpRequest;
  next: SendRequest;
}

/** The result of a request that was sent alone or in a batch. */
export interface SendEnd {
  result: AttemptResult;
  /** Whether to send the request again, because its batch was the reason for the failure. */
  again: boolean;
}

/** Sends several requests in one HTTP request. */
export interface Batching {
  /** Maximum number of requests in one HTTP request at present. */
  readonly largest: number;
  /** Whether many requests arrive, so that even a single one waits for others. */
  readonly isBusy: boolean;
  /** Sends one request as it is, and several as a batch. The results are in the order of `items`. */
  send(items: readonly Sendable[]): Promise<SendEnd[]>;
}

const ALONE: Batching = {
  largest: 1,
  isBusy: false,
  send: (items) =>
    Promise.all(
      items.map(async ({ request, next }) => ({ result: await attemptOnce(request, next), again: false })),
    ),
};

interface Item extends Sendable {
  batching: Batching;
  resolve(response: HttpResponse): void;
  reject(error: unknown): void;
  notifiedUntil?: number;
}

/** An HTTP request with a slot. */
interface Flight {
  items: Item[];
  batching: Batching;
  /** Whether requests can still be added. */
  isOpen: boolean;
}

/**
 * Limits the HTTP requests in flight to one service, first come, first served. Waiting requests that can be batched share a
 * slot, so batches grow when few slots are free.
 *
 * When 429 responses have shown the service's rate limit, {@link Pace} applies it. Until then, they halve the number of HTTP
 * requests in flight, once for all that were in flight together. Consecutive successes raise it again, one by one, up to
 * `maxConcurrency`.
 */
export class Limiter {
  readonly #clock: Clock;
  readonly #canceled: AbortSignal | undefined;
  #max: number;
  #limit: number;
  #successes = 0;
  readonly #pace = new Pace();
  #heldUntil = 0;
  #waiting: Item[] = [];
  readonly #flights = new Set<Flight>();
  #timer: { at: number; end: AbortController } | undefined;

  /**
   * @param options.maxConcurrency maximum number of HTTP requests in flight, at least 1
   * @param options.canceled once aborted, requests that cannot start at once are rejected. Default: never
   */
  constructor(options: {
    clock: Clock;
    maxConcurrency: number;
    canceled?: AbortSignal | undefined;
  }) {
    this.#clock = options.clock;
    this.#max = atLeastOne(options.maxConcurrency);
    this.#limit = this.#max;
    this.#canceled = options.canceled;
    this.#canceled?.addEventListener("abort", () => this.#advance());
  }

  /** Lowers the maximum permanently. A value above the maximum has no effect. */
  restrictTo(maxConcurrency: number): void {
    this.#max = Math.min(this.#max, atLeastOne(maxConcurrency));
    this.#limit = Math.min(this.#limit, this.#max);
  }

  get limit(): number {
    return this.#limit;
  }

  /**
   * Sends `request` as soon as a slot is free and the service accepts requests.
   *
   * @param batching the same object for requests that can be sent together; default: the request is sent alone
   * @throws TransportError as soon as it is certain that the request cannot be sent before its deadline or the cancellation
   */
  send(request: HttpRequest, next: SendRequest, batching = ALONE): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const item: Item = { request, next, batching, resolve, reject };
      const open = [...this.#flights].find(
        (flight) => flight.isOpen && flight.batching === batching && flight.items.length < batching.largest,
      );
      if (open && this.#room(this.#clock.now()) >= 1) open.items.push(item);
      else {
        this.#waiting.push(item);
        this.#advance();
      }
    });
  }

  /** Number of operations that can be sent now. */
  #room(now: number): number {
    return this.#heldUntil > now ? 0 : this.#pace.room(this.#operations(), now);
  }

  #operations(): number {
    return total([...this.#flights]);
  }

  /** Starts requests that can start, and rejects requests that cannot start in time. */
  #advance(): void {
    // Read once: if a hold ended between two readings, no request would start and no timer would be set.
    const now = this.#clock.now();
    this.#refuse((item) => deadlineOf(item.request) <= now, "busy");
    this.#start(now);
    if (this.#canceled?.aborted) this.#refuse(() => true, "canceled");
    if (this.#heldUntil > now) {
      this.#refuse((item) => deadlineOf(item.request) <= this.#heldUntil, "held");
      for (const item of this.#waiting) {
        if (item.notifiedUntil !== this.#heldUntil) noticeHold(item.request, this.#heldUntil - now);
        item.notifiedUntil = this.#heldUntil;
      }
    }
    this.#setTimer(now);
  }

  #start(now: number): void {
    while (this.#flights.size < this.#limit && this.#room(now) >= 1) {
      const first = this.#waiting.find((item) => this.#isWorthASlot(item));
      if (first === undefined) return;
      const { batching } = first;
      const items = this.#waiting
        .filter((item) => item.batching === batching)
        .slice(0, Math.min(batching.largest, this.#room(now)));
      this.#waiting = this.#waiting.filter((item) => !items.includes(item));
      const flight: Flight = { items, batching, isOpen: batching.largest > 1 };
      this.#flights.add(flight);
      void this.#run(flight);
    }
  }

  /**
   * Whether each request can have its own slot, or enough requests wait: as many as are in flight in batches that are not full,
   * or as fit into a batch. Otherwise small batches would use all slots and stay small, because the requests that follow a
   * small batch make up the next one.
   */
  #isWorthASlot({ batching }: Item): boolean {
    const waiting = this.#waiting.filter((item) => item.batching === batching).length;
    const flights = [...this.#flights].filter((flight) => flight.batching === batching);
    const withRoom = total(flights.filter(({ items }) => items.length < batching.largest));
    return waiting + total(flights) <= this.#limit || waiting >= Math.min(withRoom, batching.largest);
  }

  async #run(flight: Flight): Promise<void> {
    if (flight.isOpen) {
      await this.#collect(flight);
      this.#close(flight);
    }
    const { items, batching } = flight;
    const [limit, sentAt] = [this.#limit, this.#clock.now()];
    try {
      const ends = await batching.send(items);
      this.#flights.delete(flight);
      // First of all, because callers may send more requests when they get their responses.
      const responses = ends.flatMap(({ result }) => result.response ?? []);
      if (items.length > 0) this.#learn(responses, { sent: items.length, sentAt, limit });
      this.#waiting.unshift(...items.filter((_, index) => ends[index]?.again));
      for (const [index, end] of ends.entries()) settle(items[index], end);
    } catch (error) {
      for (const { reject } of items) reject(error);
    } finally {
      this.#flights.delete(flight);
      this.#advance();
    }
  }

  /** Waits while more requests arrive, up to a full batch. */
  async #collect({ items, batching }: Flight): Promise<void> {
    await nextTurn(); // the rest of the present turn
    await nextTurn();
    const end = this.#clock.now() + MOST_COLLECTING_MS;
    for (let before = 0; items.length > before && this.#clock.now() < end; ) {
      if (items.length >= batching.largest || (items.length === 1 && !batching.isBusy)) break;
      before = items.length;
      await this.#clock.sleep(QUIET_MS);
    }
  }

  /** Closes a batch before it is sent. Requests that cannot be sent now return to the front of the queue. */
  #close(flight: Flight): void {
    const { items, batching } = flight;
    flight.isOpen = false;
    const now = this.#clock.now();
    // Meanwhile the service may have requested a delay or smaller batches.
    const isUsable = this.#flights.size <= this.#limit && this.#heldUntil <= now;
    const inTime = items.filter(({ request }) => deadlineOf(request) > now);
    flight.items = inTime.slice(0, isUsable ? batching.largest : 0);
    this.#waiting.unshift(...items.filter((item) => !flight.items.includes(item)));
    this.#advance();
  }

  #learn(
    responses: HttpResponse[],
    { sent, sentAt, limit }: { sent: number; sentAt: number; limit: number },
  ): void {
    const now = this.#clock.now();
    const isHeld = this.#heldUntil > now;
    const holding = responses.filter(({ status }) => HOLDING.has(status));
    const retryAfterMs = Math.max(0, ...holding.map((response) => readRetryAfter(response, now) ?? 0));
    const refused = responses.filter(({ status }) => status === 429).length;
    this.#heldUntil = Math.max(this.#heldUntil, now + retryAfterMs);
    this.#pace.learn({ sent, sentAt, refused, retryAfterMs }, isHeld, now);
    if (responses.length === 0) return;
    const isGood = responses.every(({ status }) => status < 500 && status !== 429);
    this.#successes = isGood ? this.#successes + 1 : 0;
    if (refused > 0 && !this.#pace.isKnown) {
      // HTTP requests that were in flight together have the same `limit`, so it is halved only once.
      this.#limit = Math.min(this.#limit, Math.max(1, Math.floor(limit / 2)));
    } else if (this.#successes >= SUCCESSES_TO_GROW) {
      this.#limit = Math.min(this.#max, this.#limit + 1);
      this.#successes = 0;
    }
  }

  #refuse(isMeant: (item: Item) => boolean, reason: keyof typeof REFUSALS): void {
    const refused = this.#waiting.filter(isMeant);
    if (refused.length === 0) return;
    this.#waiting = this.#waiting.filter((item) => !refused.includes(item));
    const kind = reason === "canceled" ? "canceled" : "deadline";
    const failure = { kind, reason: `not sent: ${REFUSALS[reason]}`, outcome: "notApplied" } as const;
    for (const { request, reject } of refused) reject(TransportError.of(request, failure));
  }

  /** Sets the timer to the next time at which a request can start or has to be rejected. */
  #setTimer(now: number): void {
    const startsAt = Math.max(this.#heldUntil, this.#pace.roomAt(this.#operations(), now));
    const moments = this.#waiting.map(({ request }) => deadlineOf(request));
    if (moments.length > 0 && startsAt > now) moments.push(startsAt);
    const at = Math.min(...moments);
    if (this.#timer?.at === at) return;
    this.#timer?.end.abort(NEEDLESS);
    this.#timer = undefined;
    if (at === Number.POSITIVE_INFINITY) return;
    const timer = { at, end: new AbortController() };
    this.#timer = timer;
    const wake = (): void => {
      this.#timer = undefined;
      this.#advance();
    };
    this.#clock.sleep(at - now, timer.end.signal).then(wake, () => undefined);
  }
}

/**
 * Makes each attempt wait for a slot of the service. Anonymous requests need none, because they go to other hosts.
 *
 * @param batchingOf returns how to batch a request with others; called for each attempt, and may throw
 */
export function limitPolicy(
  limiter: Limiter,
  batchingOf?: (request: HttpRequest) => Batching | undefined,
): Policy {
  return async (request, next) =>
    request.anonymous ? next(request) : limiter.send(request, next, batchingOf?.(request));
}

const REFUSALS = {
  held: "the service requested a delay beyond the deadline",
  busy: "no request slot became free before the deadline",
  canceled: "the run was canceled",
};

/** Statuses whose `Retry-After` holds all requests. */
const HOLDING = new Set([429, 503]);

/** Ends a request that is not sent again. */
function settle(item: Item | undefined, { again, result: { response, error } }: SendEnd): void {
  if (again) return;
  if (response) item?.resolve(response);
  else item?.reject(error);
}

function total(flights: readonly Flight[]): number {
  return flights.reduce((sum, { items }) => sum + items.length, 0);
}

function atLeastOne(requests: number): number {
  return Math.max(1, Math.floor(requests) || 1);
}
