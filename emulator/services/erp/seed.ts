import type { ErpInstances } from "./instances.js";

const SYSTEM =
  "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/erp-demo/providers/Vendor.Workloads/erpVirtualInstances/X00";

/** The demo's ERP system: a database and two application servers, all running. */
export function seedDemo(instances: ErpInstances): void {
  for (const instance of [
    "databaseInstances/db0",
    "applicationInstances/app0",
    "applicationInstances/app1",
  ]) {
    instances.put(`${SYSTEM}/${instance}`);
  }
}
