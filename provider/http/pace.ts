/** Share of the budget that is tried in addition. Each success doubles it, up to the whole budget. */
const FIRST_GROWTH = 0.1;
/** Number of windows without a try after a refused one. */
const PAUSE = 16;
/** Maximum number of operations in flight before the first refusal, unless the service has accepted more before. */
const FIRST_OPERATIONS = 200;
/** Age after which no service counts an operation any more, in milliseconds. */
const FORGOTTEN_AFTER_MS = 3_600_000;
const SECOND_MS = 1000;

/** The result of one HTTP request. */
interface Exchange {
  sent: number;
  sentAt: number;
  /** Number of these operations that the service refused because of its rate limit. */
  refused: number;
  /** The longest `Retry-After`, in milliseconds; 0 if there is none. */
  retryAfterMs: number;
}

/** Operations that a service accepts per window. */
interface RateLimit {
  operations: number;
  windowMs: number;
}

/**
 * Learns the rate limit of a service, a number of operations per window, from the operations that it accepted before a refusal
 * and from its `Retry-After`. It tries more from time to time, because the limit may rise. Before the first refusal, it limits
 * only the operations in flight.
 */
export class Pace {
  /** Operations that the service accepts per window; undefined before the first refusal. */
  #budget: number | undefined;
  #windowMs = 0;
  /** Operations per window that are tried beyond the budget at present. */
  #tried = 0;
  #growth = FIRST_GROWTH;
  #triesFrom = 0;
  #quickestMs = Number.POSITIVE_INFINITY;
  /** Accepted operations, with the latest time at which the service has counted them; oldest first. */
  #taken: { at: number; operations: number }[] = [];

  get isKnown(): boolean {
    return this.#budget !== undefined;
  }

  /** Number of operations that can be sent now. @param inFlight operations that have no response yet */
  room(inFlight: number, now: number): number {
    if (this.#budget === undefined) return Math.max(FIRST_OPERATIONS, sum(this.#taken)) - inFlight;
    return this.#budget + this.#tried - inFlight - sum(this.#since(now - this.#windowMs));
  }

  /** When an operation may have room, if no response arrives before; infinity if it has to wait for a response. */
  roomAt(inFlight: number, now: number): number {
    if (this.room(inFlight, now) >= 1) return now;
    const [oldest] = this.#since(now - this.#windowMs);
    return oldest === undefined ? Number.POSITIVE_INFINITY : oldest.at + this.#windowMs;
  }

  /**
   * Learns from the result of an HTTP request.
   *
   * @param isHeld whether an earlier `Retry-After` has not ended: this request was in flight together with the refused one
   */
  learn(exchange: Exchange, isHeld: boolean, now: number): void {
    const { sent, sentAt, refused, retryAfterMs } = exchange;
    // The service counted the operations before it responded, and gets the next ones after they are sent. The response and the
    // next request together take at least as long as the quickest exchange.
    this.#quickestMs = Math.min(this.#quickestMs, now - sentAt);
    const operations = sent - refused;
    if (operations > 0) this.#taken.push({ at: now - this.#quickestMs, operations });
    while ((this.#taken[0]?.at ?? now) < now - FORGOTTEN_AFTER_MS) this.#taken.shift();
    if (isHeld && this.#budget !== undefined)
      this.#budget = Math.max(this.#budget, sum(this.#since(now - this.#windowMs)));
    else if (refused === 0) this.#grow(now);
    else if (retryAfterMs > 0) this.#shrink(exchange, now);
  }

  /** Tries more operations if the service has accepted the whole budget in one window. */
  #grow(now: number): void {
    const taken = sum(this.#since(now - this.#quickestMs - this.#windowMs));
    if (this.#budget === undefined || now < this.#triesFrom || taken < this.#budget + this.#tried) return;
    if (this.#tried > 0) this.#growth = Math.min(1, 2 * this.#growth);
    this.#budget += this.#tried;
    this.#tried = Math.ceil(this.#budget * this.#growth);
  }

  #shrink(exchange: Exchange, now: number): void {
    const isTry = this.#tried > 0;
    const limit = this.#findLimit(exchange, isTry, now);
    if (limit === undefined) return;
    this.#budget = limit.operations;
    this.#windowMs = limit.windowMs;
    this.#tried = 0;
    this.#growth = FIRST_GROWTH;
    this.#triesFrom = now + exchange.retryAfterMs + (isTry ? PAUSE * this.#windowMs : 0);
  }

  /** The rate limit after a refusal; undefined if the refusal does not show any. */
  #findLimit({ sentAt, retryAfterMs }: Exchange, isTry: boolean, now: number): RateLimit | undefined {
    const known = this.#budget && { operations: this.#budget, windowMs: this.#windowMs };
    // No operation of this process is in the window, so another client uses the budget.
    if (known && this.#since(sentAt - known.windowMs).length === 0)
      return { ...known, operations: Math.max(1, Math.floor(known.operations / 2)) };
    const found = this.#findWindow(retryAfterMs, now);
    // The budget before a refused try is proven, unless the window is shorter.
    return found && known && isTry && found.windowMs >= known.windowMs ? known : found;
  }

  /**
   * Finds a window that explains a refusal: at the end of `Retry-After`, the oldest counted operation leaves it, and all earlier
   * ones have left it before. Prefers the known window, and then the shortest.
   */
  #findWindow(retryAfterMs: number, now: number): RateLimit | undefined {
    const refusedAt = now - this.#quickestMs;
    const windows = this.#taken.flatMap(({ at }, index) => {
      const windowMs = wholeSeconds(refusedAt + retryAfterMs - at);
      const isOldest = (this.#taken[index - 1]?.at ?? Number.NEGATIVE_INFINITY) <= refusedAt - windowMs;
      return isOldest ? [{ windowMs, operations: sum(this.#taken.slice(index)) }] : [];
    });
    return windows.find(({ windowMs }) => windowMs === this.#windowMs) ?? windows.at(-1);
  }

  #since(time: number): { at: number; operations: number }[] {
    return this.#taken.slice(this.#taken.findLastIndex(({ at }) => at <= time) + 1);
  }
}

function sum(taken: readonly { operations: number }[]): number {
  return taken.reduce((total, { operations }) => total + operations, 0);
}

/** Services have windows of whole seconds and round `Retry-After` up, so the estimate is up to a second too long. */
function wholeSeconds(ms: number): number {
  return ms < SECOND_MS ? ms : Math.floor(ms / SECOND_MS) * SECOND_MS;
}
