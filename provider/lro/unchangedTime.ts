import type { Clock } from "../http/clock.js";

/** Seconds for which "not found" may be wrong after an accepted request: reads of the service may lag behind its writes. */
export const LAG_SECONDS = 30;

/** How long a state has been the same. */
export class UnchangedTime {
  private state: string | undefined;
  private since = 0;

  constructor(private readonly clock: Clock) {}

  seconds(state: string): number {
    if (state.toLowerCase() !== this.state) {
      this.state = state.toLowerCase();
      this.since = this.clock.now();
    }
    return (this.clock.now() - this.since) / 1000;
  }
}
