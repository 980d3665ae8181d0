import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { KnownSecrets } from "../text/knownSecrets.js";
import { ProviderError } from "./providerError.js";

/** Longest wait of a Node timer. A longer one would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Provides time and randomness, so that tests control both. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Waits `ms` milliseconds (not at all for zero and less). Rejects if `signal` aborts before. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 (included) to 1 (excluded). */
  random(): number;
}

/** The reason for aborting an unnecessary wait. Without one, every abort would create an error with a stack. */
export const NEEDLESS = new Error("needless");

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
 * @returns whether the run was canceled. The timer then continues, because the process ends soon.
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

/** State of a process, which runs a program or serves a run of the engine. */
export class Runtime {
  readonly clock: Clock;
  /** Objects that this process has created or adopted, by a unique key. */
  readonly created = new Set<string>();
  /** Tokens that commands have printed. Values in responses that repeat one are secrets. */
  readonly tokens = new KnownSecrets();
  /**
   * The secrets of all resources of this process, and the tokens that it has sent. A service may quote a secret of one resource
   * in a message about another, for example if their requests are in the same batch. It may also copy one into another object, such
   * as a customer's e-mail address into a quote: a value in a response that equals one is a secret.
   */
  readonly secrets = new KnownSecrets([], this.tokens);
  readonly #shared = new Map<string, unknown>();
  readonly #cancellation = new AbortController();
  /** Operations on the same object run one after another, because one must not see intermediate states of another. */
  readonly queues = new TaskQueues(this.#cancellation.signal);

  constructor({ clock = systemClock }: { clock?: Clock } = {}) {
    this.clock = clock;
    // Removes the limit of Node, which would report more than ten concurrent waits as a leak.
    setMaxListeners(0, this.canceled);
  }

  /** Aborts when the run is canceled. Operations that have begun continue, but nothing waits any more, for a slot or a retry. */
  get canceled(): AbortSignal {
    return this.#cancellation.signal;
  }

  /** Cancels the run. Operations at services and requests in flight are not canceled. */
  cancel(): void {
    this.#cancellation.abort();
  }

  /** Does something once in a run, such as a warning that concerns all resources. */
  once(topic: string, act: () => void): void {
    this.shared(topic, act);
  }

  /** A value that all code of the process shares under a key. The first call creates it. */
  shared<Value>(key: string, make: () => Value): Value {
    if (!this.#shared.has(key)) this.#shared.set(key, make());
    return this.#shared.get(key) as Value;
  }
}

/** Tasks with the same key run one after another, in the order of their calls. */
export class TaskQueues {
  /** The ends of the last tasks, by key. */
  readonly #last = new Map<string, Promise<void>>();

  /** @param canceled once aborted, waiting tasks are refused, and running tasks continue */
  constructor(private readonly canceled: AbortSignal) {}

  /** @throws the error of `task`, or a ProviderError if the run is canceled before the task starts */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key);
    const work = before === undefined ? task() : this.#wait(before).then(task);
    // A refused task ends before the tasks in front of it.
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
