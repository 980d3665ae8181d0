import type { Faults } from "../../faults/faults.js";
import type { Settings } from "../../options.js";
import type { Quota } from "./limits/quota.js";
import type { RecordStore } from "./store/store.js";
import type { Writes } from "./write/writes.js";

/** What the operations of the service work with. */
export interface Context {
  settings: Settings;
  faults: Faults;
  quota: Quota;
  store: RecordStore;
  writes: Writes;
}
