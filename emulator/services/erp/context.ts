import type { Settings } from "../../options.js";
import type { Signatures } from "./signatures.js";
import type { Stopping } from "./stopping.js";
import type { ErpStore } from "./store.js";

/** What the operations of the service work with. */
export interface Context {
  settings: Settings;
  store: ErpStore;
  stopping: Stopping;
  signatures: Signatures;
}
