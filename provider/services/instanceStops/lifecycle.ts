import {
  type Context,
  type Lifecycle,
  type PriorState,
  ResourceInitError,
  type ResourceState,
} from "../../lifecycle.js";
import { phaseOf } from "../../lro/operation.js";
import { changes } from "../../schema/compare.js";
import { isAbsent } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { objectKey } from "../../schema/objectKey.js";

import { formatResourceId } from "../../schema/resourceId.js";

import type {
  ApplicationServerInstanceStopInputs,
  ApplicationServerInstanceStopState,
  DatabaseInstanceStopInputs,
  DatabaseInstanceStopState,
} from "../../types/lifecycles.js";

import { InstanceMissingError } from "./client.js";
import { applicationServerInstanceStopSchema, databaseInstanceStopSchema } from "./schema.js";
import { Stop, type StopInputs, type StopOutputs, UNOBSERVED } from "./stop.js";

export const databaseInstanceStopLifecycle = stopLifecycle<
  DatabaseInstanceStopInputs,
  DatabaseInstanceStopState
>(databaseInstanceStopSchema, "databaseInstances/{databaseInstanceName}");

export const applicationServerInstanceStopLifecycle = stopLifecycle<
  ApplicationServerInstanceStopInputs,
  ApplicationServerInstanceStopState
>(applicationServerInstanceStopSchema, "applicationInstances/{applicationInstanceName}");

/**
 * The life of a stop. Its id is that of the instance.
 *
 * @param instance form of the id below that of the virtual instance
 */
function stopLifecycle<Inputs extends StopInputs, State extends Inputs & StopOutputs>(
  schema: ResourceSchema,
  instance: string,
): Lifecycle<Inputs, State> {
  const idFormat =
    "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Vendor.Workloads" +
    `/erpVirtualInstances/{erpVirtualInstanceName}/${instance}`;

  /** When a stop fails after it has begun, the state keeps how far it was. */
  async function stopped(
    id: string,
    args: Inputs,
    context: Context,
    act: (stop: Stop) => Promise<void>,
  ): Promise<ResourceState> {
    const stop = new Stop(id, schema, args, context);
    try {
      await act(stop);
    } catch (error) {
      if (Object.keys(stop.outputs).length === 0) throw error;
      throw new ResourceInitError({ id, answer: stop.outputs }, error);
    }
    return { id, answer: stop.outputs };
  }

  return {
    schema,
    service: "resourceManager",
    idFormat,

    manages: (args) => ({ key: objectKey(schema, args) }),

    async create(args, context) {
      const id = formatResourceId(idFormat, args);
      return stopsOnDestroy(args) ? { id, answer: {} } : stopped(id, args, context, (stop) => stop.run());
    },

    /** An action that was taken has no state to read back. */
    async read(id, { outputs }) {
      return { id, answer: outputs };
    },

    async update(id, args, prior, context) {
      const asBefore = { id, answer: prior.outputs };
      if (stopsOnDestroy(args)) return asBefore;
      const { status, operationId } = prior.outputs;
      const changed = changes(schema, prior.args, args).map(({ path }) => path);
      const asksForOne = changed.some((path) => /^triggers\b/.test(path)) || stopsOnDestroy(prior.args);
      const begun = isUnderWay(prior) ? (operationId ?? undefined) : undefined;
      if (asksForOne || isUnfinished(prior)) {
        return stopped(id, args, context, (stop) => {
          if (begun === undefined) return stop.run();
          return asksForOne ? stop.runAfter(begun) : stop.resume(begun);
        });
      }
      context.log.info(nothingStopped(status, changed));
      return asBefore;
    },

    async delete(id, { args }, context) {
      if (!stopsOnDestroy(args)) {
        context.log.info("nothing to undo: the instance is left unchanged.");
        return;
      }
      try {
        await new Stop(id, schema, args, context).run();
      } catch (error) {
        if (!(error instanceof InstanceMissingError)) throw error;
        context.log.info("the service reports that the instance does not exist: nothing is stopped.");
      }
    },

    isDeleteNoop: ({ args }) => !stopsOnDestroy(args),

    pendingUpdateReason(prior) {
      if (!isUnfinished(prior)) return undefined;
      const { status } = prior.outputs;
      return phaseOf(status ?? "") === "failed"
        ? "the last stop failed; the update stops the instance again."
        : `the outcome of the last stop is unknown (${status}); the update resumes waiting for it.`;
    },

    hint(error) {
      return error instanceof InstanceMissingError
        ? "check the names of the instance, the virtual instance, the resource group and the subscription."
        : undefined;
    },
  };
}

function stopsOnDestroy({ stopOn }: StopInputs): boolean {
  return stopOn?.toLowerCase() === "destroy";
}

/** A stop that was canceled, by somebody at the service, is over: it is not repeated unasked. */
function isUnfinished(prior: PriorState<StopInputs, StopOutputs>): boolean {
  const isFailed = phaseOf(prior.outputs.status ?? "") === "failed";
  return !stopsOnDestroy(prior.args) && (isFailed || isUnderWay(prior));
}

/** Whether a stop was begun, and not seen to end. */
function isUnderWay({ outputs: { status } }: PriorState<StopInputs, StopOutputs>): boolean {
  return !isAbsent(status) && status !== UNOBSERVED && phaseOf(status) === "running";
}

function nothingStopped(status: StopOutputs["status"], changed: string[]): string {
  if (phaseOf(status ?? "") === "canceled") {
    return "the last stop was canceled at the service; a change of `triggers` stops the instance again.";
  }
  const because =
    changed.length === 0 ? "no argument has changed" : `${changed.join(", ")} applies to the next stop`;
  return `nothing is stopped now: ${because}.`;
}
