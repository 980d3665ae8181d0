import { setImmediate as nextTurn } from "node:timers/promises";
import { type Clock, NEEDLESS } from "../contract/clock.js";
import type { Limiter, Slot } from "../http/limiter.js";
import { createNotSentError, readReport } from "../http/limitPolicy.js";
import type { HttpRequest, HttpResponse } from "../http/message.js";
import { NoSlotError } from "../http/noSlotError.js";
import type { SendRequest } from "../http/pipeline.js";
import type { AttemptResult } from "../http/retryDecision.js";
import { noticeHold } from "../http/waitNotice.js";
import { sendTogether } from "./batchTransfer.js";

/** Requests in one batch; the services refuse more. */
const MOST_REQUESTS = 100;

/** Milliseconds for which a batch collects requests, at most: a turn of the event loop can take long. */
const MOST_COLLECTING_MS = 50;

/** The surroundings of a queue. */
export interface BatchQueueOptions {
  limiter: Limiter;
  clock: Clock;
  /**
   * Turns of the event loop without a new request after which a batch is sent, where several requests came together:
   * callers that have just got their answers send the next requests over a socket, in different turns.
   * @default 500, a few milliseconds when there is nothing else to do
   */
  quietTurns?: number | undefined;
}

/** A request that waits to be sent. */
interface Item {
  request: HttpRequest;
  /** Only requests of the same account travel together, since a batch is authenticated once. */
  account: string;
  next: SendRequest;
  resolve(response: HttpResponse): void;
  reject(error: unknown): void;
  /** Takes the item out of the limiter's queue. */
  place?: AbortController;
}

/** Requests that share a slot. */
interface PendingBatch {
  items: Item[];
  slot: Slot;
  /** True while requests can still be added. */
  isOpen: boolean;
}

/**
 * The requests to one batch endpoint. Each waiting request is in the limiter's queue; the first one that gets a slot is sent
 * together with all others. The fewer slots are free, the larger the batches.
 */
export class BatchQueue {
  readonly #endpoint: string;
  readonly #limiter: Limiter;
  readonly #clock: Clock;
  readonly #quietTurns: number;
  /** Never grows again in this process: to try costs the ten minutes after which the service gives up. */
  #largest = MOST_REQUESTS;
  /** First come, first served. */
  #waiting: Item[] = [];
  /** All that have a slot. */
  readonly #pending = new Set<PendingBatch>();
  /** Requests in the batch that was sent last. */
  #lastSize = 0;

  constructor(endpoint: string, options: BatchQueueOptions) {
    this.#endpoint = endpoint;
    this.#limiter = options.limiter;
    this.#clock = options.clock;
    this.#quietTurns = options.quietTurns ?? 500;
  }

