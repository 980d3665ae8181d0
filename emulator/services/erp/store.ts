import type { Place } from "./place.js";
import type { StopPlan } from "./plan.js";

/** Status of an instance. */
export type InstanceStatus =
  | "Starting"
  | "Running"
  | "Stopping"
  | "Offline"
  | "PartiallyRunning"
  | "Unavailable"
  | "SoftShutdown";

/** An instance that exists. */
export interface StoredInstance {
  place: Place;
  location: string;
  /** Status of the instance when no stop is under way. */
  status: InstanceStatus;
  /** The stop that is under way. */
  stop?: StopOperation;
  /** Why its last stop failed. */
  error?: unknown;
}

/** A stop of an instance, from its beginning on. Times are milliseconds since 1970. */
export interface StopOperation {
  /** A GUID, an asterisk and 64 hexadecimal digits. */
  name: string;
  instance: StoredInstance;
  /** Whether clients are given time to leave before the instance goes down. */
  soft: boolean;
  plan: StopPlan;
  /** The status in which it ends, or "stuck". */
  outcome: string;
  startedAt: number;
  endedAt?: number;
  /** How many reads have seen it under way. */
  reads: number;
}

/** Keeps instances, plans and operations for as long as the process lives. Ids that differ in case only are the same. */
export class ErpStore {
  private readonly instances = new Map<string, StoredInstance>();
  private readonly plans = new Map<string, StopPlan[]>();
  private readonly stops: StopOperation[] = [];

  find(id: string): StoredInstance | undefined {
    return this.instances.get(id.toLowerCase());
  }

  save(instance: StoredInstance): void {
    this.instances.set(instance.place.id.toLowerCase(), instance);
  }

  remove(id: string): boolean {
    return this.instances.delete(id.toLowerCase());
  }

  /** Every instance that exists, oldest first. */
  all(): StoredInstance[] {
    return [...this.instances.values()];
  }

  /** Adds a plan behind those that wait for a stop of this instance. */
  addPlan(id: string, plan: StopPlan): void {
    this.plans.set(id.toLowerCase(), [...(this.plans.get(id.toLowerCase()) ?? []), plan]);
  }

  /** The plan for the stop of an instance that begins now. */
  takePlan(id: string): StopPlan {
    return this.plans.get(id.toLowerCase())?.shift() ?? {};
  }

  addOperation(operation: StopOperation): void {
    this.stops.push(operation);
  }

  findOperation(name: string): StopOperation | undefined {
    return this.stops.find((operation) => operation.name.toLowerCase() === name.toLowerCase());
  }

  /** Every stop that was begun, of one instance or of all, oldest first; they outlive the instances. */
  operations(id?: string): StopOperation[] {
    return this.stops.filter(
      ({ instance }) => id === undefined || instance.place.id.toLowerCase() === id.toLowerCase(),
    );
  }
}
