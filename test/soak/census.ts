import { existsSync, readdirSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { getHeapStatistics } from "node:v8";

/** Objects that a process holds. */
export interface Census {
  /** Bytes of the heap and of buffers outside of it, after a garbage collection. */
  bytes: number;
  /** Handles that keep the process alive, by type, in alphabetical order. */
  resources: string[];
  /** Listeners of the process, for signals and other events. */
  listeners: number;
  /** Open files and sockets; undefined where the system does not list them. */
  files: number | undefined;
  /** Timers: waits of the clock, and intervals. */
  timers: number;
}

const OPEN_FILES = "/proc/self/fd";

/** Counts the intervals that are set and not cleared, those too that do not keep the process alive. */
export class Intervals {
  readonly #set = new Set<NodeJS.Timeout>();
  readonly #original = { setInterval: globalThis.setInterval, clearInterval: globalThis.clearInterval };

  constructor() {
    globalThis.setInterval = ((...args: Parameters<typeof setInterval>) => {
      const interval = this.#original.setInterval(...args);
      this.#set.add(interval);
      return interval;
    }) as typeof setInterval;
    globalThis.clearInterval = ((interval: NodeJS.Timeout) => {
      this.#set.delete(interval);
      this.#original.clearInterval(interval);
    }) as typeof clearInterval;
  }

  get count(): number {
    return this.#set.size;
  }

  restore(): void {
    Object.assign(globalThis, this.#original);
  }
}

/** Needs `node --expose-gc`. */
export async function takeCensus(timers: () => number): Promise<Census> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("run it with node --expose-gc");
  // Sockets close, and what they held can be collected, in a later turn.
  for (let round = 0; round < 2; round++) {
    await nextTurn();
    gc();
  }
  const { used_heap_size, external_memory } = getHeapStatistics();
  return {
    bytes: used_heap_size + external_memory,
    resources: process.getActiveResourcesInfo().sort(),
    listeners: process
      .eventNames()
      .map((name) => process.listenerCount(name))
      .reduce((sum, count) => sum + count, 0),
    files: existsSync(OPEN_FILES) ? readdirSync(OPEN_FILES).length : undefined,
    timers: timers(),
  };
}
