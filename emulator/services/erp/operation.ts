import type { JsonObject } from "../../json.js";
import { formatReportPath, type Place, toRegion } from "./place.js";
import type { PlannedSuboperation, StopPlan } from "./plan.js";

export const INSTANCE_STATUSES = [
  "Starting",
  "Running",
  "Stopping",
  "Offline",
  "PartiallyRunning",
  "Unavailable",
  "SoftShutdown",
] as const;

export type InstanceStatus = (typeof INSTANCE_STATUSES)[number];

export interface StoredInstance {
  place: Place;
  location: string;
  /** Status of the instance without a stop in progress. */
  status: InstanceStatus;
  stop?: StopOperation;
  /** Why the last stop failed. */
  error?: unknown;
}

/** A stop of an instance. Times are milliseconds since 1970. */
export interface StopOperation {
  /** A GUID, an asterisk and 64 hexadecimal digits. */
  name: string;
  instance: StoredInstance;
  /** Whether clients get time to leave before the instance stops. */
  soft: boolean;
  plan: StopPlan;
  /** The final status, or "stuck". */
  outcome: string;
  startedAt: number;
  endedAt?: number;
  reads: number;
}

export interface OperationStatus {
  id: string;
  name: string;
  resourceId?: string;
  status: string;
  startTime: string;
  endTime?: string;
  percentComplete?: number;
  operations?: OperationStatus[];
  error?: JsonObject | null;
  properties?: null;
}

/** Formats the status of an operation. `progress` is from 0 to 1, the end. */
export function formatStatus(operation: StopOperation, progress: number): OperationStatus {
  const { name, instance, plan, startedAt, endedAt } = operation;
  const { place, location } = instance;
  const whole: OperationStatus = {
    id: formatReportPath("status", place.id, toRegion(location), name),
    name,
    resourceId: place.id,
    status: endedAt === undefined ? statusUnderWay(operation) : operation.outcome,
    startTime: timestamp(startedAt),
    ...(endedAt !== undefined && { endTime: timestamp(endedAt) }),
    ...percent(operation, progress),
    ...(endedAt !== undefined && errorField(operation)),
    ...(endedAt !== undefined && { properties: null }),
  };
  return plan.suboperations === undefined
    ? whole
    : { ...whole, operations: plan.suboperations.map((part) => partOf(whole, part)) };
}

/** Formats the response to a stop that ends at once. It has the id and name of the instance instead of the operation. */
export function createFinishedStatus(
  { place }: StoredInstance,
  at: number,
  outcome = "Succeeded",
  error: JsonObject | null = null,
): OperationStatus {
  return {
    id: place.id,
    name: place.name,
    status: outcome,
    startTime: timestamp(at),
    endTime: timestamp(at),
    error,
  };
}

/** Returns the error of an operation that failed or was canceled: the planned one, or a suitable one. */
export function createOperationError({ outcome, plan, instance }: StopOperation): JsonObject | null {
  if (outcome === "Succeeded") return null;
  if (plan.error !== undefined) return plan.error;
  const { id, name } = instance.place;
  return outcome === "Canceled"
    ? { code: "OperationCanceled", message: `The stop of '${name}' was cancelled.`, target: id }
    : { code: "InstanceStopFailed", message: `'${name}' could not be stopped.`, target: id };
}

function errorField(operation: StopOperation): { error?: JsonObject } {
  const error = createOperationError(operation);
  return error === null ? {} : { error };
}

function statusUnderWay({ plan, reads }: StopOperation): string {
  return atRead(plan.statuses ?? ["Accepted", "InProgress"], reads) ?? "InProgress";
}

function percent(
  { plan, reads, endedAt, outcome }: StopOperation,
  progress: number,
): { percentComplete?: number } {
  if (plan.percents !== undefined) {
    const planned = atRead(plan.percents, endedAt === undefined ? reads : reads + 1) ?? undefined;
    return planned === undefined ? {} : { percentComplete: planned };
  }
  // Only a success reaches 100 percent.
  const done = endedAt !== undefined && outcome === "Succeeded";
  return { percentComplete: done ? 100 : Math.min(Math.floor(progress * 100), 99) };
}

/** Returns the item for a read, counted from 1. The last item applies to all further reads. */
function atRead<T>(list: T[], read: number): T | undefined {
  return list[Math.min(Math.max(read, 1), list.length) - 1];
}

function partOf(whole: OperationStatus, planned: PlannedSuboperation): OperationStatus {
  const { name, suboperations, status = whole.status, percentComplete, error } = planned;
  const part: OperationStatus = {
    id: `${whole.id}/operations/${name}`,
    name,
    status,
    startTime: whole.startTime,
    ...(whole.endTime !== undefined && { endTime: whole.endTime }),
    ...(percentComplete !== undefined && { percentComplete }),
    ...(error !== undefined && { error }),
  };
  return suboperations === undefined
    ? part
    : { ...part, operations: suboperations.map((inner) => partOf(part, inner)) };
}

/** Formats a time with seven decimals of seconds, as the service does. */
function timestamp(at: number): string {
  return new Date(at).toISOString().replace("Z", "0000Z");
}
