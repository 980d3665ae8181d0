import { isObject, type JsonObject } from "../../json.js";

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

type Test = (value: unknown) => boolean;

const PLAN: Record<string, Test> = {
  polls: (value) => Number.isInteger(value) && (value as number) >= 0,
  outcome: isOutcome,
  error: (value) => value === null || isObject(value),
  statusHeader: (value) => typeof value === "string" && value !== "",
  statusOrigin: (value) => typeof value === "string",
};

/**
 * Reads a plan from any value. Unknown keys and values are errors: a misspelled plan would have no effect, and a test would pass
 * for the wrong reason.
 *
 * @throws TypeError that describes the error in one sentence
 */
export function parsePlan(value: unknown): StopPlan {
  if (!isObject(value)) throw new TypeError("The plan of a stop must be an object.");
  const wrong = Object.keys(value).find((key) => !fits(PLAN[key], value[key]));
  if (wrong !== undefined)
    throw new TypeError(`A plan cannot have '${wrong}' with the value ${JSON.stringify(value[wrong])}.`);
  return structuredClone(value) as StopPlan;
}

export function isOutcome(value: unknown): value is StopOutcome {
  return (OUTCOMES as readonly unknown[]).includes(value);
}

function fits(test: Test | undefined, value: unknown): boolean {
  return test !== undefined && (value === undefined || test(value));
}
