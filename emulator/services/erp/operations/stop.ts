import type { RouteHandlerMethod } from "fastify";
import type { Fault } from "../../../faults/fault.js";
import { cloudErrors } from "../../../resourceManager/cloudError.js";
import type { Context } from "../context.js";
import { operationInProgress } from "../errors.js";
import { errorOf, finishedAtOnce } from "../operation.js";
import { type InstanceKind, placeOf } from "../place.js";
import type { StopPlan } from "../plan.js";
import { statusHeaders } from "../statusHeaders.js";
import { readStopRequest } from "../stopRequest.js";
import type { StopOperation, StoredInstance } from "../store.js";

const BETWEEN = ["Starting", "Stopping", "SoftShutdown"];

/** POST of a stop: 202 when it begins, 200 when the instance is offline already, or at once. */
export function stop(context: Context, kind: InstanceKind): RouteHandlerMethod {
  const { settings, store, stopping } = context;
  return async (request, reply) => {
    const { id } = placeOf(request, kind);
    const { softStopTimeoutSeconds = 0 } = readStopRequest(request);
    const instance = store.find(id);
    if (instance === undefined) {
      throw cloudErrors.resourceNotFound(id);
    }
    const running = underWay(context, instance);
    if (running === undefined && stopping.statusOf(instance) === "Offline") {
      return finishedAtOnce(instance, settings.now());
    }
    const operation = running ?? begin(context, instance, softStopTimeoutSeconds > 0, request.fault);
    if (operation.endedAt !== undefined) {
      return finishedAtOnce(instance, operation.endedAt, operation.outcome, errorOf(operation));
    }
    reply.headers(statusHeaders(context, request, operation));
    return reply.code(202).type("application/json; charset=utf-8").send("null");
  };
}

/** The stop that a second one is answered with; refused unless the emulator is told otherwise. */
function underWay({ settings, stopping }: Context, instance: StoredInstance): StopOperation | undefined {
  if (instance.stop !== undefined) {
    stopping.look(instance.stop);
  }
  const running = instance.stop;
  const repeatable = running !== undefined && settings.erpAcceptRepeatedStop;
  if (BETWEEN.includes(stopping.statusOf(instance)) && !repeatable) {
    throw operationInProgress(instance.place.id);
  }
  return running;
}

function begin(
  { store, stopping }: Context,
  instance: StoredInstance,
  soft: boolean,
  fault: Fault | undefined,
): StopOperation {
  const plan = store.takePlan(instance.place.id);
  return stopping.begin(instance, soft, plan, outcomeOf(fault, plan));
}

/** How a stop ends: well, unless a fault or else its plan says otherwise. */
function outcomeOf(fault: Fault | undefined, { outcome = "Succeeded" }: StopPlan): string {
  if (fault !== undefined && "stuck" in fault) {
    return "stuck";
  }
  return fault !== undefined && "provisioning" in fault ? fault.provisioning : outcome;
}
