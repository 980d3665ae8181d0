import type { Settings } from "../../options.js";
import { transitioning } from "./errors.js";
import type { OperationLog } from "./operationLog.js";
import type { Provisioning } from "./provisioning.js";
import type { GroupStore, StoredGroup } from "./store.js";

/** What the operations of the service work with. */
export interface Context {
  settings: Settings;
  store: GroupStore;
  operations: OperationLog;
  provisioning: Provisioning;
}

/** Refuses a change of a group that is being deleted or, if the emulator is told so, provisioned. */
export function refuseWhileTransitioning({ settings }: Context, group: StoredGroup): void {
  const deleting = group.body.properties.provisioningState === "Deleting";
  if (deleting || (settings.refuseWhileTransitioning && group.transition !== undefined)) {
    throw transitioning(group.body.name ?? group.id);
  }
}
