import type { Faults } from "../../faults/faults.js";
import type { Settings } from "../../options.js";
import { Quota } from "../../quota.js";
import type { Service } from "../service.js";
import { control } from "./control.js";
import type { Context } from "./operation.js";
import { BusinessRecords } from "./records.js";
import { routes } from "./routes.js";
import { seededStore } from "./seed/seed.js";
import { Writes } from "./write/writes.js";

/** The service that keeps business records. */
export function business(settings: Settings, faults: Faults): Service<BusinessRecords> {
  const store = seededStore(settings.seed);
  const writes = new Writes(store, settings.now);
  const quota = new Quota(settings.businessQuota, settings.now);
  const context: Context = { settings, faults, quota, store, writes };
  const records = new BusinessRecords(store, writes);
  return {
    store: records,
    routes: (app) => routes(app, context),
    control: (app) => control(app, records),
  };
}
