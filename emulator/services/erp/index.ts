import type { FastifyInstance } from "fastify";
import type { Settings } from "../../options.js";
import { requireApiVersion } from "../../resourceManager/apiVersion.js";
import { frontDoor } from "../../resourceManager/frontDoor.js";
import type { Service } from "../service.js";
import type { Context } from "./context.js";
import { control } from "./control.js";
import { ErpInstances } from "./instances.js";
import { get } from "./operations/get.js";
import { result, status } from "./operations/report.js";
import { stop } from "./operations/stop.js";
import { INSTANCES, REPORTS } from "./place.js";
import { seedDemo } from "./seed.js";
import { SIGNATURE_PARAMETERS, Signatures } from "./signatures.js";
import { Stopping } from "./stopping.js";
import { ErpStore } from "./store.js";

/** The service that stops instances of ERP systems. */
export function erp(settings: Settings): Service<ErpInstances> {
  const store = new ErpStore();
  const stopping = new Stopping(store, settings);
  const context: Context = { settings, store, stopping, signatures: new Signatures(settings.now) };
  const instances = new ErpInstances(store, stopping);
  if (settings.seed === "demo") {
    seedDemo(instances);
  }
  return {
    store: instances,
    secrets: { parameters: SIGNATURE_PARAMETERS },
    routes(app) {
      app.register(async (scope) => {
        frontDoor(scope, settings.token);
        for (const { kind, path } of INSTANCES) {
          scope.post(`${path}/stop`, stop(context, kind));
          if (settings.erpInstanceReads) {
            scope.get(path, get(context, kind));
          }
        }
      });
      app.register(async (scope) => {
        reportDoor(scope, settings);
        scope.get(REPORTS.status, status(context));
        scope.get(REPORTS.result, result(context));
      });
    },
    control: (app) => control(app, instances),
  };
}

/** Another origin is another server, which knows nothing of this one's tokens. */
function reportDoor(app: FastifyInstance, { erpStatusOrigin, token }: Settings): void {
  if (erpStatusOrigin === undefined) {
    frontDoor(app, token);
  } else {
    app.addHook("preHandler", async ({ query }) => requireApiVersion(query as Record<string, unknown>));
  }
}
