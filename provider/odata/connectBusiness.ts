import { type Caller, type Connection, connect } from "../http/connection.js";
import { findBatches } from "./batches.js";

/** The way to the service of business records, where requests that wait for a slot are sent together. */
export function connectBusiness(caller: Caller): Connection {
  return connect("business", caller, (request, account) => findBatches(request, account, caller.runtime));
}
