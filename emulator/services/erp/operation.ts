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

/** Status document of an operation, or of a part of one. */
export interface OperationStatus {
  id: string;
  name: string;
  /** Resource id of the instance. */
  resourceId?: string;
  status: string;
  startTime: string;
  endTime?: string;
  percentComplete?: number;
  operations?: OperationStatus[];
  error?: JsonObject | null;
  properties?: null;
}

/** The status of an operation as clients read it; `progress` is from 0 to 1, the end. */
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

/** The answer to a stop that is over at once: it has the instance's id and name, not those of an operation. */
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

/** The error of an operation that did not end well: the planned one, or one that fits. */
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
  // It is complete when it has succeeded, and neither before nor otherwise.
  const done = endedAt !== undefined && outcome === "Succeeded";
  return { percentComplete: done ? 100 : Math.min(Math.floor(progress * 100), 99) };
}

/** The item of a list for a read, counted from 1; the last item is for all that follow. */
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

/** A time with the seven digits after the point that the service prints. */
function timestamp(at: number): string {
  return new Date(at).toISOString().replace("Z", "0000Z");
}
