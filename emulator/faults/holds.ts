/** Before the service acts on the request, or after it has acted and before the answer is sent. */
export type Moment = "before" | "after";

/** A request that is being held. */
export interface Hold {
  method: string;
  path: string;
  moment: Moment;
}

interface Waiting extends Hold {
  letGo: (reason: "released" | "gone") => void;
}

/**
 * The barrier: requests wait here until they are released. A test waits for the first one to arrive, does what
 * it has to do in the middle of the call (kill the client, say), and releases them.
 */
export class Holds {
  private readonly waiting = new Set<Waiting>();
  private readonly watchers = new Set<() => void>();

  /** The requests that are being held now. */
  list(): Hold[] {
    return [...this.waiting].map(({ method, path, moment }) => ({ method, path, moment }));
  }

  /** Resolves as soon as at least `count` requests are being held (default 1). */
  wait(count = 1): Promise<void> {
    return this.until(() => this.waiting.size >= count);
  }

  /** Resolves as soon as no request is being held: all were released, or their clients are known to be gone. */
  idle(): Promise<void> {
    return this.until(() => this.waiting.size === 0);
  }

  /** Lets every request that is being held go on; returns how many there were. */
  release(): number {
    const released = [...this.waiting];
    for (const request of released) request.letGo("released");
    return released.length;
  }

  /** Holds a request; tells whether it was released or its client went away. */
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
