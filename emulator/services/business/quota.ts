import type { BusinessQuota } from "../../options.js";
import { type BusinessError, businessErrors } from "./errors.js";

/** Counts requests in a window that moves along with time, for each client on its own. */
export class Quota {
  /** Whether the operations of a batch count in place of the batch. */
  readonly countsBatched: boolean;
  private readonly taken = new Map<string, number[]>();

  constructor(
    private readonly limit: BusinessQuota | undefined,
    private readonly now: () => number,
  ) {
    this.countsBatched = limit?.countBatched === true;
  }

  /** Takes one request from a client's quota; gives the error that it is answered where nothing is left. */
  take(client: string): BusinessError | undefined {
    if (this.limit === undefined) {
      return undefined;
    }
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
    return businessErrors.tooManyRequests(requests, Math.max(1, Math.ceil((oldest + window - now) / 1000)));
  }
}
