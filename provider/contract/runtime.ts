import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { KnownSecrets } from "../text/knownSecrets.js";
import { ProviderError } from "./providerError.js";

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

/** State of one process: that of a program, or one that serves a run of the engine. */
export class Runtime {
  readonly clock: Clock;
  /** Objects that this process has created or taken over, by a key that no two of them share. */
  readonly created = new Set<string>();
  /** Tokens that commands have printed: what repeats one in an answer is as secret. */
  readonly tokens = new KnownSecrets();
  /**
   * The secrets of all resources that this process has worked on, and the tokens that it has sent. A service may quote those of
   * one resource in what it says of another, as where their requests share a batch.
   */
  readonly secrets = new KnownSecrets([], this.tokens);
  readonly #shared = new Map<string, unknown>();
  readonly #cancellation = new AbortController();
  /** Operations on the same object, of which one must not see the other half done. */
  readonly queues = new TaskQueues(this.#cancellation.signal);

  constructor({ clock = systemClock }: { clock?: Clock } = {}) {
    this.clock = clock;
    // As many as there are waits at a time; Node would take more than ten for a leak.
    setMaxListeners(0, this.canceled);
  }

  /** Aborts when the run is canceled: from then on nothing is waited for but answers to requests that are under way. */
  get canceled(): AbortSignal {
    return this.#cancellation.signal;
  }

  /** Cancels the run. What a service was asked for is not taken back, and requests under way are not ended. */
  cancel(): void {
    this.#cancellation.abort();
  }

  /** What all code of the process shares under a key: the first who asks makes it. */
  shared<Value>(key: string, make: () => Value): Value {
    if (!this.#shared.has(key)) this.#shared.set(key, make());
    return this.#shared.get(key) as Value;
  }
}

/** Tasks that must not run at the same time: those of one key run one after the other, in the order in which they came. */
export class TaskQueues {
  /** The ends of the last tasks, by key. */
  readonly #last = new Map<string, Promise<void>>();

  /** @param canceled once aborted, a task that still waits is refused; what has started goes on */
  constructor(private readonly canceled: AbortSignal) {}

  /** @throws what `task` throws; a ProviderError where the run is canceled before it starts */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key);
    const work = before === undefined ? task() : this.#wait(before).then(task);
    // One that was refused has ended before those in front of it.
    const end = Promise.allSettled([before, work]).then(() => {
      if (this.#last.get(key) === end) this.#last.delete(key);
    });
    this.#last.set(key, end);
    return work;
  }

  #wait(before: Promise<void>): Promise<void> {
    const { canceled } = this;
    return new Promise((resolve, reject) => {
      const refuse = (): void => reject(new ProviderError("not sent: the run was canceled"));
      canceled.addEventListener("abort", refuse);
      void before.then(() => {
        canceled.removeEventListener("abort", refuse);
        if (canceled.aborted) refuse();
        else resolve();
      });
    });
  }
}
