import { ProviderError } from "../../contract/providerError.js";
import type { Clock } from "../../contract/runtime.js";
import type { Reading, Source } from "../../lro/wait.js";
import { foreign, message } from "../../text/message.js";
import {
  type InstanceClient,
  InstanceMissingError,
  isInstance,
  isStopping,
  TRANSITIONAL_STATUSES,
} from "./client.js";

interface InstanceSourceOptions {
  clock: Clock;
  /** The latest known status. Default: the instance is read before the first wait. */
  status?: string | undefined;
  /** Milliseconds for which the status of a running instance may not show yet that it stops. */
  lagMs(): number;
  onStatus(status: string, isStopped: boolean): void;
}

/** An instance that is stopping. If it runs again after it was stopping, the stop has failed. */
export class InstanceSource implements Source {
  #wasStopping = false;
  /** Time until which a running instance may still stop. */
  #runsUntil = 0;

  constructor(
    private readonly client: InstanceClient,
    private readonly options: InstanceSourceOptions,
  ) {}

  async start(until: number): Promise<Reading> {
    const { clock, lagMs, status } = this.options;
    const found = status === undefined ? await this.client.read(until) : undefined;
    const known = found !== undefined && isInstance(found) ? found.status : status;
    if (known === undefined) return { is: "unreadable" };
    this.#runsUntil = clock.now() + lagMs();
    return this.#observe(known);
  }

  async read(until: number): Promise<Reading> {
    const instance = await this.client.read(until);
    if (instance instanceof InstanceMissingError) throw instance;
    if (instance === "unsupported")
      throw new ProviderError("the service no longer reports the progress of the stop.");
    return this.#observe(instance.status);
  }

  #observe(status: string): Reading {
    const is = this.#judge(status);
    this.options.onStatus(status, is === "done");
    return { is, state: message`${foreign(status)}` };
  }

  #judge(status: string): Reading["is"] {
    const word = status.toLowerCase();
    this.#wasStopping ||= isStopping(status);
    const mayRun = word === "running" && !this.#wasStopping && this.options.clock.now() < this.#runsUntil;
    if (mayRun || TRANSITIONAL_STATUSES.includes(word)) return "running";
    return word === "offline" ? "done" : "failed";
  }
}
