import { type Caller, type Connection, connect } from "../http/connection.js";
import { limitPolicy } from "../http/limitPolicy.js";
import type { Policy } from "../http/pipeline.js";
import { isBelow } from "./batchFormat.js";
import { BatchQueue, type BatchQueueOptions } from "./batchQueue.js";

/** The way to the service of business records, where requests that wait for a slot are sent together. */
export function connectBusiness(caller: Caller): Connection {
  const { runtime } = caller;
  return connect("business", caller, ({ address, limiter }, account) => {
    const queues = runtime.shared(
      `batches of ${address}`,
      () => new BatchQueues({ limiter, clock: runtime.clock }),
    );
    return batchPolicy({ queues, account });
  });
}

/** The queues of one service, by the address of their batch endpoint. */
export class BatchQueues {
  readonly #queues = new Map<string, BatchQueue>();

  constructor(readonly options: BatchQueueOptions) {}

  of(endpoint: string): BatchQueue {
    const queue = this.#queues.get(endpoint) ?? new BatchQueue(endpoint, this.options);
    this.#queues.set(endpoint, queue);
    return queue;
  }
}

/**
 * Lets every attempt wait for its slot, and sends those together that name the same batch endpoint; takes the
 * place of `limitPolicy` in the pipeline.
 *
 * @param options.queues shared by all clients of the service, so that their requests meet
 * @param options.account tells apart who asks; called for every attempt, may throw
 */
export function batchPolicy(options: { queues: BatchQueues; account: () => string }): Policy {
  const { queues, account } = options;
  const alone = limitPolicy(queues.options);
  return {
    name: "batch",
    async sendRequest(request, next) {
      const { batch, anonymous, url } = request;
      if (batch === undefined || anonymous || !isBelow(batch, url)) return alone.sendRequest(request, next);
      return queues.of(batch).send(request, account(), next);
    },
  };
}
