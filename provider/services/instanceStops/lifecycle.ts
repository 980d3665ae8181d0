import type { ResourceDefinition } from "../../contract/definition.js";
import {
  type Context,
  type Lifecycle,
  ResourceInitError,
  type ResourceState,
} from "../../contract/lifecycle.js";
import { inProfile } from "../../contract/profile.js";
import { readPhase } from "../../lro/phase.js";
import { listChanges } from "../../schema/compare.js";
import { formatResourceId } from "../../schema/resourceId.js";
import { foreign, message } from "../../text/message.js";
import { InstanceMissingError } from "./client.js";
import {
  applicationServerInstanceStop,
  centralServerInstanceStop,
  databaseInstanceStop,
  isUnderWay,
  isUnfinished,
  predictUpdate,
  type StopInputs,
  type StopOutputs,
  stopsOnDestroy,
  virtualInstanceStop,
} from "./definition.js";
import { Stop } from "./stop.js";

export const databaseInstanceStopLifecycle = createStopLifecycle(databaseInstanceStop);
export const applicationServerInstanceStopLifecycle = createStopLifecycle(applicationServerInstanceStop);
export const centralServerInstanceStopLifecycle = createStopLifecycle(centralServerInstanceStop);
export const virtualInstanceStopLifecycle = createStopLifecycle(virtualInstanceStop);

/** A stop happens once, in the create or in the delete. The state keeps how it ended, because the service does not. */
function createStopLifecycle<Inputs extends StopInputs>(
  definition: ResourceDefinition<Inputs>,
): Lifecycle<Inputs, Inputs & StopOutputs> {
  const { schema, idFormat } = definition;

  /** If a stop fails after it has begun, the state keeps its last status. */
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
    ...definition,

    async create(args, context) {
      const id = formatResourceId(inProfile(idFormat, context.settings.profile), args);
      return stopsOnDestroy(args) ? { id, answer: {} } : stopped(id, args, context, (stop) => stop.run());
    },

    /** The service keeps no state of a stop. */
    async read(id, { outputs }) {
      return { id, answer: outputs };
    },

    async update(id, args, prior, context) {
      const { status, operationId } = prior.outputs;
      const changed = listChanges(schema, prior.args, args).map(({ path }) => path);
      const effect = predictUpdate(prior, args, changed);
      if (effect === "stops" || effect === "resumes") {
        const isBegun = isUnderWay(prior);
        return stopped(id, args, context, (stop) => {
          if (isBegun && effect === "resumes") return stop.resume(prior.outputs);
          return isBegun && operationId ? stop.runAfter(operationId) : stop.run();
        });
      }
      if (effect === "nothing") context.log.info(nothingStopped(status, changed));
      return { id, answer: prior.outputs };
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

    pendingUpdateReason(prior, args) {
      if (!isUnfinished(prior) || stopsOnDestroy(args)) return undefined;
      const { status } = prior.outputs;
      return readPhase(status ?? "") === "failed"
        ? "the last stop failed; the update stops the instance again."
        : message`the outcome of the last stop is unknown (${foreign(String(status))}); the update resumes waiting for it, or stops the instance again if it is running and the service does not know that stop.`;
    },
  };
}

function nothingStopped(status: StopOutputs["status"], changed: string[]): string {
  if (readPhase(status ?? "") === "canceled")
    return "the last stop was canceled at the service; a change of `triggers` stops the instance again.";
  const because =
    changed.length === 0 ? "no argument has changed" : `the next stop uses ${changed.join(", ")}`;
  return `nothing is stopped now: ${because}.`;
}
