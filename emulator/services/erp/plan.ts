import { isObject, type JsonObject } from "../../json.js";

const OUTCOMES = ["Succeeded", "Failed", "Canceled", "stuck"] as const;

/** How a stop ends; "stuck" is one that never does. */
export type StopOutcome = (typeof OUTCOMES)[number];

/** A part of an operation, reported inside of the operation's status. */
export interface PlannedSuboperation {
  name: string;
  /** Default: the status of the whole. */
  status?: string;
  /** Default: none. */
  percentComplete?: number;
  error?: JsonObject;
  suboperations?: PlannedSuboperation[];
}

/** How the next stop of an instance goes. */
export interface StopPlan {
  /** How many reads see it under way, whatever the clock says. Default: the option of the emulator. */
  polls?: number;
  /** Status at each read while it is under way; the last one stays. Default: "Accepted", then "InProgress". */
  statuses?: string[];
  /**
   * `percentComplete` at each read, the one that sees the end included; the last one stays, and null leaves the
   * field out, as an empty list does. Any numbers. Default: as far as it has come.
   */
  percents?: (number | null)[];
  /** Default: none. */
  suboperations?: PlannedSuboperation[];
  /** Default "Succeeded". */
  outcome?: StopOutcome;
  /** The error of a stop that fails or is cancelled, sent as it is; null for none. Default: one that fits. */
  error?: JsonObject | null;
  /**
   * The only header that has the address of its status, for example "Operation-Location"; "location" has the address of its
   * result. Default: `cloud-AsyncOperation` and `location`, both with that of the status.
   */
  statusHeader?: string;
  /** Origin of these addresses; an empty one makes them paths without their first slash. Default: the one that the client asked. */
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
 * Reads a plan from a value of any shape. Whatever is not understood is refused: a misspelt plan that changes
 * nothing would let a test pass for the wrong reason.
 *
 * @throws TypeError with one sentence that says what is wrong.
 */
export function parsePlan(value: unknown): StopPlan {
  if (!isObject(value)) throw new TypeError("The plan of a stop must be an object.");
  const wrong = Object.keys(value).find((key) => !fits(PLAN[key], value[key]));
  if (wrong !== undefined)
    throw new TypeError(`A plan cannot have '${wrong}' with the value ${JSON.stringify(value[wrong])}.`);
  return structuredClone(value) as StopPlan;
}

/** Whether a value is one of the ways in which a stop may end. */
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
