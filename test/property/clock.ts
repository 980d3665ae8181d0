import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "../../provider/contract/runtime.js";

/** From here on it is not a wait but a limit: how long an answer, or a slot, may take at most. */
const LIMIT_MS = 60_000;

/** A clock whose waits are over with the next turn of the event loop, as if their time had passed. */
export class ModelClock implements Clock {
  private chance = 1;
  /** By how much somebody has set the clock of the provider. */
  private aheadMs = 0;

  constructor(private time = Date.UTC(2026, 0, 15, 12)) {}

  now = (): number => this.time + this.aheadMs;

  /** The time at the services. */
  steady = (): number => this.time;

  random = (): number => {
    this.chance = (this.chance * 48_271) % 2_147_483_647;
    return this.chance / 2_147_483_647;
  };

  sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (signal && ms >= LIMIT_MS) return ending(signal);
    const end = this.time + Math.max(0, ms);
    await nextTurn();
    signal?.throwIfAborted();
    this.time = Math.max(this.time, end);
  };

  jump(ms: number): void {
    this.aheadMs += ms;
  }
}

function ending(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
