import { VirtualClock } from "../hostile/support/virtualClock.js";

/** A virtual clock that somebody sets: the time of day jumps, and what waits goes on waiting as long as it meant to. */
export class JumpingClock extends VirtualClock {
  private aheadMs = 0;

  override now = (): number => VirtualClock.START + this.elapsedMs + this.aheadMs;

  jump(ms: number): void {
    this.aheadMs += ms;
  }
}
