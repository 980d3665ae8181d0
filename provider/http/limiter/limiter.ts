import { type Clock, NEEDLESS } from "../clock.js";
import { NoSlotError } from "./noSlotError.js";

/** Answers in a row, none of them throttled, after which one more request may be in flight. */
const SUCCESSES_TO_GROW = 10;

/** The service's limits, as an answer reports them. */
export interface LimitReport {
  /** Whether the service took the request, refused it because of too many, or was not able to do either. */
  verdict: "accepted" | "throttled" | "unavailable";
  /** Milliseconds that the service wants to be left alone. */
  holdMs?: number | undefined;
}

/** A place among the requests in flight. */
export interface Slot {
  /** Tells the limiter what the service answered; takes effect at once for everyone who waits. */
  report(answer: LimitReport): void;
  /** False when the service has asked for less since the slot was given: then it is to be given back unused. */
  isUsable(): boolean;
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
 * ones lets it grow again, one by one, up to `maxConcurrency`.
 */
export class Limiter {
  readonly #clock: Clock;
  #max: number;
  #limit: number;
  #inFlight = 0;
  #heldUntil = Number.NEGATIVE_INFINITY;
  /** Counts the halvings: what was sent before the last one says nothing about the limit after it. */
  #round = 0;
  #successes = 0;
  #waiting: Waiter[] = [];
  readonly #canceled: AbortSignal | undefined;
  /** Set while a timer waits for the end of a hold. */
  #wake: AbortController | undefined;

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
    try {
      return await task({
        report: (answer) => this.#learn(answer, round),
        isUsable: () => this.#inFlight <= this.#limit && !this.#isHeld(this.#clock.now()),
      });
    } finally {
      this.#inFlight--;
      this.#advance();
    }
  }

  #learn({ verdict, holdMs = 0 }: LimitReport, round: number): void {
    if (holdMs > 0) this.#heldUntil = Math.max(this.#heldUntil, this.#clock.now() + holdMs);
    if (round === this.#round) this.#adapt(verdict);
    this.#advance();
  }

  #adapt(verdict: LimitReport["verdict"]): void {
    this.#successes = verdict === "accepted" ? this.#successes + 1 : 0;
    if (verdict === "throttled") {
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
    if (!this.#isHeld(now)) return;
    this.#dismiss((waiter) => waiter.deadline <= this.#heldUntil, new NoSlotError("held"));
    for (const waiter of this.#waiting) this.#reportHold(waiter);
    if (this.#waiting.length > 0) this.#sleepWhileHeld();
  }

  #startReady(now: number): void {
    while (this.#inFlight < this.#limit && !this.#isHeld(now)) {
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

  #sleepWhileHeld(): void {
    if (this.#wake) return;
    this.#wake = new AbortController();
    const end = (): void => {
      this.#wake = undefined;
      this.#advance();
    };
    this.#clock.sleep(this.#heldUntil - this.#clock.now(), this.#wake.signal).then(end, end);
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
    if (this.#waiting.length === 0) this.#wake?.abort(NEEDLESS);
    for (const waiter of refused) {
      waiter.left.abort(NEEDLESS);
      waiter.refuse(reason);
    }
  }
}

function atLeastOne(requests: number): number {
  return Math.max(1, Math.floor(requests) || 1);
}
