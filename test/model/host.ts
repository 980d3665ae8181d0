import { setImmediate as nextTurn } from "node:timers/promises";
import type { Lifecycle } from "../../provider/contract/lifecycle.js";
import { Runtime } from "../../provider/contract/runtime.js";
import type { Protocol, Provider } from "../protocols/protocol.js";
import { Broken } from "../simulation/broken.js";
import { everythingIn } from "../simulation/hostProcess.js";
import { RecordingLog } from "../unit/support/hooks.js";
import type { ModelClock } from "./clock.js";
import type { EngineResource, Outcome } from "./engine.js";
import { type LineOptions, ProcessLine } from "./processLine.js";

const TOKEN = "canary-token-4711";

/** Turns of the event loop after which the service has done what it had received when a process died. */
const TURNS_TO_SETTLE = 20;

/** One process of the provider: it starts for a command, and ends or dies with it. */
export class HostProcess {
  private constructor(
    readonly provider: Provider,
    private readonly line: ProcessLine,
    private readonly log: RecordingLog,
  ) {}

  static async start(
    lifecycle: Lifecycle,
    options: { protocol: Protocol; service: string; clock: ModelClock; attempts: number } & LineOptions,
  ): Promise<HostProcess> {
    const { protocol, service, clock, attempts } = options;
    const line = await ProcessLine.open(service, options);
    const log = new RecordingLog();
    const provider = await protocol.start(lifecycle, {
      log,
      runtime: new Runtime({ clock }),
      configuration: {
        businessUrl: line.url,
        businessToken: TOKEN,
        retryMaxAttempts: String(attempts),
        retryBaseDelayMs: "100",
        retryMaxDelayMs: "1000",
      },
    });
    return new HostProcess(provider, line, log);
  }

  isAlive = (): boolean => !this.line.isDead;

  /** Nothing that it has said, left in the state or thrown shows the token. */
  checkSecrecy(resources: EngineResource[], outcomes: Outcome[]): void {
    const { progressed, told, warnings } = this.log;
    const shown = [
      ...[...progressed, ...told, ...warnings],
      ...resources.map(({ stored }) => JSON.stringify(stored)),
      ...outcomes.map(({ error }) => (error === undefined ? "" : everythingIn(error))),
    ];
    if (shown.some((text) => text?.includes(TOKEN))) throw new Broken("the token was shown");
  }

  /** Ends it. Of one that has died the service may still have something to do. */
  async end(): Promise<void> {
    const hasDied = !this.isAlive();
    this.line.close();
    if (hasDied) for (let turn = 0; turn < TURNS_TO_SETTLE; turn++) await nextTurn();
  }
}
