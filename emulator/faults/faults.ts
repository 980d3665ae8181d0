import { isObject, isText, refuseUnknown, type Test } from "../json.js";
import { matches, type RequestMatch } from "../request.js";
import { Holds, type Moment } from "./holds.js";

export interface AnswerHeaders {
  headers?: Record<string, string>;
  /** Value of `Retry-After`: seconds, or an HTTP date. */
  retryAfter?: number | string;
}

/** Respond with a status code and a JSON body. Default body: an error that matches the status code. */
export type StatusFault = AnswerHeaders & { status: number; body?: unknown };

export type Fault =
  | StatusFault
  /** Respond with an HTML page, as a proxy does. */
  | (AnswerHeaders & { html: number })
  /** Respond without a body. */
  | (AnswerHeaders & { empty: number })
  /** Process the request after this many milliseconds. */
  | { latencyMs: number }
  /** Close the connection without a response. */
  | { drop: Moment }
  /** Hold the request until the holds are released or the client disconnects. */
  | { hold: Moment }
  /** Process the request and send half of the JSON. */
  | { truncate: true }
  /** Process the request, and change the status code, headers or body of the response. A null body removes the body. */
  | { amend: { status?: number; headers?: Record<string, string>; body?: unknown } }
  /** Set these fields of the business record as another writer, directly before the request changes or deletes the record. */
  | { writer: Record<string, unknown> }
  /** Store other values than the request contains: a JSON merge patch of its body, in which null removes a field. */
  | { store: Record<string, unknown> }
  /** Accept the change or the stop, and never finish it. */
  | { stuck: true }
  /**
   * Accept the change or the stop, and end it in this state, for example "Failed". Until then, a group has the state `meanwhile`,
   * by default "Pending".
   */
  | { provisioning: string; meanwhile?: string };

export interface FaultMatch extends RequestMatch {
  /**
   * Whether the fault also affects operations in batches, whose paths begin at the server's root. Only the faults `status`,
   * `writer` and `store` can affect them.
   */
  inBatch?: boolean;
}

export interface FaultRule {
  /** Default: every request. */
  match?: FaultMatch;
  /** Number of affected requests. Default: 1. */
  times?: number | "always";
  fault: Fault;
}

/** A rule in use. `times` is the number of requests that it can still affect. */
type ActiveRule = Required<FaultRule>;

/** The final state that a fault gives to a provisioning or a stop: "stuck" if it never ends; undefined if no fault sets it. */
export function outcomeOf(fault: Fault | undefined): string | undefined {
  if (fault !== undefined && "stuck" in fault) return "stuck";
  return fault !== undefined && "provisioning" in fault ? fault.provisioning : undefined;
}

const PROVISIONING = ["PUT", "POST"];
const CHANGING = ["PATCH", "DELETE"];
const WITH_BODY = ["PUT", "PATCH", "POST"];

interface Asked {
  method: string;
  path: string;
}

export class Faults {
  readonly holds = new Holds();
  private rules: ActiveRule[] = [];

  /** @throws TypeError that describes an invalid rule */
  add(rules: FaultRule | FaultRule[]): void {
    this.rules.push(...[rules].flat().map(parseRule));
  }

  /** Lists the rules in order, including used-up ones. */
  list(): ActiveRule[] {
    return structuredClone(this.rules);
  }

  /** Removes all rules. Held requests stay held. */
  clear(): void {
    this.rules = [];
  }

  /**
   * Returns the fault of the first matching rule that is not used up. A request uses one rule, so consecutive rules affect
   * consecutive requests. An operation of a batch uses only rules with `inBatch`.
   */
  take(request: Asked, isInBatch = false): Fault | undefined {
    const rule = this.rules.find(
      ({ match, times, fault }) =>
        times !== 0 &&
        (!isInBatch || match.inBatch === true) &&
        matches(request, match) &&
        concerns(fault, request.method),
    );
    if (rule === undefined) return undefined;
    if (rule.times !== "always") rule.times -= 1;
    return rule.fault;
  }
}

/** Whether the fault can affect a request with this method. Other requests must not use up the rule. */
function concerns(fault: Fault, method: string): boolean {
  if ("writer" in fault) return CHANGING.includes(method);
  if ("store" in fault) return WITH_BODY.includes(method);
  return !("stuck" in fault || "provisioning" in fault) || PROVISIONING.includes(method);
}

const isWord: Test = (value) => isText(value) && value !== "";
const isCount: Test = (value) => Number.isInteger(value) && Number(value) >= 0;
const isStatus: Test = (value) => isCount(value) && Number(value) >= 200 && Number(value) <= 599;
const isOneOf =
  (...values: unknown[]): Test =>
  (value) =>
    values.includes(value);
const isFilled: Test = (value) => isObject(value) && Object.keys(value).length > 0;

const ANSWER: Record<string, Test> = {
  headers: isObject,
  retryAfter: (value) => isText(value) || isCount(value),
};

/** All faults by key, with the other keys that they allow. */
const FAULTS: [name: string, test: Test, others: Record<string, Test>][] = [
  ["html", isStatus, ANSWER],
  ["empty", isStatus, ANSWER],
  ["latencyMs", isCount, {}],
  ["drop", isOneOf("before", "after"), {}],
  ["hold", isOneOf("before", "after"), {}],
  ["truncate", isOneOf(true), {}],
  ["amend", isAmendment, {}],
  ["writer", isFilled, {}],
  ["store", isFilled, {}],
  ["stuck", isOneOf(true), {}],
  ["provisioning", isWord, { meanwhile: isWord }],
  ["status", isStatus, { ...ANSWER, body: () => true }],
];

const IN_BATCH = ["status", "writer", "store"];

function parseRule(value: unknown): ActiveRule {
  if (!isObject(value))
    throw new TypeError("A fault rule must be an object with 'fault' and, optionally, 'match' and 'times'.");
  const { match = {}, times = 1, fault, ...rest } = value;
  const isTimes: Test = (given) => given === "always" || isCount(given);
  refuseUnknown("fault rule", { times, match, ...rest }, { times: isTimes, match: isObject });
  const { inBatch } = match as FaultMatch;
  refuseUnknown("match", match as object, { method: isText, path: isText, inBatch: isOneOf(true, false) });
  return { match, times, fault: parseFault(fault, inBatch === true ? IN_BATCH : undefined) } as ActiveRule;
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
