import type { Context } from "../lifecycle.js";
import type { Polling } from "../lro/poll.js";

/** Operations are looked at as often as is configured, and how far they are is shown on the resource's row. */
export function polling({ runtime, settings, log, secrets }: Context): Polling {
  return {
    clock: runtime.clock,
    intervalSeconds: settings.optionalNumber("pollIntervalSeconds"),
    onWait: (state, elapsedSeconds) => log.progress(`${secrets.printable(state)}, ${elapsedSeconds} s`),
  };
}
