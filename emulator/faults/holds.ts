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
  private readonly watchers = new Set<() => void>();

  /** Lists the held requests. */
  list(): Hold[] {
    return [...this.waiting].map(({ method, path, moment }) => ({ method, path, moment }));
  }

  /** Resolves when at least `count` requests are held. Default: 1. */
  wait(count = 1): Promise<void> {
    return this.until(() => this.waiting.size >= count);
  }

  /** Resolves when no request is held: all were released, or their clients disconnected. */
  idle(): Promise<void> {
    return this.until(() => this.waiting.size === 0);
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
          this.changed();
        },
      };
      this.waiting.add(entry);
      gone(() => entry.letGo("gone"));
      this.changed();
    });
  }

  private until(reached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (reached()) {
          this.watchers.delete(look);
          resolve();
        }
      };
      this.watchers.add(look);
      look();
    });
  }

  private changed(): void {
    for (const look of [...this.watchers]) look();
  }
}
