import { setMaxListeners } from "node:events";
import { type Clock, systemClock } from "./http/clock.js";
import { Limiter } from "./http/limiter/limiter.js";
import { KnownSecrets } from "./http/redaction/knownSecrets.js";
import { BatchQueues } from "./odata/batchPolicy.js";
import { TaskQueues } from "./taskQueues.js";

/** State that all clients of one service share. */
export interface SharedService {
  /** One budget of requests. */
  readonly limiter: Limiter;
  /** Requests of different clients share batches. */
  readonly queues: BatchQueues;
  /** Tokens in use, so that an error of one client shows no token of another. */
  readonly tokens: KnownSecrets;
}

/** State of one process: that of a program, or one that serves a run of the engine. */
export class Runtime {
  readonly clock: Clock;
  /** Objects that this process has created or taken over, by a key that no two of them share. */
  readonly created = new Set<string>();
  readonly #services = new Map<string, SharedService>();
  readonly #cancellation = new AbortController();
  /** Operations on the same object, of which one must not see the other half done. */
  readonly queues = new TaskQueues(this.#cancellation.signal);
  /** The address of the engine that started this process, where it shares something with the other processes of the run. */
  readonly engine: () => string | undefined;

  /**
   * @param options.clock default: the clock of this machine
   * @param options.engine default: none
   */
  constructor(options: { clock?: Clock; engine?: () => string | undefined } = {}) {
    const { clock = systemClock, engine = () => undefined } = options;
    this.clock = clock;
    this.engine = engine;
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

  /**
   * The service at an address.
   *
   * @param maxConcurrency requests in flight at most; the lowest of several clients' limits counts from then on
   */
  service(address: string, maxConcurrency: number): SharedService {
    const known = this.#services.get(address);
    if (known !== undefined) {
      known.limiter.restrictTo(maxConcurrency);
      return known;
    }
    const { clock, canceled } = this;
    const limiter = new Limiter({ clock, maxConcurrency, canceled });
    const service = { limiter, queues: new BatchQueues({ limiter, clock }), tokens: new KnownSecrets() };
    this.#services.set(address, service);
    return service;
  }
}
