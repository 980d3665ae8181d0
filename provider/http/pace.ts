/** The part of the budget that is tried in addition; doubled after each try that succeeds, up to the whole budget. */
const FIRST_GROWTH = 0.1;
/** Windows without a try after one that the service refused. */
const PAUSE = 16;
/** Operations in flight, at most, before the service has taken as many. */
const FIRST_OPERATIONS = 200;
/** No service counts operations that are older, in milliseconds. */
const FORGOTTEN_AFTER_MS = 3_600_000;
const SECOND_MS = 1000;

/** How the operations of one HTTP request ended. */
export interface Exchange {
  /** Operations that were sent. */
  sent: number;
  sentAt: number;
  /** Operations of these that the service refused because there were too many. */
  refused: number;
  /** The service's `Retry-After` for these, in milliseconds; 0 for none. */
  retryAfterMs: number;
}

/**
 * Learns how many operations a service takes in which time, from what it took before it refused some, and from its
 * `Retry-After`. More is tried from time to time: the service may have more room later. Before the first refusal, only the
 * operations in flight are limited.
 */
export class Pace {
  /** Operations that the service takes in a window; undefined before it has refused any. */
  #budget: number | undefined;
  #windowMs = 0;
  /** Operations beyond the budget that are tried at present. */
  #tried = 0;
  #growth = FIRST_GROWTH;
  #triesFrom = 0;
  #quickestMs = Number.POSITIVE_INFINITY;
  /** Operations that the service took, and when it counted them at the latest; oldest first. */
  #taken: { at: number; operations: number }[] = [];

  /** Whether the budget is known. */
  get isKnown(): boolean {
    return this.#budget !== undefined;
  }

  /** Operations that can be sent now, where `inFlight` have no answer yet. */
  room(inFlight: number, now: number): number {
    if (this.#budget === undefined) return Math.max(FIRST_OPERATIONS, sum(this.#taken)) - inFlight;
    return this.#budget + this.#tried - inFlight - sum(this.#since(now - this.#windowMs));
  }

  /** When there is room for at least one operation, if no answer comes before; `now` for at once. */
  roomAt(inFlight: number, now: number): number {
    let room = this.room(inFlight, now);
    if (room >= 1) return now;
    for (const { at, operations } of this.#since(now - this.#windowMs)) {
      room += operations;
      if (room >= 1) return at + this.#windowMs;
    }
    return Number.POSITIVE_INFINITY;
  }

  /**
   * Learns from the end of an HTTP request.
   *
   * @param isHeld whether an earlier `Retry-After` still holds: this request was in flight beside the one that got it
   */
  learn(exchange: Exchange, isHeld: boolean, now: number): void {
    const { sent, sentAt, refused, retryAfterMs } = exchange;
    // The service counted the operations before it responded, and receives the next ones after they are sent: together these two
    // ways take at least as long as the quickest exchange.
    this.#quickestMs = Math.min(this.#quickestMs, now - sentAt);
    const operations = sent - refused;
    if (operations > 0) this.#taken.push({ at: now - this.#quickestMs, operations });
    while ((this.#taken[0]?.at ?? now) < now - FORGOTTEN_AFTER_MS) this.#taken.shift();
    if (isHeld && this.#budget !== undefined)
      this.#budget = Math.max(this.#budget, sum(this.#since(now - this.#windowMs)));
    else if (refused === 0) this.#grow(now);
    else if (retryAfterMs > 0) this.#shrink(exchange, now);
  }

  /** Tries more where the service took all of the budget in one window. */
  #grow(now: number): void {
    const taken = sum(this.#since(now - this.#quickestMs - this.#windowMs));
    if (this.#budget === undefined || now < this.#triesFrom || taken < this.#budget + this.#tried) return;
    if (this.#tried > 0) this.#growth = Math.min(1, 2 * this.#growth);
    this.#budget += this.#tried;
    this.#tried = Math.ceil(this.#budget * this.#growth);
  }

  #shrink({ sentAt, retryAfterMs }: Exchange, now: number): void {
    const isTry = this.#tried > 0;
    const isKnown = this.#budget !== undefined;
    const found = this.#findWindow(retryAfterMs, now);
    if (!isTry && this.#isTooEarly(sentAt, retryAfterMs, now)) this.#quickestMs = 0;
    else if (isKnown && this.#since(sentAt - this.#windowMs).length === 0) {
      // Another client uses the budget.
      this.#budget = Math.max(1, Math.floor((this.#budget ?? 0) / 2));
    } else if (found === undefined) return;
    // What was taken before the try is proven, unless the window is a shorter one.
    else if (!isTry || found.windowMs < this.#windowMs) {
      this.#budget = found.operations;
      this.#windowMs = found.windowMs;
    }
    this.#tried = 0;
    this.#growth = FIRST_GROWTH;
    this.#triesFrom = now + retryAfterMs + (isTry ? PAUSE * this.#windowMs : 0);
  }

  /**
   * The window that explains a refusal: at the end of `Retry-After`, the oldest operation that the service still counts leaves it,
   * and all before have left it already. The known one if it does, else the shortest.
   */
  #findWindow(retryAfterMs: number, now: number): { windowMs: number; operations: number } | undefined {
    const refusedAt = now - this.#quickestMs;
    const windows = this.#taken.flatMap(({ at }, index) => {
      const windowMs = wholeSeconds(refusedAt + retryAfterMs - at);
      const isOldest = (this.#taken[index - 1]?.at ?? Number.NEGATIVE_INFINITY) <= refusedAt - windowMs;
      return isOldest ? [{ windowMs, operations: sum(this.#taken.slice(index)) }] : [];
    });
    return windows.find(({ windowMs }) => windowMs === this.#windowMs) ?? windows.at(-1);
  }

  /**
   * Whether the operations of the window before were still counted: their responses took longer than the quickest one, on
   * which the estimate of that moment depends. Without the estimate, this is not the reason again.
   */
  #isTooEarly(sentAt: number, retryAfterMs: number, now: number): boolean {
    if (this.#budget === undefined || this.#quickestMs === 0 || retryAfterMs > SECOND_MS) return false;
    return sum(this.#since(sentAt - (now - sentAt) - this.#windowMs)) >= this.#budget;
  }

  #since(time: number): { at: number; operations: number }[] {
    return this.#taken.slice(this.#taken.findLastIndex(({ at }) => at <= time) + 1);
  }
}

function sum(taken: readonly { operations: number }[]): number {
  return taken.reduce((total, { operations }) => total + operations, 0);
}

/** Services count in whole seconds, and round up what is left of the time: it was between this and a second less. */
function wholeSeconds(ms: number): number {
  return ms < SECOND_MS ? ms : Math.floor(ms / SECOND_MS) * SECOND_MS;
}
