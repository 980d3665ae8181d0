import type { FastifyInstance } from "fastify";
import { explained, requireFound } from "../../control.js";
import { refuseUnknown } from "../../json.js";
import type { Settings } from "../../options.js";
import { registerHooks } from "../../resourceManager.js";
import type { Service } from "../service.js";
import { ErpInstances } from "./instances.js";
import { type Context, createStopHandler, getInstance, getStopResult, getStopStatus } from "./operations.js";
import { getRoute, KINDS, REPORTS } from "./place.js";
import { Signatures } from "./signatures.js";

export function createErp(settings: Settings): Service<ErpInstances> {
  const instances = new ErpInstances(settings);
  const context: Context = { settings, instances, signatures: new Signatures() };
  // The documents do not describe the other instances.
  const isKnown = (id: string) =>
    settings.profile === "azure" || /\/(database|application)Instances\b/.test(id);
  if (settings.seed === "demo") for (const id of DEMO_INSTANCES.filter(isKnown)) instances.put(id);
  return {
    store: instances,
    routes(app) {
      registerHooks(app, settings);
      for (const kind of KINDS) {
        const route = getRoute(kind);
        if (!isKnown(route)) continue;
        app.post(`${route}/stop`, createStopHandler(context, kind));
        app.get(route, getInstance(context, kind));
      }
      app.get(REPORTS.status, getStopStatus(context));
      app.get(REPORTS.result, getStopResult(context));
    },
    control: (app) => registerControlRoutes(app, instances),
  };
}

const SYSTEM =
  "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/erp-demo/providers/Vendor.Workloads/erpVirtualInstances/X00";

/** The demo's ERP system, in which everything is running. */
const DEMO_INSTANCES = [
  `${SYSTEM}/databaseInstances/db0`,
  `${SYSTEM}/applicationInstances/app0`,
  `${SYSTEM}/applicationInstances/app1`,
  `${SYSTEM}/centralInstances/cs0`,
  SYSTEM,
];

function registerControlRoutes(app: FastifyInstance, instances: ErpInstances): void {
  type InstanceQuery = { Querystring: { id?: string } };

  app.get("/instances", async () => ({
    instances: instances.list().map((body) => ({ id: body.id, stops: instances.stops(body.id), body })),
  }));

  app.put<InstanceQuery>("/instances", async ({ query: { id = "" }, body }) =>
    explained(() => {
      refuseUnknown("new instance", body ?? {}, {});
      return instances.put(id);
    }),
  );

  app.post<InstanceQuery>("/instances/start", async ({ query: { id = "" } }) =>
    requireFound(instances.start(id), `instance '${id}'`),
  );
}
