import { type Context, type Lifecycle, type Live, PartialFailure, type Recorded } from "../../lifecycle.js";
import { phaseOf } from "../../lro/operation.js";
import { changes } from "../../schema/compare.js";
import type { ResourceSchema } from "../../schema/dialect.js";
import type { JsonObject } from "../../schema/json.js";
import { objectKey } from "../../schema/objectKey.js";
import { InstanceMissingError } from "./client.js";
import { applicationServerInstanceStopSchema, databaseInstanceStopSchema } from "./schema.js";
import { Stop, UNOBSERVED } from "./stop.js";

export const databaseInstanceStopLifecycle = stopLifecycle(
  databaseInstanceStopSchema,
  (args) => `databaseInstances/${args.databaseInstanceName}`,
);

export const applicationServerInstanceStopLifecycle = stopLifecycle(
  applicationServerInstanceStopSchema,
  (args) => `applicationInstances/${args.applicationInstanceName}`,
);

/** The life of a stop. Its id is that of the instance. */
function stopLifecycle(schema: ResourceSchema, instance: (args: JsonObject) => string): Lifecycle {
  const resourcePath = (args: JsonObject): string =>
    `/subscriptions/${args.subscriptionId}/resourceGroups/${args.resourceGroupName}/providers/Vendor.Workloads` +
    `/erpVirtualInstances/${args.erpVirtualInstanceName}/${instance(args)}`;

  /** When a stop fails after it has begun, the state keeps how far it was. */
  async function stopped(
    id: string,
    args: JsonObject,
    context: Context,
    act: (stop: Stop) => Promise<void>,
  ): Promise<Live> {
    const stop = new Stop(id, schema, args, context);
    try {
      await act(stop);
    } catch (error) {
      if (Object.keys(stop.outputs).length === 0) throw error;
      throw new PartialFailure({ id, answer: stop.outputs }, error);
    }
    return { id, answer: stop.outputs };
  }

  return {
    schema,
    service: "resourceManager",

    manages: (args) => ({ key: objectKey(schema, args) }),

    async create(args, context) {
      const id = resourcePath(args);
      return stopsOnDestroy(args) ? { id, answer: {} } : stopped(id, args, context, (stop) => stop.run());
    },

    /** An action that was taken has no state to read back. */
    async read(id, { outputs }) {
      return { id, answer: outputs };
    },

    async update(id, args, recorded, context) {
      const asBefore = { id, answer: recorded.outputs };
      if (stopsOnDestroy(args)) return asBefore;
      const { status, operationId } = recorded.outputs;
      const changed = changes(schema, recorded.args, args).map(({ path }) => path);
      const asksForOne = changed.some((path) => /^triggers\b/.test(path)) || stopsOnDestroy(recorded.args);
      const begun = isUnderWay(recorded) && typeof operationId === "string" ? operationId : undefined;
      if (asksForOne || isUnfinished(recorded)) {
        return stopped(id, args, context, (stop) => {
          if (begun === undefined) return stop.run();
          return asksForOne ? stop.runAfter(begun) : stop.resume(begun);
        });
      }
      context.row.info(nothingStopped(String(status), changed));
      return asBefore;
    },

    async delete(id, { args }, context) {
      if (!stopsOnDestroy(args)) {
        context.row.info("nothing to undo: the instance is left as it is.");
        return;
      }
      try {
        await new Stop(id, schema, args, context).run();
      } catch (error) {
        if (!(error instanceof InstanceMissingError)) throw error;
        context.row.info("the service says that there is no such instance: nothing is stopped.");
      }
    },

    deletesNothing: ({ args }) => !stopsOnDestroy(args),

    unfinished(recorded) {
      if (!isUnfinished(recorded)) return undefined;
      const { status } = recorded.outputs;
      return phaseOf(String(status)) === "failed"
        ? "its stop failed; the update stops it again."
        : `its stop was not seen to end (${status}); the update takes it up.`;
    },

    advise(error) {
      return error instanceof InstanceMissingError
        ? "check the names of the instance, the virtual instance, the resource group and the subscription."
        : undefined;
    },
  };
}

function stopsOnDestroy({ stopOn }: JsonObject): boolean {
  return String(stopOn).toLowerCase() === "destroy";
}

/** A stop that was canceled, by somebody at the service, is over: it is not repeated unasked. */
function isUnfinished(recorded: Recorded): boolean {
  const isFailed = phaseOf(String(recorded.outputs.status)) === "failed";
  return !stopsOnDestroy(recorded.args) && (isFailed || isUnderWay(recorded));
}

/** Whether a stop was begun, and not seen to end. */
function isUnderWay({ outputs: { status } }: Recorded): boolean {
  return typeof status === "string" && status !== UNOBSERVED && phaseOf(status) === "running";
}

function nothingStopped(status: string, changed: string[]): string {
  if (phaseOf(status) === "canceled") {
    return "the last stop was canceled at the service; a change of `triggers` stops again.";
  }
  const because =
    changed.length === 0 ? "no argument has changed" : `${changed.join(", ")} is for the next stop`;
  return `nothing is stopped now: ${because}.`;
}
