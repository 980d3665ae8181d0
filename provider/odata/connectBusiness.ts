import { type Caller, type Connection, connect } from "../http/connection.js";
import type { Limiter } from "../http/limiter.js";
import type { Policy } from "../http/pipeline.js";
import { Batches } from "./batches.js";
import { isBelow } from "./batchFormat.js";

/** The way to the service of business records, where requests that wait for a slot are sent together. */
export function connectBusiness(caller: Caller): Connection {
  return connect("business", caller, ({ address, limiter }, account) => {
    const batches = caller.runtime.shared(`batches of ${address}`, () => new Map<string, Batches>());
    return batchPolicy({ limiter, batches, account });
  });
}

/**
 * Lets every attempt wait for its slot, and sends those together that name the same batch endpoint; takes the place of
 * `limitPolicy` in the pipeline.
 *
 * @param options.batches shared by all clients of the service, so that their requests meet
 * @param options.account tells apart who asks, since a batch is authenticated once; called for every attempt, may throw
 */
export function batchPolicy(options: {
  limiter: Limiter;
  batches: Map<string, Batches>;
  account: () => string;
}): Policy {
  const { limiter, batches, account } = options;
  return {
    name: "batch",
    async sendRequest(request, next) {
      const { batch, anonymous, url } = request;
      if (anonymous) return next(request);
      if (batch === undefined || !isBelow(batch, url)) return limiter.send(request, next);
      const key = JSON.stringify([batch, account()]);
      const own = batches.get(key) ?? new Batches(batch);
      batches.set(key, own);
      return limiter.send(request, next, own);
    },
  };
}
