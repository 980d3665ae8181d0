import type { JsonObject } from "../../json.js";
import type { Settings } from "../../options.js";
import type { InstanceStatus, OperationStatus, StopOperation, StoredInstance } from "./operation.js";
import { parsePlace } from "./place.js";
import { parsePlan, type StopOutcome, type StopPlan } from "./plan.js";
import { Stopping } from "./stopping.js";

/**
 * The instances of ERP systems, their stops and the plans for these, for as long as the process lives: for the service, and
 * for tests and other programs that read or change them without a request. A look at an instance here does not count as a
 * read. Ids that differ in case only are the same.
 */
export class ErpInstances {
  private readonly instances = new Map<string, StoredInstance>();
  private readonly plans = new Map<string, StopPlan[]>();
  private readonly stopped: StopOperation[] = [];
  readonly stopping: Stopping;

  constructor(settings: Settings) {
    this.stopping = new Stopping(this.instances, settings);
  }

  /** An instance itself, whose stop has ended if its time is up, for the service. */
  find(id: string): StoredInstance | undefined {
    const instance = this.instances.get(id.toLowerCase());
    if (instance?.stop !== undefined) this.stopping.endIfDue(instance.stop);
    return instance;
  }

  /** Begins a stop by the next plan for it; `outcome` is more than the plan says. */
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
   * Puts an instance there, whatever there was before.
   *
   * @throws RangeError for an id that is not one of an instance of an ERP system.
   */
  put(id: string, { status = "Running", location = "eastus" }: NewInstance = {}): ErpInstance {
    const instance: StoredInstance = { place: parsePlace(id), location, status };
    this.cancelStop(this.find(id));
    this.instances.set(id.toLowerCase(), instance);
    return answer(instance, this.stopping);
  }

  /** An instance by its resource id. */
  get(id: string): ErpInstance | undefined {
    const instance = this.find(id);
    return instance && answer(instance, this.stopping);
  }

  /** Current status of an instance. */
  status(id: string): InstanceStatus | undefined {
    return this.get(id)?.properties.status;
  }

  /** Every instance, oldest first. */
  list(): ErpInstance[] {
    return [...this.instances.keys()].flatMap((id) => this.get(id) ?? []);
  }

  /** Removes an instance; tells whether it was there. Its operations can still be read. */
  delete(id: string): boolean {
    return this.instances.delete(id.toLowerCase());
  }

  /** Lets an instance run again; a stop that is under way is cancelled. `undefined` when there is no such instance. */
  start(id: string): ErpInstance | undefined {
    const instance = this.find(id);
    if (instance === undefined) return undefined;
    this.cancelStop(instance);
    instance.status = "Running";
    instance.error = undefined;
    return answer(instance, this.stopping);
  }

  /**
   * Says how the next stop of an instance goes; several plans are for stops in a row.
   *
   * @throws TypeError for a plan that is not understood.
   */
  plan(id: string, plan: StopPlan): void {
    this.plans.set(id.toLowerCase(), [...(this.plans.get(id.toLowerCase()) ?? []), parsePlan(plan)]);
  }

  /**
   * Ends the stop of an instance that is under way, also one that is stuck.
   *
   * @param outcome How it ends. Default "Succeeded".
   * @param error Its error; null for none. Default: the planned one, or one that fits.
   * @returns The operation's status; `undefined` when there is no stop under way.
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

  /** The status of every stop that was begun, of one instance or of all, oldest first; they outlive the instances. */
  operations(id?: string): OperationStatus[] {
    return this.stopped
      .filter(({ instance }) => id === undefined || instance.place.id.toLowerCase() === id.toLowerCase())
      .map((operation) => {
        this.stopping.endIfDue(operation);
        return this.stopping.document(operation);
      });
  }

  /** How many stops of an instance were begun. What is refused, or finds the instance offline, is none. */
  stops(id: string): number {
    return this.operations(id).length;
  }

  private cancelStop(instance: StoredInstance | undefined): void {
    if (instance?.stop !== undefined) this.stopping.finish(instance.stop, "Canceled");
  }
}

/** The properties of a new instance. */
export interface NewInstance {
  /** Default "Running". */
  status?: InstanceStatus;
  /** Default "eastus". */
  location?: string;
}

/** An instance as the service answers it. */
export interface ErpInstance {
  /** Resource id. */
  id: string;
  name: string;
  /** Type of the resource. */
  type: string;
  location: string;
  properties: {
    status: InstanceStatus;
    /** Application and central servers only. */
    health?: "Healthy" | "Unknown";
    provisioningState: "Succeeded" | "Updating" | "Failed";
    /** Why the last stop failed, in `properties`; empty where it did not. */
    errors: { properties?: unknown };
  };
}

/** An instance as it can be read now. */
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
