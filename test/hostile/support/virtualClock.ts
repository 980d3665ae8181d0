import { FakeClock } from "../../unit/http/fakeClock.js";

/** A clock that stands still until it is moved to the next moment that something waits for. */
export class VirtualClock extends FakeClock {
  private readonly start = this.time;
  private seed = 1;

  override random = (): number => {
    this.seed = (this.seed * 48_271) % 2_147_483_647;
    return this.seed / 2_147_483_647;
  };

  /** Milliseconds since the start. */
  get elapsedMs(): number {
    return this.time - this.start;
  }

  /** Wakes what is due first; false when nothing waits. */
  wakeNext(): boolean {
    const next = this.next();
    if (next) this.wakeAt(next);
    return next !== undefined;
  }
}
