import { isObject, isText, type JsonObject, refuseUnknown, type Test } from "../../json.js";

const OUTCOMES = ["Succeeded", "Failed", "Canceled", "stuck"] as const;

/** Result of a stop. "stuck" never ends. */
export type StopOutcome = (typeof OUTCOMES)[number];

/** Plan of the next stop of an instance. */
export interface StopPlan {
  /** Number of reads during the stop, regardless of the clock. Default: the option of the emulator. */
  polls?: number;
  /** Default: "Succeeded". */
  outcome?: StopOutcome;
  /** The error of a failed or canceled stop, sent unchanged; null for none. Default: a suitable one. */
  error?: JsonObject | null;
  /**
   * The only header with the address of the status, for example "Operation-Location". "location" has the address of the result.
   * Default: `cloud-AsyncOperation` and `location`, both with the address of the status.
   */
  statusHeader?: string;
  /** Origin of these addresses. An empty one makes them paths without their first slash. Default: the origin of the request. */
  statusOrigin?: string;
}

const PLAN: Record<string, Test> = {
  polls: (value) => Number.isInteger(value) && (value as number) >= 0,
  outcome: isOutcome,
  error: (value) => value === null || isObject(value),
  statusHeader: (value) => isText(value) && value !== "",
  statusOrigin: isText,
};

/** @throws TypeError for an invalid plan */
export function parsePlan(value: unknown): StopPlan {
  if (!isObject(value)) throw new TypeError("The plan of a stop must be an object.");
  refuseUnknown("plan", value, PLAN);
  return structuredClone(value) as StopPlan;
}

export function isOutcome(value: unknown): value is StopOutcome {
  return (OUTCOMES as readonly unknown[]).includes(value);
}
