import { EventEmitter, once } from "node:events";

/** Before the service processes the request, or after it and before the response is sent. */
export type Moment = "before" | "after";

export interface Hold {
  method: string;
  path: string;
  moment: Moment;
}

interface Waiting extends Hold {
  letGo: (reason: "released" | "gone") => void;
}

/**
 * Holds requests until they are released. A test waits for the first one, acts in the middle of the request (for example, kills
 * the client), and then releases it.
 */
export class Holds {
  private readonly waiting = new Set<Waiting>();
  private readonly events = new EventEmitter();

  list(): Hold[] {
    return [...this.waiting].map(({ method, path, moment }) => ({ method, path, moment }));
  }

  /** Resolves when at least `count` requests are held. Default: 1. */
  async wait(count = 1): Promise<void> {
    while (this.waiting.size < count) await once(this.events, "change");
  }

  /** Resolves when no request is held: all were released, or their clients disconnected. */
  async idle(): Promise<void> {
    while (this.waiting.size > 0) await once(this.events, "change");
  }

  /** Releases all held requests, and returns their number. */
  release(): number {
    const released = [...this.waiting];
    for (const request of released) request.letGo("released");
    return released.length;
  }

  /** Holds a request. Resolves with the reason for its end. */
  hold(request: Hold, gone: (callback: () => void) => void): Promise<"released" | "gone"> {
    return new Promise((resolve) => {
      const entry: Waiting = {
        ...request,
        letGo: (reason) => {
          this.waiting.delete(entry);
          resolve(reason);
          this.events.emit("change");
        },
      };
      this.waiting.add(entry);
      gone(() => entry.letGo("gone"));
      this.events.emit("change");
    });
  }
}
