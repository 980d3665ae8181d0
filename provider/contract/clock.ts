import { setTimeout as delay } from "node:timers/promises";

/** Longest wait that a Node timer takes; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Everything that depends on time or chance goes through here, so that tests decide both. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Waits `ms` milliseconds (not at all for zero and less); rejects when `signal` aborts before that. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 (included) to 1 (excluded). */
  random(): number;
}

/** The reason to end a wait that has become needless; without one, every abort would make an error with a stack. */
export const NEEDLESS = new Error("needless");

/** The real clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  async sleep(ms, signal) {
    for (let left = ms; left > 0; left -= LONGEST_TIMER_MS) {
      await delay(Math.min(left, LONGEST_TIMER_MS), undefined, signal ? { signal } : {});
    }
  },
};

/**
 * Waits `ms` milliseconds, or until the run is canceled.
 *
 * @returns whether the run was canceled: the process ends soon then, so that the timer may go on
 */
export async function sleepUnlessCanceled(
  clock: Clock,
  ms: number,
  canceled: AbortSignal | undefined,
): Promise<boolean> {
  if (canceled?.aborted) return true;
  const sleeping = clock.sleep(ms).then(() => false);
  if (canceled === undefined) return sleeping;
  let cancel = (): void => undefined;
  const canceling = new Promise<boolean>((resolve) => {
    cancel = () => resolve(true);
    canceled.addEventListener("abort", cancel);
  });
  try {
    return await Promise.race([sleeping, canceling]);
  } finally {
    canceled.removeEventListener("abort", cancel);
  }
}
