import { type Clock, NEEDLESS } from "../contract/clock.js";
import { NoSlotError } from "./noSlotError.js";
import { Pace } from "./pace.js";

/** Answers in a row, none of them throttled, after which one more request may be in flight. */
const SUCCESSES_TO_GROW = 10;

/** The service's limits, as an answer reports them. */
export interface LimitReport {
  /** Whether the service took the request, refused it because of too many, or was not able to do either. */
  verdict: "accepted" | "throttled" | "unavailable";
  /** Milliseconds that the service wants to be left alone. */
  holdMs?: number | undefined;
  /** Operations that it refused because of too many; default: as `verdict` says of one. */
  refused?: number | undefined;
}

/** A place among the requests in flight. */
export interface Slot {
  /** Tells the limiter what the service answered; takes effect at once for everyone who waits. */
  report(answer: LimitReport): void;
  /**
   * How many of several operations can be sent at once with this slot. 0 when the service has asked for less since the slot
   * was given: then it is to be given back unused.
   */
  grant(operations: number): number;
}

/** How a task waits for its slot. */
export interface Waiting {
  /**
   * Milliseconds of the clock after which it is too late to start.
   * @default waits for ever
   */
  deadline?: number | undefined;
  /** When aborted, the task leaves the queue; what has started goes on. */
  withdrawal?: AbortSignal | undefined;
  /**
   * Says whether a free slot is of use yet; others go first meanwhile. Asked again whenever a task joins the
   * queue or ends.
   * @default always
   */
  isReady?: (() => boolean) | undefined;
  /** Called once for each pause that the service asks for, with its length in milliseconds. */
  onHold?: ((holdMs: number) => void) | undefined;
}

interface Waiter {
  deadline: number;
  onHold: ((holdMs: number) => void) | undefined;
  /** End of the pause that `onHold` was last called for. */
  reportedUntil?: number;
  isReady(): boolean;
  start(): void;
  refuse(error: unknown): void;
  /** Aborted when the waiter has left the queue; ends the timer of its deadline. */
  left: AbortController;
}

/**
 * The budget of one service: how many requests may be in flight, and from when on. First come, first served.
 * A throttled answer halves the number (once for all requests that were in flight together), a run of good
 * ones lets it grow again, one by one, up to `maxConcurrency`. Where batches have shown how many operations
 * the service takes, {@link Pace} decides instead.
 */
export class Limiter {
  readonly #clock: Clock;
  #max: number;
  #limit: number;
  #inFlight = 0;
  readonly #pace = new Pace();
  #heldUntil = Number.NEGATIVE_INFINITY;
  /** Counts the halvings: what was sent before the last one says nothing about the limit after it. */
  #round = 0;
  #successes = 0;
  #waiting: Waiter[] = [];
  readonly #canceled: AbortSignal | undefined;
  /** Set while a timer waits until the service can be asked again. */
  #wake: AbortController | undefined;
  #wakesAt = 0;

  /**
   * @param options.maxConcurrency requests in flight at most; default 5, never less than 1
   * @param options.canceled once aborted, what cannot start at once is refused; what has started goes on. Default: never
   */
  constructor(options: {
    clock: Clock;
    maxConcurrency?: number | undefined;
    canceled?: AbortSignal | undefined;
  }) {
    this.#clock = options.clock;
    this.#max = atLeastOne(options.maxConcurrency ?? 5);
    this.#limit = this.#max;
    this.#canceled = options.canceled;
    this.#canceled?.addEventListener("abort", () => this.#advance(), { once: true });
  }

  /** Lowers the number of requests in flight for good; a higher one than before changes nothing. */
  restrictTo(maxConcurrency: number): void {
    this.#max = Math.min(this.#max, atLeastOne(maxConcurrency));
    this.#limit = Math.min(this.#limit, this.#max);
  }

  /** Requests that may be in flight at present. */
  get limit(): number {
    return this.#limit;
  }

  /**
   * Runs `task` as soon as a slot is free and the service is not to be left alone; the slot is free again when
   * the task has ended.
   *
   * @throws NoSlotError when it cannot start before the deadline or the cancellation, as soon as that is certain
   */
  run<T>(task: (slot: Slot) => Promise<T>, waiting: Waiting = {}): Promise<T> {
    const { deadline = Number.POSITIVE_INFINITY, withdrawal, isReady = () => true, onHold } = waiting;
    return new Promise<T>((resolve, reject) => {
      const waiter: Waiter = {
        deadline,
        isReady,
        onHold,
        // Started here and not in the waiter's own turn: nothing can be held in between.
        start: () => void this.#start(task).then(resolve, reject),
        refuse: reject,
        left: new AbortController(),
      };
      this.#waiting.push(waiter);
      const withdraw = (): void => this.#dismiss((other) => other === waiter, withdrawal?.reason);
      withdrawal?.addEventListener("abort", withdraw, { signal: waiter.left.signal });
      this.#advance();
      if (Number.isFinite(deadline) && !waiter.left.signal.aborted) this.#watch(waiter);
    });
  }