  /** Sends `request`, alone or with others of the same `account`; `next` is the way to the service. */
  send(request: HttpRequest, account: string, next: SendRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      const item: Item = { request, account, next, resolve, reject };
      const batch = [...this.#pending].find((other) => this.#hasRoom(other, account));
      if (batch) batch.items.push(item);
      else this.#enqueue([item], "back");
    });
  }

  #hasRoom({ items, slot, isOpen }: PendingBatch, account: string): boolean {
    const isOpenToIt = isOpen && items.length < this.#largest && items[0]?.account === account;
    return isOpenToIt && slot.grant(items.length + 1) > items.length;
  }

  /** Requests that had a slot before are queued at the front. */
  #enqueue(items: Item[], where: "front" | "back"): void {
    this.#waiting = where === "front" ? [...items, ...this.#waiting] : [...this.#waiting, ...items];
    for (const item of items) {
      // It may have been sent with the slot of another one.
      if (this.#waiting.includes(item)) this.#askForSlot(item);
    }
  }

  #askForSlot(item: Item): void {
    item.place = new AbortController();
    const { deadline } = item.request;
    const { signal: withdrawal } = item.place;
    const isReady = (): boolean => this.#isWorthASlot();
    const onHold = (holdMs: number): void => noticeHold(item.request, holdMs);
    this.#limiter
      .run((slot) => this.#use(slot, item), { deadline, withdrawal, isReady, onHold })
      .catch((error: unknown) => {
        // Otherwise it was sent with the slot of another request, perhaps after the limiter had refused it one.
        if (error instanceof NoSlotError && this.#waiting.includes(item)) this.#giveUp(item, error);
      });
  }

  /**
   * True when there are slots for all, one each; otherwise when at least as many wait as are in flight in batches that
   * have room, or as fit into one. Without this rule small batches would use up the slots and stay small: the requests
   * that follow a small batch would make up the next one.
   */
  #isWorthASlot(): boolean {
    const sizes = [...this.#pending].map(({ items }) => items.length);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    const withRoom = sizes.reduce((sum, size) => sum + (size < this.#largest ? size : 0), 0);
    const waiting = this.#waiting.length;
    return waiting + all <= this.#limiter.limit || waiting >= Math.min(withRoom, this.#largest);
  }

  #giveUp(item: Item, error: NoSlotError): void {
    this.#waiting = this.#waiting.filter((other) => other !== item);
    item.reject(createNotSentError(item.request, error));
  }

  async #use(slot: Slot, asker: Item): Promise<void> {
    const batch: PendingBatch = { items: this.#takeFirst(slot), slot, isOpen: true };
    this.#pending.add(batch);
    if (!batch.items.includes(asker)) this.#askForSlot(asker);
    await this.#collect(batch);
    this.#close(batch);
    await this.#send(batch);
    this.#pending.delete(batch);
  }

  #takeFirst(slot: Slot): Item[] {
    const account = this.#waiting[0]?.account;
    const most = this.#waiting.filter((item) => item.account === account).slice(0, this.#largest);
    const items = most.slice(0, slot.grant(most.length));
    const taken = new Set(items);
    this.#waiting = this.#waiting.filter((item) => !taken.has(item));
    for (const item of items) item.place?.abort(NEEDLESS);
    return items;
  }

  /**
   * Waits for more requests, until the batch is full or none has come for some turns of the event loop: for one turn where
   * requests come one by one, for {@link BatchQueueOptions.quietTurns} where they come in numbers.
   */
  async #collect({ items }: PendingBatch): Promise<void> {
    const timer = new AbortController();
    let isOver = false;
    const end = (): void => {
      isOver = true;
    };
    this.#clock.sleep(MOST_COLLECTING_MS, timer.signal).then(end, end);
    await nextTurn(); // the rest of the present turn
    for (let quiet = 0; !isOver && items.length < this.#largest && quiet < this.#turnsToWait(items); ) {
      const before = items.length;
      await nextTurn();
      quiet = items.length === before ? quiet + 1 : 0;
    }
    timer.abort(NEEDLESS);
  }

  #turnsToWait(items: Item[]): number {
    return items.length > 1 || this.#lastSize > 1 ? this.#quietTurns : 1;
  }

  /** Closes the batch: queues what the slot does not allow any more again, and rejects requests that are too late. */
  #close(batch: PendingBatch): void {
    batch.isOpen = false;
    // Meanwhile the service may have asked to wait, or for smaller batches.
    const now = this.#clock.now();
    const isLate = ({ request }: Item): boolean => (request.deadline ?? Number.POSITIVE_INFINITY) <= now;
    for (const item of batch.items.filter(isLate)) this.#giveUp(item, new NoSlotError("busy"));
    batch.items = batch.items.filter((item) => !isLate(item));
    const granted = batch.slot.grant(Math.min(batch.items.length, this.#largest));
    this.#enqueue(batch.items.splice(granted), "front");
    this.#lastSize = batch.items.length;
  }

  async #send({ items, slot }: PendingBatch): Promise<void> {
    try {
      const { ends, largest = this.#largest } = await sendTogether(this.#endpoint, items, this.#clock);
      this.#largest = Math.min(this.#largest, largest);
      // Before anybody can act on an answer.
      const responses = ends.flatMap(({ result }) => result.response ?? []);
      if (responses.length > 0) slot.report(readReport(responses, this.#clock.now()));
      const again = ends.filter((end) => end.again).map(({ item }) => item);
      this.#enqueue(again, "front");
      for (const { item, result } of ends) if (!again.includes(item)) resolveItem(item, result);
    } catch (error) {
      for (const item of items) item.reject(error);
    }
  }
}

function resolveItem({ resolve, reject }: Item, { response, error }: AttemptResult): void {
  if (response) resolve(response);
  else reject(error);
}
