import type { Settings } from "../../options.js";
import { parsePlace } from "./place.js";
import { Stop, type StopPlan, type StoredInstance } from "./stop.js";

/**
 * The instances of ERP systems, their stops and the plans of stops, in memory. Tests and other programs can read and change them
 * without a request. Reads here do not advance a stop. Ids ignore letter case.
 */
export class ErpInstances {
  private readonly instances = new Map<string, StoredInstance>();
  private readonly plans = new Map<string, StopPlan[]>();
  private readonly begun: Stop[] = [];

  constructor(private readonly settings: Settings) {}

  find(id: string): StoredInstance | undefined {
    return this.instances.get(id.toLowerCase());
  }

  /** Begins a stop with the next plan of the instance. `outcome` has priority over the plan. */
  begin(instance: StoredInstance, outcome: string | undefined): Stop {
    const { id, kind } = instance.place;
    const plan = this.plans.get(id.toLowerCase())?.shift() ?? {};
    // The servers stop together with their system, but its database does not.
    const servers = [...this.instances]
      .filter(
        ([key, { place }]) => key.startsWith(`${id}/`.toLowerCase()) && place.kind !== "databaseInstances",
      )
      .map(([, server]) => server);
    const parts = [instance, ...(kind === "" ? servers : [])];
    const result = outcome ?? plan.outcome ?? "Succeeded";
    const stop = new Stop(instance, parts, plan, result, this.settings);
    this.begun.push(stop);
    return stop;
  }

  findStop(name: string): Stop | undefined {
    return this.begun.find((stop) => stop.name.toLowerCase() === name.toLowerCase());
  }

  /**
   * Creates or replaces an instance, which is running.
   *
   * @throws RangeError if the id is not that of an ERP instance
   */
  put(id: string): ErpInstance {
    const instance: StoredInstance = { place: parsePlace(id), location: "eastus", status: "Running" };
    this.find(id)?.stop?.finish("Canceled");
    this.instances.set(id.toLowerCase(), instance);
    return answer(instance);
  }

  get(id: string): ErpInstance | undefined {
    const instance = this.find(id);
    return instance && answer(instance);
  }

  status(id: string): string | undefined {
    return this.get(id)?.properties.status;
  }

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
    instance.stop?.finish("Canceled");
    instance.status = "Running";
    instance.error = undefined;
    return answer(instance);
  }

  /** Plans the next stop of an instance. Several plans apply to consecutive stops. */
  plan(id: string, plan: StopPlan): void {
    this.plans.set(id.toLowerCase(), [...(this.plans.get(id.toLowerCase()) ?? []), plan]);
  }

  /** Ends the current stop of an instance, even if it is stuck. Returns its status; `undefined` without a stop. */
  finish(id: string) {
    const stop = this.find(id)?.stop;
    stop?.finish("Succeeded");
    return stop?.document();
  }

  /** Lists the status of all stops of an instance, oldest first, also of a removed instance. */
  operations(id: string) {
    return this.begun
      .filter(({ instance }) => instance.place.id.toLowerCase() === id.toLowerCase())
      .map((stop) => stop.document());
  }

  /** Returns the number of stops of an instance. Refused stops, and stops of an offline instance, do not count. */
  stops(id: string): number {
    return this.operations(id).length;
  }
}

export type ErpInstance = ReturnType<typeof answer>;

export function answer({ place, location, status: settled, stop, error }: StoredInstance) {
  const status = stop === undefined ? settled : "Stopping";
  const state = error === undefined ? "Succeeded" : "Failed";
  return {
    ...{ id: place.id, name: place.name, type: place.type, location },
    properties: {
      status,
      ...(place.kind !== "databaseInstances" && { health: status === "Running" ? "Healthy" : "Unknown" }),
      provisioningState: stop === undefined ? state : "Updating",
      errors: error === undefined ? {} : { properties: error },
    },
  };
}
