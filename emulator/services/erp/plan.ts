import { isObject, type JsonObject } from "../../json.js";

const OUTCOMES = ["Succeeded", "Failed", "Canceled", "stuck"] as const;

/** Result of a stop. "stuck" never ends. */
export type StopOutcome = (typeof OUTCOMES)[number];

/** A part of an operation, which the status of the operation contains. */
export interface PlannedSuboperation {
  name: string;
  /** Default: the status of the operation. */
  status?: string;
  /** Default: none. */
  percentComplete?: number;
  error?: JsonObject;
  suboperations?: PlannedSuboperation[];
}

/** Plan of the next stop of an instance. */
export interface StopPlan {
  /** Number of reads during the stop, regardless of the clock. Default: the option of the emulator. */
  polls?: number;
  /** Status at each read during the stop; the last one is repeated. Default: "Accepted", then "InProgress". */
  statuses?: string[];
  /**
   * `percentComplete` at each read, including the one after the end; the last one is repeated. Null or an empty list omits the
   * field. Any numbers are valid. Default: the actual progress.
   */
  percents?: (number | null)[];
  /** Default: none. */
  suboperations?: PlannedSuboperation[];
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

const isText: Test = (value) => typeof value === "string" && value !== "";
const isListOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);

const SUBOPERATION: Record<string, Test> = {
  name: isText,
  status: isText,
  percentComplete: (value) => typeof value === "number",
  error: isObject,
  suboperations: (value) => isListOf(isSuboperation)(value),
};

const PLAN: Record<string, Test> = {
  polls: (value) => Number.isInteger(value) && (value as number) >= 0,
  statuses: (value) => isListOf(isText)(value) && (value as string[]).length > 0,
  percents: isListOf((value) => value === null || typeof value === "number"),
  suboperations: isListOf(isSuboperation),
  outcome: isOutcome,
  error: (value) => value === null || isObject(value),
  statusHeader: isText,
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

function isSuboperation(value: unknown): boolean {
  return (
    isObject(value) &&
    "name" in value &&
    Object.entries(value).every(([key, field]) => fits(SUBOPERATION[key], field))
  );
}

function fits(test: Test | undefined, value: unknown): boolean {
  return test !== undefined && (value === undefined || test(value));
}
