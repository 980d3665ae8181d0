import type { Clock } from "../../../provider/contract/runtime.js";

interface Sleeper {
  at: number;
  wake(): void;
}

/** Lets everything that is ready to run do so; no time passes. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  time = Date.UTC(2026, 0, 15, 12);
  chance = 0;
  /** Turns of the event loop between two moments. */
  protected readonly turns: number = 1;
  private sleepers: Sleeper[] = [];

  now = (): number => this.read();
  random = (): number => this.chance;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper = { at: this.time + Math.max(0, ms), wake: resolve };
      this.sleepers.push(sleeper);
      signal?.addEventListener("abort", () => {
        this.sleepers = this.sleepers.filter((other) => other !== sleeper);
        reject(signal.reason);
      });
    });

  /** How many wait for a moment to come. */
  get sleeping(): number {
    return this.sleepers.length;
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

  protected next(): Sleeper | undefined {
    return this.sleepers.reduce<Sleeper | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined);
  }

  protected read(): number {
    return this.time;
  }

  /** When a timer fires that is set for a moment. */
  protected firesAt(moment: number): number {
    return moment;
  }

  protected wakeAt(sleeper: Sleeper): void {
    this.sleepers = this.sleepers.filter((other) => other !== sleeper);
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
export class TickingClock extends FakeClock {
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

/** A clock whose plain waits are over at once (time passes all the same); waits that can be ended never end. */
export class SkippingClock extends FakeClock {
  readonly waits: number[] = [];

  override sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (signal) {
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    }
    this.waits.push(ms);
    this.time += ms;
  };
}
