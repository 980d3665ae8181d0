import type { RequestQuota } from "./options.js";

/** Counts the requests of each client in a sliding window. */
export class Quota {
  private readonly taken = new Map<string, number[]>();

  constructor(
    private readonly limit: RequestQuota | undefined,
    private readonly now: () => number,
  ) {}

  /** Uses one request of a client's quota. Returns the seconds to wait if the quota is used up. */
  take(client: string): number | undefined {
    if (this.limit === undefined) return undefined;
    const { requests, seconds } = this.limit;
    const now = this.now();
    const window = seconds * 1000;
    const times = (this.taken.get(client) ?? []).filter((time) => time > now - window);
    this.taken.set(client, times);
    if (times.length < requests) {
      times.push(now);
      return undefined;
    }
    const oldest = times[0] ?? now;
    return Math.max(1, Math.ceil((oldest + window - now) / 1000));
  }
}
