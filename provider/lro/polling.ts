import type { Context } from "../contract/lifecycle.js";
import { message } from "../text/message.js";
import type { Polling } from "./poll.js";

/** Polls as often as is configured, with a progress message before each wait and at its end. */
export function createPolling({ runtime, settings, log }: Context): Polling {
  return {
    clock: runtime.clock,
    canceled: runtime.canceled,
    intervalSeconds: settings.optionalNumber("pollIntervalSeconds"),
    onWait: (state, elapsedSeconds) => log.progress(message`${state ?? ""}, ${elapsedSeconds} s`),
  };
}
