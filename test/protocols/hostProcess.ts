import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { type Clock, Runtime } from "../../provider/contract/runtime.js";
import { PLAIN_TOKEN } from "../support/canaries.js";
import type { Received } from "../support/message.js";
import { type InMemoryReaction, listenInMemory } from "../support/network.js";
import { RecordingLog } from "../unit/support/hooks.js";
import type { Protocol, Provider } from "./protocol.js";

type Request = Omit<Received, "index">;

export interface ProcessOptions {
  protocol: Protocol;
  clock: Clock;
  attempts: number;
  /** More configuration, by key. */
  settings?: Record<string, string>;
  /** Reaction of the service to the n-th request, from 1. */
  react(request: Request, number: number): Fate | Promise<Fate>;
}

/** Outcome of a request: a reaction of the service, or the end of the process that sent it. */
export type Fate = InMemoryReaction | "dies before" | "dies after";

/** A process of the provider in memory: it ends with its operation, or is killed with one of its requests. */
export class HostProcess {
  /** Ends when the process is killed. */
  readonly death: Promise<undefined>;
  private die: () => void = () => undefined;
  private isDead = false;
  /** Requests without a response as yet. */
  private readonly pending = new Set<Promise<unknown>>();
  /** Requests that the service has got. */
  requests = 0;

  private constructor(
    readonly provider: Provider,
    private readonly log: RecordingLog,
    private readonly close: () => void,
  ) {
    this.death = new Promise((resolve) => {
      this.die = () => resolve(undefined);
    });
  }

  static async start(lifecycle: Lifecycle, options: ProcessOptions): Promise<HostProcess> {
    const { protocol, clock, attempts, settings = {}, react } = options;
    const log = new RecordingLog();
    const { url, close } = listenInMemory((request) => process.receive(request, react));
    const { service } = lifecycle;
    const provider = await protocol.start(lifecycle, {
      log,
      runtime: new Runtime({ clock }),
      configuration: {
        [`${service}Url`]: url,
        [`${service}Token`]: PLAIN_TOKEN,
        retryMaxAttempts: String(attempts),
        retryBaseDelayMs: "100",
        pollIntervalSeconds: "240",
        ...settings,
      },
    });
    const process: HostProcess = new HostProcess(provider, log, close);
    return process;
  }

  isAlive = (): boolean => !this.isDead;

  /** Everything that was said at the terminal. */
  get messages(): string[] {
    return [...this.log.progressed, ...this.log.told, ...this.log.warnings];
  }

  /** Requests of a killed process go nowhere, and what the service has of it takes effect: its address stays its own. */
  async end(): Promise<void> {
    if (!this.isDead) this.close();
    this.isDead = true;
    await Promise.all(this.pending);
  }

  private async receive(request: Request, react: ProcessOptions["react"]): Promise<InMemoryReaction> {
    if (this.isDead) return "silence";
    this.requests++;
    const reacting = Promise.resolve(react(request, this.requests));
    this.pending.add(reacting);
    const reaction = await reacting;
    this.pending.delete(reacting);
    if (this.isDead) return "silence";
    if (reaction !== "dies before" && reaction !== "dies after") return reaction;
    this.isDead = true;
    this.die();
    return "silence";
  }
}
