import type { FastifyInstance } from "fastify";
import { createControlError, explained, requireFound } from "../../control.js";
import { isObject } from "../../json.js";
import type { ErpInstances, NewInstance } from "./instances.js";
import { isOutcome, parsePlan, type StopPlan } from "./plan.js";
import type { InstanceStatus } from "./store.js";

interface InstanceQuery {
  Querystring: { id?: string };
}

const STATUSES: InstanceStatus[] = [
  "Starting",
  "Running",
  "Stopping",
  "Offline",
  "PartiallyRunning",
  "Unavailable",
  "SoftShutdown",
];

/** `/_emulator/instances` and `/_emulator/operations`: reads ERP instances and their stops, and plans how stops go. */
export function registerControlRoutes(app: FastifyInstance, instances: ErpInstances): void {
  app.get("/instances", async () => ({
    instances: instances.list().map((body) => ({ id: body.id, stops: instances.stops(body.id), body })),
  }));

  app.put<InstanceQuery>("/instances", async ({ query: { id = "" }, body }) => {
    const asked = newInstance(body);
    return explained(() => instances.put(id, asked));
  });

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

function newInstance(body: unknown): NewInstance {
  const { status, location, ...rest } = isObject(body) ? body : {};
  if (status !== undefined && !STATUSES.includes(status as InstanceStatus))
    throw createControlError(400, `'status' must be one of: ${STATUSES.join(", ")}.`);
  if ((location !== undefined && typeof location !== "string") || Object.keys(rest).length > 0)
    throw createControlError(400, "An instance has a 'status' and a 'location', which is a string.");
  return { status: status as InstanceStatus | undefined, location };
}
