import { inspect } from "node:util";
import { createDynamicProvider } from "../../provider/engine/adapter.js";
import type { Lifecycle } from "../../provider/lifecycle.js";
import { configuration, RecordingRow } from "../unit/support/hooks.js";
import type { ModelClock } from "./clock.js";
import type { Hooks } from "./engine.js";
import { type LineOptions, ProcessLine } from "./processLine.js";

export const TOKEN = "canary-token-4711";

/** One process of the dynamic host: it starts for a command, and ends or dies with it. */
export class HostProcess {
  private constructor(
    readonly hooks: Hooks,
    private readonly line: ProcessLine,
    private readonly row: RecordingRow,
  ) {}

  static async start(
    lifecycle: Lifecycle,
    options: { service: string; clock: ModelClock; attempts: number } & LineOptions,
  ): Promise<HostProcess> {
    const { service, clock, attempts } = options;
    const line = await ProcessLine.open(service, options);
    const row = new RecordingRow();
    const hooks = createDynamicProvider(lifecycle, { row: () => row, clock }) as Hooks;
    const config = configuration({
      "vendorcloud:businessUrl": line.url,
      "vendorcloud:businessToken": TOKEN,
      "vendorcloud:retryMaxAttempts": String(attempts),
      "vendorcloud:retryBaseDelayMs": "100",
      "vendorcloud:retryMaxDelayMs": "1000",
    });
    await hooks.configure({ config: config as never });
    return new HostProcess(hooks, line, row);
  }

  isAlive = (): boolean => !this.line.isDead;

  /** Everything that it has said. */
  get texts(): string[] {
    const { progressed, told, warnings } = this.row;
    return [...progressed, ...told, ...warnings];
  }

  end(): void {
    this.line.close();
  }
}

/** Whatever can be seen of a value. */
export function everythingIn(value: unknown): string {
  return inspect(value, { depth: 12, showHidden: true, maxStringLength: null, maxArrayLength: null });
}
