import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../provider/contract/runtime.js";

interface Sleeper {
  at: number;
  wake(): void;
}

/** Lets everything that is ready to run do so; no time passes. */
export function settled(): Promise<void> {
  return nextTurn();
}

/** Numbers that differ from each other, the same in each run. */
export function pseudoRandom(): () => number {
  let seed = 1;
  return () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
}

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  chance = 0;
  /** Turns of the event loop between two moments. */
  protected readonly turns: number = 1;
  private sleepers: Sleeper[] = [];
  /** By how much somebody has set the clock of this machine. */
  private aheadMs = 0;

  /** @param time the true time, as services have it */
  constructor(
    public time = Date.UTC(2026, 0, 15, 12),
    readonly random: () => number = () => this.chance,
  ) {}

  now = (): number => this.read() + this.aheadMs;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> => this.wait(ms, signal);

  /** How many wait for a moment to come. */
  get sleeping(): number {
    return this.sleepers.length;
  }

  /** Sets the clock of this machine. */
  jump(ms: number): void {
    this.aheadMs += ms;
  }

  /** Lets `ms` milliseconds pass, waking everyone at their moment, in order. */
  async advance(ms: number): Promise<void> {
    const end = this.time + ms;
    await settled();
    for (let next = this.next(); next && next.at <= end; next = this.next()) await this.wake(next);
    this.time = end;
  }

  /** Lets time pass until nobody sleeps any more. */
  async advanceToEnd(): Promise<void> {
    await settled();
    for (let next = this.next(); next; next = this.next()) await this.wake(next);
  }

  /** Wakes what is due first; false when nothing waits. */
  wakeNext(): boolean {
    const next = this.next();
    if (next) this.wakeAt(next);
    return next !== undefined;
  }

  protected read(): number {
    return this.time;
  }

  /** When a timer fires that is set for a moment. */
  protected firesAt(moment: number): number {
    return moment;
  }

  protected wait(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const end = (settle: () => void) => (): void => {
        this.sleepers = this.sleepers.filter((other) => other !== sleeper);
        signal?.removeEventListener("abort", abort);
        settle();
      };
      const abort = end(() => reject(signal?.reason));
      const sleeper = { at: this.time + Math.max(0, ms), wake: end(resolve) };
      this.sleepers.push(sleeper);
      signal?.addEventListener("abort", abort);
    });
  }

  private next(): Sleeper | undefined {
    return this.sleepers.reduce<Sleeper | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined);
  }

  private wakeAt(sleeper: Sleeper): void {
    this.time = Math.max(this.time, this.firesAt(sleeper.at));
    sleeper.wake();
  }

  private async wake(sleeper: Sleeper): Promise<void> {
    this.wakeAt(sleeper);
    for (let turn = 0; turn < this.turns; turn++) await settled();
  }
}

/**
 * A clock that goes on while code runs, as a real one does: it may show another millisecond at the next reading. A timer may
 * fire a millisecond before its moment, as those of Node do, but never at once.
 */
export class TickingClock extends TestClock {
  protected override readonly turns = 4;
  private reading = 0;

  /** @param ticks milliseconds that pass before each reading, and by which a timer is early; repeated */
  constructor(private readonly ticks: readonly number[]) {
    super();
  }

  protected override read(): number {
    this.time += this.tick();
    return this.time;
  }

  protected override firesAt(moment: number): number {
    return Math.max(moment - this.tick(), Math.min(moment, this.time + 1));
  }

  private tick(): number {
    return this.ticks[this.reading++ % this.ticks.length] ?? 0;
  }
}

/** A clock whose waits are over with the next turn of the event loop, as if their time had passed. Limits never end. */
export class SkippingClock extends TestClock {
  readonly waits: number[] = [];

  /** @param limitMs from here on, what can be ended is not a wait but a limit: how long a response, or a slot, may take */
  constructor(
    private readonly limitMs = 0,
    ...others: ConstructorParameters<typeof TestClock>
  ) {
    super(...others);
  }

  protected override async wait(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal && ms >= this.limitMs) return super.wait(ms, signal);
    this.waits.push(ms);
    const end = this.time + Math.max(0, ms);
    await settled();
    signal?.throwIfAborted();
    this.time = Math.max(this.time, end);
  }
}