  async #start<T>(task: (slot: Slot) => Promise<T>): Promise<T> {
    const round = this.#round;
    this.#inFlight++;
    let sentAt = this.#clock.now();
    let claimed = this.#pace.claim(1, sentAt);
    const grant = (operations: number): number => {
      const now = this.#clock.now();
      const isUsable = this.#inFlight <= this.#limit && !this.#isHeld(now);
      const wanted = isUsable ? operations : 0;
      if (wanted < claimed) this.#pace.release(claimed - wanted);
      claimed = Math.min(wanted, claimed + this.#pace.claim(wanted - claimed, now));
      sentAt = now;
      return claimed;
    };
    const end = (answer: LimitReport): void => {
      this.#learn(answer, claimed, sentAt);
      claimed = 0;
    };
    try {
      return await task({
        grant,
        report: (answer) => {
          end(answer);
          if (round === this.#round) this.#adapt(answer.verdict);
          this.#advance();
        },
      });
    } finally {
      this.#inFlight--;
      if (claimed > 0) end({ verdict: "unavailable" });
      this.#advance();
    }
  }

  #learn(
    { verdict, holdMs = 0, refused = verdict === "throttled" ? 1 : 0 }: LimitReport,
    sent: number,
    sentAt: number,
  ): void {
    const now = this.#clock.now();
    if (holdMs > 0) this.#heldUntil = Math.max(this.#heldUntil, now + holdMs);
    this.#pace.learn({ sent, sentAt, refused, retryAfterMs: holdMs }, now);
  }

  #adapt(verdict: LimitReport["verdict"]): void {
    this.#successes = verdict === "accepted" ? this.#successes + 1 : 0;
    if (verdict === "throttled" && !this.#pace.isKnown) {
      this.#limit = Math.max(1, Math.floor(this.#limit / 2));
      this.#round++;
    } else if (this.#successes >= SUCCESSES_TO_GROW) {
      this.#limit = Math.min(this.#max, this.#limit + 1);
      this.#successes = 0;
    }
  }

  /** Starts what may start; the only place where requests leave the queue towards the service. */
  #advance(): void {
    // Read once: a hold that is over for only one of two readings would start nothing and set no timer.
    const now = this.#clock.now();
    this.#startReady(now);
    if (this.#canceled?.aborted) this.#dismiss(() => true, new NoSlotError("canceled"));
    if (this.#isHeld(now)) {
      this.#dismiss((waiter) => waiter.deadline <= this.#heldUntil, new NoSlotError("held"));
      for (const waiter of this.#waiting) this.#reportHold(waiter);
    }
    const next = this.#startsAt(now);
    if (this.#waiting.length > 0 && next > now && next < Number.POSITIVE_INFINITY)
      this.#sleepUntil(next, now);
  }

  /** When the service can be asked again, however many requests are in flight. */
  #startsAt(now: number): number {
    return Math.max(this.#heldUntil, this.#pace.freeAt(now));
  }

  #startReady(now: number): void {
    while (this.#inFlight < this.#limit && this.#startsAt(now) <= now) {
      const next = this.#waiting.find((waiter) => waiter.isReady());
      if (!next) return;
      this.#waiting = this.#waiting.filter((waiter) => waiter !== next);
      next.left.abort(NEEDLESS);
      if (next.deadline > now) next.start();
      else next.refuse(new NoSlotError("busy"));
    }
  }

  #isHeld(now: number): boolean {
    return this.#heldUntil > now;
  }

  #reportHold(waiter: Waiter): void {
    if (waiter.reportedUntil === this.#heldUntil) return;
    waiter.reportedUntil = this.#heldUntil;
    waiter.onHold?.(this.#heldUntil - this.#clock.now());
  }

  #sleepUntil(time: number, now: number): void {
    if (this.#wake !== undefined && this.#wakesAt <= time) return;
    this.#endWake();
    const wake = new AbortController();
    this.#wake = wake;
    this.#wakesAt = time;
    const end = (): void => {
      this.#wake = undefined;
      this.#advance();
    };
    this.#clock.sleep(time - now, wake.signal).then(end, () => undefined);
  }

  #endWake(): void {
    this.#wake?.abort(NEEDLESS);
    this.#wake = undefined;
  }

  #watch(waiter: Waiter): void {
    this.#clock.sleep(waiter.deadline - this.#clock.now(), waiter.left.signal).then(
      () => this.#dismiss((other) => other === waiter, new NoSlotError("busy")),
      () => undefined, // started or refused before its deadline
    );
  }

  #dismiss(isMeant: (waiter: Waiter) => boolean, reason: unknown): void {
    const refused = this.#waiting.filter(isMeant);
    if (refused.length === 0) return;
    this.#waiting = this.#waiting.filter((waiter) => !isMeant(waiter));
    // A timer for nobody would keep the process alive.
    if (this.#waiting.length === 0) this.#endWake();
    for (const waiter of refused) {
      waiter.left.abort(NEEDLESS);
      waiter.refuse(reason);
    }
  }
}

function atLeastOne(requests: number): number {
  return Math.max(1, Math.floor(requests) || 1);
}
