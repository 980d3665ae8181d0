import { type Lifecycle, type Live, PartialFailure, type Recorded } from "../../lifecycle.js";
import { phaseOf } from "../../lro/operation.js";
import { changes } from "../../schema/compare.js";
import type { ResourceSchema } from "../../schema/dialect.js";
import type { JsonObject } from "../../schema/json.js";
import { applicationServerInstanceStopSchema, databaseInstanceStopSchema } from "./schema.js";
import { InstanceMissingError, Stop } from "./stop.js";

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

  return {
    schema,
    service: "resourceManager",

    async create(args, context) {
      const id = resourcePath(args);
      return stopsOnDestroy(args) ? { id, answer: {} } : done(new Stop(id, schema, args, context), id);
    },

    /** An action that was taken has no state to read back. */
    async read(id, { outputs }) {
      return { id, answer: outputs };
    },

    async update(id, args, recorded, context) {
      const asBefore = { id, answer: recorded.outputs };
      if (stopsOnDestroy(args)) return asBefore;
      const { status, operationId } = recorded.outputs;
      if (isUnfinished(recorded)) {
        const isFailed = phaseOf(String(status)) === "failed";
        return done(new Stop(id, schema, args, context), id, isFailed ? undefined : operationId);
      }
      const changed = changes(schema, recorded.args, args).map(({ path }) => path);
      const asksForOne = changed.some((path) => /^(triggers|stopOn)\b/.test(path));
      if (asksForOne) return done(new Stop(id, schema, args, context), id);
      context.row.info(
        phaseOf(String(status)) === "canceled"
          ? "the last stop was canceled at the service; a change of `triggers` stops again."
          : `nothing is stopped now: ${changed.join(", ")} is for the next stop.`,
      );
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

/** When a stop fails after it has begun, the state keeps how far it was. */
async function done(stop: Stop, id: string, operationId?: unknown): Promise<Live> {
  try {
    await stop.run(typeof operationId === "string" ? operationId : undefined);
  } catch (error) {
    if (Object.keys(stop.outputs).length === 0) throw error;
    throw new PartialFailure({ id, answer: stop.outputs }, error);
  }
  return { id, answer: stop.outputs };
}

function stopsOnDestroy({ stopOn }: JsonObject): boolean {
  return String(stopOn).toLowerCase() === "destroy";
}

/** A stop that was canceled, by somebody at the service, is over: it is not repeated unasked. */
function isUnfinished({ args, outputs: { status, operationId } }: Recorded): boolean {
  if (stopsOnDestroy(args) || status === undefined) return false;
  const phase = phaseOf(String(status));
  // Without an operation there is nothing that could be taken up.
  if (String(status) === "Accepted" && operationId === undefined) return false;
  return phase === "failed" || phase === "running";
}
