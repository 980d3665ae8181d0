import type { Context } from "../contract/lifecycle.js";
import { ProviderError } from "../contract/providerError.js";
import { type Clock, sleepUnlessCanceled } from "../contract/runtime.js";
import { message, type Text } from "../text/message.js";

export interface Observation {
  /** The state for a progress message. Default: none. */
  state?: Text;
  done: boolean;
  /** Milliseconds that the service requests to wait (`Retry-After`). */
  waitMs?: number | undefined;
}

export interface PollOptions {
  clock: Clock;
  /** Milliseconds after which polling ends. */
  timeoutMs: number;
  /** Seconds between two polls. Default: 1, growing to 15. */
  intervalSeconds: number | undefined;
  /** Ends a wait. Default: none. */
  canceled?: AbortSignal;
  /** Called before each wait, and after the last one if the operation then has a state. */
  onWait(state: Text | undefined, elapsedSeconds: number): void;
}

/** Polls at the configured interval, with a progress message before each wait and after the last one. */
export function createPolling({ runtime, settings, log }: Context, timeoutMs: number): PollOptions {
  return {
    clock: runtime.clock,
    timeoutMs,
    canceled: runtime.canceled,
    intervalSeconds: settings.number("pollIntervalSeconds"),
    onWait: (state, elapsedSeconds) => log.progress(message`${state ?? ""}, ${elapsedSeconds} s`),
  };
}

/** Milliseconds for the last request, which the time-out does not cancel. */
export const LAST_POLL_MS = 10_000;

const FIRST_INTERVAL_MS = 1000;
const SHORTEST_INTERVAL_MS = 100;
const LONGEST_INTERVAL_MS = 15_000;
const GROWTH = 1.5;

const CANCELED =
  "the run was canceled while the operation was in progress. The operation continues at the service.";

/**
 * Polls until the operation is done or the time-out is reached. The returned observation shows which.
 *
 * @throws ProviderError of unknown outcome if the run is canceled, because the operation continues at the service
 */
export async function poll<Seen extends Observation>(
  first: Seen,
  read: () => Promise<Seen>,
  { clock, intervalSeconds, timeoutMs, canceled, onWait }: PollOptions,
): Promise<Seen> {
  const start = clock.now();
  let interval = intervalSeconds === undefined ? FIRST_INTERVAL_MS : intervalSeconds * 1000;
  let latest = first;
  while (!latest.done) {
    const elapsed = clock.now() - start;
    const left = timeoutMs - elapsed;
    if (left <= 0 || (latest.waitMs ?? 0) > left) return latest;
    // The last poll is at the end of the time-out.
    const wait = latest.waitMs ? Math.max(latest.waitMs, SHORTEST_INTERVAL_MS) : Math.min(interval, left);
    onWait(latest.state, Math.round(elapsed / 1000));
    if (await sleepUnlessCanceled(clock, wait, canceled)) throw new ProviderError(CANCELED, "unknown");
    latest = await read();
    if (latest.done && latest.state !== undefined)
      onWait(latest.state, Math.round((clock.now() - start) / 1000));
    if (intervalSeconds === undefined) interval = Math.min(interval * GROWTH, LONGEST_INTERVAL_MS);
  }
  return latest;
}
