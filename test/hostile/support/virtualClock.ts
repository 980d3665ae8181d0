import type { Clock } from "../../../provider/contract/runtime.js";

interface Sleeper {
  at: number;
  wake(): void;
}

/** A clock that stands still until it is moved to the next moment that something waits for. */
export class VirtualClock implements Clock {
  static readonly START = Date.UTC(2026, 0, 15, 12);
  private time = VirtualClock.START;
  private chance = 1;
  private readonly sleepers = new Set<Sleeper>();

  now = (): number => this.time;

  random = (): number => {
    this.chance = (this.chance * 48_271) % 2_147_483_647;
    return this.chance / 2_147_483_647;
  };

  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const sleeper = { at: this.time + Math.max(0, ms), wake: resolve };
      this.sleepers.add(sleeper);
      signal?.addEventListener(
        "abort",
        () => {
          this.sleepers.delete(sleeper);
          reject(signal.reason);
        },
        { once: true },
      );
    });

  /** Milliseconds since the start. */
  get elapsedMs(): number {
    return this.time - VirtualClock.START;
  }

  /** Wakes what is due first; false when nothing waits. */
  wakeNext(): boolean {
    let next: Sleeper | undefined;
    for (const sleeper of this.sleepers) if (next === undefined || sleeper.at < next.at) next = sleeper;
    if (next === undefined) return false;
    this.sleepers.delete(next);
    this.time = Math.max(this.time, next.at);
    next.wake();
    return true;
  }
}
