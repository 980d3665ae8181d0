import type { Faults } from "../../faults/faults.js";
import type { Settings } from "../../options.js";
import { Quota } from "../../quota.js";
import type { Service } from "../service.js";
import { registerControlRoutes } from "./control.js";
import type { Context } from "./operation.js";
import { BusinessRecords } from "./records.js";
import { registerRoutes } from "./routes.js";
import { createSeededStore } from "./seed/seed.js";
import { Writes } from "./write/writes.js";

/** The service that keeps business records. */
export function createBusiness(settings: Settings, faults: Faults): Service<BusinessRecords> {
  const store = createSeededStore(settings.seed);
  const writes = new Writes(store, settings);
  const quota = new Quota(settings.businessQuota, settings.now);
  const context: Context = { settings, faults, quota, store, writes };
  const records = new BusinessRecords(store, writes);
  return {
    store: records,
    routes: (app) => registerRoutes(app, context),
    control: (app) => registerControlRoutes(app, records),
  };
}
