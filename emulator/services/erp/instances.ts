import type { JsonObject } from "../../json.js";
import type { Settings } from "../../options.js";
import type { InstanceStatus, OperationStatus, StopOperation, StoredInstance } from "./operation.js";
import { parsePlace } from "./place.js";
import { parsePlan, type StopOutcome, type StopPlan } from "./plan.js";
import { Stopping } from "./stopping.js";

/**
 * The instances of ERP systems, their stops and the plans of stops, in memory. Tests and other programs can read and change them
 * without a request. Reads here do not advance a stop. Ids ignore letter case.
 */
export class ErpInstances {
  private readonly instances = new Map<string, StoredInstance>();
  private readonly plans = new Map<string, StopPlan[]>();
  private readonly stopped: StopOperation[] = [];
  readonly stopping: Stopping;

  constructor(settings: Settings) {
    this.stopping = new Stopping(this.instances, settings);
  }

  /** Returns the stored instance, for the service. Ends its stop if the time is up. */
  find(id: string): StoredInstance | undefined {
    const instance = this.instances.get(id.toLowerCase());
    if (instance?.stop !== undefined) this.stopping.endIfDue(instance.stop);
    return instance;
  }

  /** Begins a stop with the next plan of the instance. `outcome` has priority over the plan. */
  begin(instance: StoredInstance, soft: boolean, outcome: string | undefined): StopOperation {
    const plan = this.plans.get(instance.place.id.toLowerCase())?.shift() ?? {};
    const operation = this.stopping.begin(instance, soft, plan, outcome ?? plan.outcome ?? "Succeeded");
    this.stopped.push(operation);
    return operation;
  }

  findOperation(name: string): StopOperation | undefined {
    return this.stopped.find((operation) => operation.name.toLowerCase() === name.toLowerCase());
  }

  /**
   * Creates or replaces an instance.
   *
   * @throws RangeError if the id is not that of an ERP instance
   */
  put(id: string, { status = "Running", location = "eastus" }: NewInstance = {}): ErpInstance {
    const instance: StoredInstance = { place: parsePlace(id), location, status };
    this.cancelStop(this.find(id));
    this.instances.set(id.toLowerCase(), instance);
    return answer(instance, this.stopping);
  }

  /** Returns an instance by its resource id. */
  get(id: string): ErpInstance | undefined {
    const instance = this.find(id);
    return instance && answer(instance, this.stopping);
  }

  status(id: string): InstanceStatus | undefined {
    return this.get(id)?.properties.status;
  }

  /** Lists all instances, oldest first. */
  list(): ErpInstance[] {
    return [...this.instances.keys()].flatMap((id) => this.get(id) ?? []);
  }

  /** Removes an instance. Returns false if it did not exist. Its operations stay readable. */
  delete(id: string): boolean {
    return this.instances.delete(id.toLowerCase());
  }

  /** Starts an instance, and cancels a stop in progress. Returns `undefined` if the instance does not exist. */
  start(id: string): ErpInstance | undefined {
    const instance = this.find(id);
    if (instance === undefined) return undefined;
    this.cancelStop(instance);
    instance.status = "Running";
    instance.error = undefined;
    return answer(instance, this.stopping);
  }

  /**
   * Plans the next stop of an instance. Several plans apply to consecutive stops.
   *
   * @throws TypeError for an invalid plan
   */
  plan(id: string, plan: StopPlan): void {
    this.plans.set(id.toLowerCase(), [...(this.plans.get(id.toLowerCase()) ?? []), parsePlan(plan)]);
  }

  /**
   * Ends the current stop of an instance, even if it is stuck.
   *
   * @param outcome The final status. Default: "Succeeded".
   * @param error The error of the stop; null for none. Default: the planned one, or a suitable one.
   * @returns The operation's status; `undefined` if no stop is in progress.
   */
  finish(
    id: string,
    outcome: Exclude<StopOutcome, "stuck"> = "Succeeded",
    error?: JsonObject | null,
  ): OperationStatus | undefined {
    const stop = this.find(id)?.stop;
    if (stop === undefined) return undefined;
    this.stopping.finish(stop, outcome, error);
    return this.stopping.document(stop);
  }

  /** Lists the status of all stops, of one instance or of all, oldest first, also of removed instances. */
  operations(id?: string): OperationStatus[] {
    return this.stopped
      .filter(({ instance }) => id === undefined || instance.place.id.toLowerCase() === id.toLowerCase())
      .map((operation) => {
        this.stopping.endIfDue(operation);
        return this.stopping.document(operation);
      });
  }

  /** Returns the number of stops of an instance. Refused stops, and stops of an offline instance, do not count. */
  stops(id: string): number {
    return this.operations(id).length;
  }

  private cancelStop(instance: StoredInstance | undefined): void {
    if (instance?.stop !== undefined) this.stopping.finish(instance.stop, "Canceled");
  }
}

export interface NewInstance {
  /** Default: "Running". */
  status?: InstanceStatus;
  /** Default: "eastus". */
  location?: string;
}

/** An instance in responses of the service. */
export interface ErpInstance {
  /** Resource id. */
  id: string;
  name: string;
  /** Type of the resource. */
  type: string;
  location: string;
  properties: {
    status: InstanceStatus;
    /** Only for application and central servers. */
    health?: "Healthy" | "Unknown";
    provisioningState: "Succeeded" | "Updating" | "Failed";
    /** Reason of the last failed stop, in `properties`; empty without one. */
    errors: { properties?: unknown };
  };
}

/** Returns the current form of an instance in responses. */
export function answer(instance: StoredInstance, stopping: Stopping): ErpInstance {
  const { place, location, stop, error } = instance;
  const status = stopping.statusOf(instance);
  const failed = error === undefined ? "Succeeded" : "Failed";
  return {
    id: place.id,
    name: place.name,
    type: place.type,
    location,
    properties: {
      status,
      ...(place.kind !== "databaseInstances" && { health: status === "Running" ? "Healthy" : "Unknown" }),
      provisioningState: stop === undefined ? failed : "Updating",
      errors: error === undefined ? {} : { properties: error },
    },
  };
}
