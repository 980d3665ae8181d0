/** The part of the budget that is tried in addition, where a request that was refused in part has shown the budget. */
const CAREFUL_GROWTH = 0.1;
/** The same where a whole request was refused: the reason may be another one. */
const BOLD_GROWTH = 1;
/** Windows between two tries, at most. */
const MOST_PATIENCE = 16;
/** Operations in flight, at most, before the service has taken as many. */
const FIRST_OPERATIONS = 200;
/** No service counts operations that are older, in milliseconds. */
const FORGOTTEN_AFTER_MS = 3_600_000;

/** How the operations of one request ended. */
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
 * `Retry-After`. A larger budget is tried from time to time: a refused try costs little, and the service may have more room later.
 * Unlimited until operations of a batch are refused: where each request is one operation, few are in flight.
 */
export class Pace {
  #budget = Number.POSITIVE_INFINITY;
  #windowMs = 0;
  /** Operations beyond the budget that are tried at present. */
  #tried = 0;
  #growth = CAREFUL_GROWTH;
  #patience = 1;
  #triesFrom = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #underWay = 0;
  #takenInAll = 0;
  #quickestMs = Number.POSITIVE_INFINITY;
  /** Operations that the service took, and when it counted them at the latest; oldest first. */
  #taken: { at: number; operations: number }[] = [];

  /** Whether the budget is known. */
  get isKnown(): boolean {
    return this.#budget < Number.POSITIVE_INFINITY;
  }

  /** When at least one more operation can be sent; at once for `now` and earlier. */
  freeAt(now: number): number {
    let free = this.#free(now);
    if (free >= 1) return now;
    for (const { at, operations } of this.#since(now - this.#windowMs)) {
      free += operations;
      if (free >= 1) return at + this.#windowMs;
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Takes up to `wanted` operations out of the budget. */
  claim(wanted: number, now: number): number {
    const granted = Math.max(0, Math.min(wanted, this.#free(now)));
    this.#underWay += granted;
    return granted;
  }

  /** Gives back what was not sent. */
  release(operations: number): void {
    this.#underWay -= operations;
  }

  /** Learns from the end of operations that were claimed. */
  learn({ sent, sentAt, refused, retryAfterMs }: Exchange, now: number): void {
    this.#underWay -= sent;
    // The service counted the operations before it responded, and receives the next ones after they are sent: together these two
    // ways take at least as long as the quickest exchange.
    this.#quickestMs = Math.min(this.#quickestMs, now - sentAt);
    const operations = sent - refused;
    if (operations > 0) this.#taken.push({ at: now - this.#quickestMs, operations });
    this.#takenInAll += operations;
    while ((this.#taken[0]?.at ?? now) < now - FORGOTTEN_AFTER_MS) this.#taken.shift();
    if (refused === 0) this.#grow(now);
    else if (retryAfterMs > 0 && (sent > 1 || this.isKnown)) this.#shrink(operations > 0, retryAfterMs, now);
  }

  #grow(now: number): void {
    const isUsedUp = this.#free(now) < 1;
    const isTaken = this.#underWay === 0 || now >= this.#triedAt + this.#windowMs;
    if (!isUsedUp || !isTaken || now < this.#triesFrom) return;
    this.#triedAt = now;
    if (this.#tried > 0) {
      this.#budget += this.#tried;
      this.#growth = Math.min(BOLD_GROWTH, 2 * this.#growth);
      this.#patience = 1;
    }
    this.#tried = Math.ceil(this.#budget * this.#growth);
  }

  #shrink(isPartOfRequest: boolean, retryAfterMs: number, now: number): void {
    const recent = this.#since(now - Math.max(retryAfterMs, this.#windowMs));
    const taken = sum(recent);
    // A request that was in flight beside the one that was refused first.
    if (now < this.#heldUntil) {
      this.#budget = Math.max(taken, this.#budget);
      return;
    }
    const wasTry = this.#tried > 0;
    this.#tried = 0;
    const [first] = recent;
    if (first === undefined) {
      // Another client uses the budget, or the service has another reason: without a budget this teaches nothing.
      if (!this.isKnown) return;
      this.#budget = Math.max(1, Math.floor(this.#budget / 2));
    } else {
      const windowMs = wholeSeconds(now + retryAfterMs - first.at);
      // What was taken before the try is proven, unless the window is a shorter one.
      const isProven = wasTry && windowMs >= this.#windowMs;
      this.#budget = isProven ? Math.max(taken, this.#budget) : taken;
      if (!isProven) this.#windowMs = windowMs;
    }
    this.#patience = wasTry ? Math.min(MOST_PATIENCE, 4 * this.#patience) : 1;
    this.#growth = wasTry || isPartOfRequest ? CAREFUL_GROWTH : BOLD_GROWTH;
    this.#heldUntil = now + retryAfterMs;
    this.#triedAt = this.#heldUntil;
    this.#triesFrom = this.#heldUntil + (this.#patience - 1) * this.#windowMs;
  }

  #free(now: number): number {
    if (!this.isKnown) return Math.max(FIRST_OPERATIONS, this.#takenInAll) - this.#underWay;
    return this.#budget + this.#tried - this.#underWay - sum(this.#since(now - this.#windowMs));
  }

  #since(time: number): { at: number; operations: number }[] {
    const index = this.#taken.findLastIndex(({ at }) => at <= time);
    return this.#taken.slice(index + 1);
  }
}

function sum(taken: readonly { operations: number }[]): number {
  return taken.reduce((total, { operations }) => total + operations, 0);
}

/** Services count in whole seconds, and round up what is left of the time: it was between this and a second less. */
function wholeSeconds(ms: number): number {
  return ms < 1000 ? ms : Math.floor(ms / 1000) * 1000;
}
