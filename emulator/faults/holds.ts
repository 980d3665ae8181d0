import { EventEmitter, once } from "node:events";

/** Before the service processes the request, or after it and before the response is sent. */
export type Moment = "before" | "after";

/**
 * Holds requests until they are released. A test waits for the first one, acts in the middle of the request (for example, kills
 * the client), and then releases it.
 */
export class Holds {
  private readonly waiting = new Set<(reason: "released" | "gone") => void>();
  private readonly events = new EventEmitter();

  /** Resolves when a request is held. */
  async wait(): Promise<void> {
    while (this.waiting.size === 0) await once(this.events, "change");
  }

  /** Resolves when no request is held: all were released, or their clients disconnected. */
  async idle(): Promise<void> {
    while (this.waiting.size > 0) await once(this.events, "change");
  }

  /** Releases all held requests, and returns their number. */
  release(): number {
    const released = [...this.waiting];
    for (const letGo of released) letGo("released");
    return released.length;
  }

  /** Holds a request. Resolves with the reason for its end. */
  hold(gone: (callback: () => void) => void): Promise<"released" | "gone"> {
    return new Promise((resolve) => {
      const letGo = (reason: "released" | "gone") => {
        this.waiting.delete(letGo);
        resolve(reason);
        this.events.emit("change");
      };
      this.waiting.add(letGo);
      gone(() => letGo("gone"));
      this.events.emit("change");
    });
  }
}
