import type { Settings } from "../../options.js";
import { registerHooks } from "../../resourceManager/requests.js";
import { AcceptedTokens } from "../../tokens.js";
import type { Service } from "../service.js";
import { registerControlRoutes } from "./control.js";
import { ErpInstances } from "./instances.js";
import { type Context, createStopHandler, getInstance, getStopResult, getStopStatus } from "./operations.js";
import { INSTANCES, REPORTS } from "./place.js";
import { SIGNATURE_PARAMETERS, Signatures } from "./signatures.js";
import { Stopping } from "./stopping.js";
import { ErpStore } from "./store.js";

/** The service that stops instances of ERP systems. */
export function createErp(settings: Settings): Service<ErpInstances> {
  const store = new ErpStore();
  const stopping = new Stopping(store, settings);
  const context: Context = { settings, store, stopping, signatures: new Signatures(settings.now) };
  const instances = new ErpInstances(store, stopping);
  if (settings.seed === "demo") seedDemo(instances, settings);
  return {
    store: instances,
    secrets: { parameters: SIGNATURE_PARAMETERS },
    routes(app) {
      registerHooks(app, new AcceptedTokens(settings));
      for (const { kind, path } of INSTANCES) {
        // The documents do not have them.
        if ((kind === "" || kind === "centralInstances") && settings.profile !== "azure") continue;
        app.post(`${path}/stop`, createStopHandler(context, kind));
        app.get(path, getInstance(context, kind));
      }
      app.get(REPORTS.status, getStopStatus(context));
      app.get(REPORTS.result, getStopResult(context));
    },
    control: (app) => registerControlRoutes(app, instances),
  };
}

const SYSTEM =
  "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/erp-demo/providers/Vendor.Workloads/erpVirtualInstances/X00";

/** The demo's ERP system, all running: a database, two application servers; where there are such, a central server and the whole. */
function seedDemo(instances: ErpInstances, { profile }: Settings): void {
  for (const instance of [
    "/databaseInstances/db0",
    "/applicationInstances/app0",
    "/applicationInstances/app1",
    ...(profile === "azure" ? ["/centralInstances/cs0", ""] : []),
  ])
    instances.put(`${SYSTEM}${instance}`);
}
