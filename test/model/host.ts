import { setImmediate as nextTurn } from "node:timers/promises";
import { createDynamicProvider } from "../../provider/dynamic/dynamicProvider.js";
import type { Lifecycle } from "../../provider/lifecycle.js";
import { Runtime } from "../../provider/runtime.js";
import { Broken } from "../simulation/broken.js";
import { everythingIn } from "../simulation/hostProcess.js";
import { configuration, RecordingLog } from "../unit/support/hooks.js";
import type { ModelClock } from "./clock.js";
import type { EngineResource, Outcome } from "./engine.js";
import type { Hooks } from "./engineRules.js";
import { type LineOptions, ProcessLine } from "./processLine.js";

const TOKEN = "canary-token-4711";

/** Turns of the event loop after which the service has done what it had received when a process died. */
const TURNS_TO_SETTLE = 20;

/** One process of the dynamic host: it starts for a command, and ends or dies with it. */
export class HostProcess {
  private constructor(
    readonly hooks: Hooks,
    private readonly line: ProcessLine,
    private readonly log: RecordingLog,
  ) {}

  static async start(
    lifecycle: Lifecycle,
    options: { service: string; clock: ModelClock; attempts: number } & LineOptions,
  ): Promise<HostProcess> {
    const { service, clock, attempts } = options;
    const line = await ProcessLine.open(service, options);
    const log = new RecordingLog();
    const hooks = createDynamicProvider(lifecycle, {
      log: () => log,
      runtime: new Runtime({ clock }),
    }) as Hooks;
    const config = configuration({
      "vendorcloud:businessUrl": line.url,
      "vendorcloud:businessToken": TOKEN,
      "vendorcloud:retryMaxAttempts": String(attempts),
      "vendorcloud:retryBaseDelayMs": "100",
      "vendorcloud:retryMaxDelayMs": "1000",
    });
    await hooks.configure({ config: config as never });
    return new HostProcess(hooks, line, log);
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
