import { ProviderError } from "./providerError.js";

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
