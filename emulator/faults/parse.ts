import { isObject } from "../json.js";
import type { Fault, FaultRule } from "./fault.js";

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === "string";
const isWord: Test = (value) => isText(value) && value !== "";
const isTruth: Test = (value) => typeof value === "boolean";
const isCount: Test = (value) => Number.isInteger(value) && (value as number) >= 0;
const isStatus: Test = (value) =>
  Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599;
const isMoment: Test = (value) => value === "before" || value === "after";
const isTimes: Test = (value) => value === "always" || value === Number.POSITIVE_INFINITY || isCount(value);

const ANSWER: Record<string, Test> = {
  headers: isObject,
  retryAfter: (value) => isText(value) || isCount(value),
};

/** Every fault by the key that names it, with what else it may carry. `status` is last: others carry it too. */
const FAULTS: [name: string, test: Test, others: Record<string, Test>][] = [
  ["html", isStatus, ANSWER],
  ["empty", isStatus, ANSWER],
  ["text", isText, { ...ANSWER, status: isStatus }],
  ["redirect", isText, { ...ANSWER, status: isStatus }],
  ["hugeBytes", (value) => isCount(value) && (value as number) >= 12, { ...ANSWER, status: isStatus }],
  ["latencyMs", isCount, {}],
  ["drop", isMoment, {}],
  ["hold", isMoment, {}],
  [
    "truncate",
    (value) => value === true,
    { truncateBody: (value) => value === "connection" || value === "json" },
  ],
  ["amend", isAmendment, {}],
  ["writer", (value) => isObject(value) && Object.keys(value).length > 0, {}],
  ["store", (value) => isObject(value) && Object.keys(value).length > 0, {}],
  ["stuck", (value) => value === true, {}],
  ["provisioning", isWord, { meanwhile: isWord }],
  ["status", isStatus, { ...ANSWER, body: () => true }],
];

/** Faults of a single operation in a batch. */
const IN_BATCH = ["status", "writer", "store"];

/**
 * Reads rules from a value of any shape. Whatever is not understood is refused: a misspelt fault that never
 * happens would let a test pass for the wrong reason.
 *
 * @throws TypeError with one sentence that says what is wrong.
 */
export function parseRules(value: unknown): FaultRule[] {
  return (Array.isArray(value) ? value : [value]).map(parseRule);
}

function parseRule(value: unknown): FaultRule {
  if (!isObject(value))
    throw new TypeError("A fault rule must be an object with 'fault' and, optionally, 'match' and 'times'.");
  const { match = {}, seconds, times = seconds === undefined ? 1 : "always", fault, ...rest } = value;
  refuseUnknown("fault rule", rest, {});
  if (!isObject(match)) throw new TypeError("'match' of a fault rule must be an object.");
  refuseUnknown("match", match, { method: isText, path: isText, inBatch: isTruth });
  if (!isTimes(times)) throw new TypeError("'times' of a fault rule must be a whole number or \"always\".");
  if (seconds !== undefined && !isCount(seconds))
    throw new TypeError("'seconds' of a fault rule must be a whole number.");
  return {
    match,
    times: times === Number.POSITIVE_INFINITY ? "always" : (times as number | "always"),
    ...(seconds !== undefined && { seconds: seconds as number }),
    fault: parseFault(fault, match.inBatch === true ? IN_BATCH : undefined),
  };
}

function isAmendment(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { status = 200, headers = {}, body, ...rest } = value;
  return isStatus(status) && isObject(headers) && Object.keys(rest).length === 0;
}

function parseFault(fault: unknown, allowed?: readonly string[]): Fault {
  const found = isObject(fault) ? FAULTS.find(([name]) => name in fault) : undefined;
  if (!isObject(fault) || found === undefined)
    throw new TypeError(`'fault' must have one of: ${FAULTS.map(([name]) => name).join(", ")}.`);
  const [name, test, others] = found;
  if (allowed?.includes(name) === false)
    throw new TypeError(`In a batch, only these faults are supported: ${allowed.join(", ")}.`);
  refuseUnknown(`fault '${name}'`, fault, { ...others, [name]: test });
  return fault as unknown as Fault;
}

function refuseUnknown(what: string, value: Record<string, unknown>, tests: Record<string, Test>): void {
  for (const [key, field] of Object.entries(value)) {
    if (field !== undefined && tests[key]?.(field) !== true)
      throw new TypeError(`A ${what} cannot have '${key}' with the value ${JSON.stringify(field)}.`);
  }
}
