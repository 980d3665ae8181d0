import { type Caller, type Connection, connect } from "../http/connection.js";
import { BatchQueues, batchPolicy } from "./batchPolicy.js";

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
