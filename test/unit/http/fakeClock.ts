import type { Clock } from "../../../provider/http/clock.js";

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
  private sleepers: Sleeper[] = [];

  now = (): number => this.time;
  random = (): number => this.chance;

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
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

  private next(): Sleeper | undefined {
    return this.sleepers.reduce<Sleeper | undefined>((a, b) => (a && a.at <= b.at ? a : b), undefined);
  }

  private async wake(sleeper: Sleeper): Promise<void> {
    this.sleepers = this.sleepers.filter((other) => other !== sleeper);
    this.time = Math.max(this.time, sleeper.at);
    sleeper.wake();
    await settled();
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
