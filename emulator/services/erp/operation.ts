import type { JsonObject } from "../../json.js";
import { formatReportPath, type Place, toRegion } from "./place.js";
import type { StopPlan } from "./plan.js";

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
  error?: JsonObject | null;
  properties?: null;
}

/** Formats the status of an operation. `progress` is from 0 to 1, the end. */
export function formatStatus(operation: StopOperation, progress: number): OperationStatus {
  const { name, instance, outcome, startedAt, endedAt, reads } = operation;
  const { place, location } = instance;
  const id = formatReportPath("status", place.id, toRegion(location), name);
  const begun = { id, name, resourceId: place.id, startTime: timestamp(startedAt) };
  // Only a success reaches 100 percent.
  const percentComplete = Math.min(Math.floor(progress * 100), 99);
  if (endedAt === undefined)
    return { ...begun, status: reads <= 1 ? "Accepted" : "InProgress", percentComplete };
  const error = createOperationError(operation);
  return {
    ...begun,
    status: outcome,
    endTime: timestamp(endedAt),
    percentComplete: outcome === "Succeeded" ? 100 : percentComplete,
    ...(error !== null && { error }),
    properties: null,
  };
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

/** Formats a time with seven decimals of seconds, as the service does. */
function timestamp(at: number): string {
  return new Date(at).toISOString().replace("Z", "0000Z");
}
