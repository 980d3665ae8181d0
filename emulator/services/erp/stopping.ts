import { randomBytes, randomUUID } from "node:crypto";
import type { JsonObject } from "../../json.js";
import type { Settings } from "../../options.js";
import {
  createOperationError,
  formatStatus,
  type InstanceStatus,
  type OperationStatus,
  type StopOperation,
  type StoredInstance,
} from "./operation.js";
import type { StopPlan } from "./plan.js";

/**
 * Advances instances from "Running" to "Offline". Reads advance them instead of time, so that a test sees the same states in
 * every run; an option of the emulator selects the clock instead.
 */
export class Stopping {
  constructor(
    private readonly instances: ReadonlyMap<string, StoredInstance>,
    private readonly settings: Settings,
  ) {}

  /** Begins a stop. Without polls, it ends at once. */
  begin(instance: StoredInstance, soft: boolean, plan: StopPlan, outcome: string): StopOperation {
    const operation: StopOperation = {
      name: `${randomUUID()}*${randomBytes(32).toString("hex").toUpperCase()}`,
      instance,
      soft,
      plan,
      outcome,
      startedAt: this.settings.now(),
      reads: 0,
    };
    instance.stop = operation;
    instance.error = undefined;
    if ((this.duration(operation) ?? this.polls(operation)) === 0) this.settle(operation);
    return operation;
  }

  /** Counts a read of the instance or of its operation. The stop ends when no reads are left. */
  read(operation: StopOperation): void {
    if (this.duration(operation) === undefined && operation.reads >= this.polls(operation)) {
      this.settle(operation);
    } else {
      this.endIfDue(operation);
    }
    if (operation.endedAt === undefined) operation.reads += 1;
  }

  /** Ends a stop whose time is up, without counting a read. */
  endIfDue(operation: StopOperation): void {
    const duration = this.duration(operation);
    if (duration !== undefined && this.settings.now() - operation.startedAt >= duration)
      this.settle(operation, operation.startedAt + duration);
  }

  /** Ends a stop now, even if it is stuck. */
  finish(operation: StopOperation, outcome: string, error?: JsonObject | null): void {
    operation.outcome = outcome;
    operation.plan = { ...operation.plan, ...(error !== undefined && { error }) };
    this.settle(operation);
  }

  statusOf({ stop, status }: StoredInstance): InstanceStatus {
    if (stop === undefined) return status;
    return stop.soft && this.progress(stop) < 0.5 ? "SoftShutdown" : "Stopping";
  }

  document(operation: StopOperation): OperationStatus {
    return formatStatus(operation, this.progress(operation));
  }

  private settle(operation: StopOperation, at = this.settings.now()): void {
    const { instance, outcome } = operation;
    if (operation.endedAt !== undefined || outcome === "stuck") return;
    operation.endedAt = at;
    instance.stop = undefined;
    if (outcome === "Succeeded") {
      for (const stopped of [instance, ...this.serversOf(instance)]) stopped.status = "Offline";
    } else if (outcome !== "Canceled") instance.error = createOperationError(operation) ?? undefined;
  }

  /** Returns the servers that stop together with the system: all but its database. */
  private serversOf({ place: { kind, id } }: StoredInstance): StoredInstance[] {
    if (kind !== "") return [];
    const isPart = ({ place }: StoredInstance) => place.id.toLowerCase().startsWith(`${id}/`.toLowerCase());
    return [...this.instances.values()].filter(
      (one) => isPart(one) && one.place.kind !== "databaseInstances",
    );
  }

  /** Returns the progress at the last read, or by the clock: 0 at the beginning, 1 at the end. */
  private progress(operation: StopOperation): number {
    const duration = this.duration(operation);
    return duration === undefined
      ? Math.max(operation.reads - 1, 0) / Math.max(this.polls(operation), 1)
      : (this.settings.now() - operation.startedAt) / Math.max(duration, 1);
  }

  private polls({ plan }: StopOperation): number {
    return plan.polls ?? this.settings.erpStopPolls;
  }

  /** Returns the duration in milliseconds; undefined if reads count. */
  private duration({ plan }: StopOperation): number | undefined {
    const seconds = this.settings.erpStopSeconds;
    return plan.polls === undefined && seconds !== undefined ? seconds * 1000 : undefined;
  }
}
