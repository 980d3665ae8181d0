import type { Context } from "../contract/lifecycle.js";
import { ProviderError } from "../contract/providerError.js";
import { type Clock, sleepUnlessCanceled } from "../contract/runtime.js";
import { message, type Text } from "../text/message.js";

/**
 * What a source shows. `done` and `failed` end the wait. `unreadable`: the source does not show the end, so the next one decides.
 */
export interface Reading {
  is: "running" | "done" | "failed" | "unreadable";
  /** The state for a progress message. Default: none. */
  state?: Text;
  /** Milliseconds that the service requests to wait (`Retry-After`). */
  waitMs?: number | undefined;
}

/** Where the end of a change at the service shows: its operation, the changed resource, or the absence of the resource. */
export interface Source {
  /**
   * What shows before the first wait, with or without a request.
   *
   * @param until time (milliseconds of the clock) after which a request is no longer waited for
   */
  start(until: number): Reading | Promise<Reading>;
  /** Requests the state. */
  read(until: number): Promise<Reading>;
}

export interface WaitOptions {
  clock: Clock;
  /** Time (milliseconds of the clock) at which the wait ends. */
  deadline: number;
  /** Seconds between two reads. Default: 1, growing to 15. */
  intervalSeconds: number | undefined;
  /** Ends a wait. Default: none. */
  canceled?: AbortSignal;
  /** Called before each pause, and after the last read of a source if it has a state. The seconds are those of this source. */
  onWait(state: Text | undefined, elapsedSeconds: number): void;
}

/** Waits at the configured interval, with a progress message before each pause and after the last read. */
export function createWaitOptions({ runtime, settings, log }: Context, deadline: number): WaitOptions {
  return {
    clock: runtime.clock,
    deadline,
    canceled: runtime.canceled,
    intervalSeconds: settings.number("pollIntervalSeconds"),
    onWait: (state, elapsedSeconds) =>
      log.progress(state === undefined ? `${elapsedSeconds} s` : message`${state}, ${elapsedSeconds} s`),
  };
}

/** Milliseconds for the last request, which the deadline does not cancel. */
const LAST_READ_MS = 10_000;

/** Time (milliseconds of the clock) after which a request that begins now is no longer waited for. */
export function lastReadUntil({ clock, deadline }: Pick<WaitOptions, "clock" | "deadline">): number {
  return Math.max(deadline, clock.now() + LAST_READ_MS);
}

const FIRST_INTERVAL_MS = 1000;
const SHORTEST_INTERVAL_MS = 100;
const LONGEST_INTERVAL_MS = 15_000;
const GROWTH = 1.5;

const CANCELED =
  "the run was canceled while the operation was in progress. The operation continues at the service.";

/**
 * Waits for the end of a change. The sources are used in their order: the first one that shows an end decides.
 *
 * @returns `running` if the change has not ended at the deadline, `unreadable` if no source shows the end
 * @throws ProviderError of unknown outcome if the run is canceled, because the operation continues at the service
 */
export async function waitForEnd(sources: readonly Source[], options: WaitOptions): Promise<Reading["is"]> {
  for (const source of sources) {
    const end = await poll(source, options);
    if (end !== "unreadable") return end;
  }
  return "unreadable";
}

async function poll(
  source: Source,
  { clock, deadline, intervalSeconds, canceled, onWait }: WaitOptions,
): Promise<Reading["is"]> {
  const until = (): number => lastReadUntil({ clock, deadline });
  let latest = await source.start(until());
  const start = clock.now();
  const tell = (): void => onWait(latest.state, Math.round((clock.now() - start) / 1000));
  let interval = intervalSeconds === undefined ? FIRST_INTERVAL_MS : intervalSeconds * 1000;
  while (latest.is === "running") {
    const left = deadline - clock.now();
    if (left <= 0 || (latest.waitMs ?? 0) > left) break;
    // The last read is at the deadline.
    const pause = latest.waitMs ? Math.max(latest.waitMs, SHORTEST_INTERVAL_MS) : Math.min(interval, left);
    tell();
    if (await sleepUnlessCanceled(clock, pause, canceled)) throw new ProviderError(CANCELED, "unknown");
    latest = await source.read(until());
    if (latest.is !== "running" && latest.state !== undefined) tell();
    if (intervalSeconds === undefined) interval = Math.min(interval * GROWTH, LONGEST_INTERVAL_MS);
  }
  return latest.is;
}
