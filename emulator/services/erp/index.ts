import type { FastifyInstance } from "fastify";
import { createControlError, explained, requireFound } from "../../control.js";
import { isObject, isText, refuseUnknown, type Test } from "../../json.js";
import type { Settings } from "../../options.js";
import { registerHooks } from "../../resourceManager.js";
import { AcceptedTokens } from "../../tokens.js";
import type { Service } from "../service.js";
import { ErpInstances, type NewInstance } from "./instances.js";
import { INSTANCE_STATUSES, type InstanceStatus } from "./operation.js";
import { type Context, createStopHandler, getInstance, getStopResult, getStopStatus } from "./operations.js";
import { INSTANCES, REPORTS } from "./place.js";
import { isOutcome, parsePlan, type StopPlan } from "./plan.js";
import { SIGNATURE_PARAMETERS, Signatures } from "./signatures.js";

const VERSIONS = {
  type: "erpVirtualInstances",
  versions: ["2021-12-01-preview", "2022-11-01-preview", "2023-04-01", "2023-10-01-preview", "2024-09-01"],
};

export function createErp(settings: Settings): Service<ErpInstances> {
  const instances = new ErpInstances(settings);
  const context: Context = { settings, instances, signatures: new Signatures() };
  if (settings.seed === "demo") seedDemo(instances, settings);
  return {
    store: instances,
    secrets: { parameters: SIGNATURE_PARAMETERS },
    routes(app) {
      registerHooks(app, new AcceptedTokens(settings), VERSIONS);
      for (const { kind, path } of INSTANCES) {
        // The documents do not describe these instances.
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

/**
 * Adds the demo's ERP system, in which everything is running: a database and two application servers; with the profile `azure`
 * also a central server and the system itself.
 */
function seedDemo(instances: ErpInstances, { profile }: Settings): void {
  for (const instance of [
    "/databaseInstances/db0",
    "/applicationInstances/app0",
    "/applicationInstances/app1",
    ...(profile === "azure" ? ["/centralInstances/cs0", ""] : []),
  ])
    instances.put(`${SYSTEM}${instance}`);
}

interface InstanceQuery {
  Querystring: { id?: string };
}

/** Adds `/_emulator/instances` and `/_emulator/operations`, which read instances and their stops, and plan stops. */
function registerControlRoutes(app: FastifyInstance, instances: ErpInstances): void {
  app.get("/instances", async () => ({
    instances: instances.list().map((body) => ({ id: body.id, stops: instances.stops(body.id), body })),
  }));

  app.put<InstanceQuery>("/instances", async ({ query: { id = "" }, body }) =>
    explained(() => instances.put(id, newInstance(body))),
  );

  app.delete<InstanceQuery>("/instances", async ({ query: { id = "" } }, reply) => {
    requireFound(instances.delete(id) || undefined, `instance '${id}'`);
    return reply.code(204).send();
  });

  app.post<InstanceQuery>("/instances/start", async ({ query: { id = "" } }) =>
    requireFound(instances.start(id), `instance '${id}'`),
  );

  app.post<InstanceQuery>("/instances/plans", async ({ query: { id = "" }, body }, reply) => {
    requireFound(instances.get(id), `instance '${id}'`);
    explained(() => instances.plan(id, body as StopPlan));
    return reply.code(204).send();
  });

  app.post<InstanceQuery>("/instances/finish", async ({ query: { id = "" }, body }) => {
    requireFound(instances.get(id), `instance '${id}'`);
    const { outcome = "Succeeded", error } = isObject(body) ? body : {};
    if (!isOutcome(outcome) || outcome === "stuck")
      throw createControlError(400, "'outcome' must be Succeeded, Failed or Canceled.");
    const planned = explained(() => parsePlan({ error }));
    const finished = instances.finish(id, outcome, planned.error);
    if (finished === undefined) throw createControlError(409, `No stop of '${id}' is in progress.`);
    return finished;
  });

  app.get<InstanceQuery>("/operations", async ({ query: { id } }) => ({
    operations: instances.operations(id),
  }));
}

const INSTANCE: Record<string, Test> = {
  status: (value) => INSTANCE_STATUSES.includes(value as InstanceStatus),
  location: isText,
};

function newInstance(body: unknown): NewInstance {
  const asked = isObject(body) ? body : {};
  refuseUnknown("new instance", asked, INSTANCE);
  return asked;
}
