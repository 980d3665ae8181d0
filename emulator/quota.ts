import type { RequestQuota } from "./options.js";

/** Counts requests in a window that moves along with time, for each client on its own. */
export class Quota {
  private readonly taken = new Map<string, number[]>();

  constructor(
    private readonly limit: RequestQuota | undefined,
    private readonly now: () => number,
  ) {}

  /** Takes one request from a client's quota; gives the seconds to wait where nothing is left. */
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
