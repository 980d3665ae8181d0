import type { Clock } from "../http/clock.js";

/** One look at an operation that goes on at the service. */
export interface Observation {
  /** What to call the state that it is in. */
  value: string;
  done: boolean;
  /** Milliseconds that the service wants us to wait (`Retry-After`). */
  waitMs?: number | undefined;
}

/** How an operation is looked at. */
export interface Polling {
  clock: Clock;
  /** Seconds between two looks; default: 1, growing to 15. */
  intervalSeconds: number | undefined;
  /** Called before each wait. */
  onWait(state: string, elapsedSeconds: number): void;
}

export interface PollOptions extends Polling {
  /** Milliseconds after which the wait ends, done or not. */
  timeoutMs: number;
}

/** Milliseconds that a look may take which has begun: it is not broken off at the very end of patience. */
export const LAST_LOOK_MS = 10_000;

const FIRST_INTERVAL_MS = 1000;
const SHORTEST_INTERVAL_MS = 100;
const LONGEST_INTERVAL_MS = 15_000;
const GROWTH = 1.5;

/** Looks until the operation is done or patience ends; the last observation tells which. */
export async function poll(
  first: Observation,
  look: () => Promise<Observation>,
  { clock, intervalSeconds, timeoutMs, onWait }: PollOptions,
): Promise<Observation> {
  const start = clock.now();
  let interval = intervalSeconds === undefined ? FIRST_INTERVAL_MS : intervalSeconds * 1000;
  let latest = first;
  while (!latest.done) {
    const elapsed = clock.now() - start;
    const left = timeoutMs - elapsed;
    if (left <= 0 || (latest.waitMs ?? 0) > left) return latest;
    // The last look is at the very end of patience.
    const wait = latest.waitMs ? Math.max(latest.waitMs, SHORTEST_INTERVAL_MS) : Math.min(interval, left);
    onWait(latest.value, Math.round(elapsed / 1000));
    await clock.sleep(wait);
    latest = await look();
    if (intervalSeconds === undefined) interval = Math.min(interval * GROWTH, LONGEST_INTERVAL_MS);
  }
  return latest;
}
