import { isObject, isText, refuseUnknown, type Test } from "../json.js";
import { matches, type RequestMatch } from "../request.js";
import { Holds, type Moment } from "./holds.js";

/** Headers of a response that a fault sends. */
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
  /** Respond with plain text. Default status code: 500. */
  | (AnswerHeaders & { text: string; status?: number })
  /** Redirect the client. Default status code: 307. */
  | (AnswerHeaders & { redirect: string; status?: number })
  /** Respond with a JSON document of this many bytes (at least 12). Default status code: 200. */
  | (AnswerHeaders & { hugeBytes: number; status?: number })
  /** Process the request after this many milliseconds. */
  | { latencyMs: number }
  /** Close the connection without a response. */
  | { drop: Moment }
  /** Hold the request until the holds are released or the client disconnects. */
  | { hold: Moment }
  /**
   * Process the request and send only half of the response: "connection" (default) announces the whole length and closes the
   * connection, "json" sends a complete response with incomplete JSON.
   */
  | { truncate: true; truncateBody?: "connection" | "json" }
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

type BatchFault = StatusFault | Extract<Fault, { writer: unknown } | { store: unknown }>;

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
  /** Number of affected requests. Default: 1, or "always" with `seconds`. */
  times?: number | "always";
  /** Duration in seconds, from the first affected request. Default: unlimited. */
  seconds?: number;
  fault: Fault;
}

/** A rule with its use so far. */
interface ActiveRule {
  match: FaultMatch;
  /** Number of requests that the rule can still affect. */
  remaining: number | "always";
  /** Number of affected requests. */
  taken: number;
  seconds?: number;
  /** End time by the emulator's clock. Undefined before the first affected request. */
  endsAt?: number;
  fault: Fault;
}

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
  /** The requests that a `hold` fault holds. */
  readonly holds = new Holds();
  private rules: ActiveRule[] = [];

  constructor(private readonly now: () => number = Date.now) {}

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
   * consecutive requests.
   */
  take(request: Asked): Fault | undefined {
    return this.first(request, () => true);
  }

  /** As {@link take}, for one operation of a batch. Only rules with `inBatch` match. */
  takeInBatch(operation: Asked): BatchFault | undefined {
    // The parser rejects `inBatch` for all other faults.
    return this.first(operation, ({ inBatch }) => inBatch === true) as BatchFault | undefined;
  }

  private first(request: Asked, meant: (match: FaultMatch) => boolean): Fault | undefined {
    const rule = this.rules.find(
      ({ match, remaining, endsAt, fault }) =>
        remaining !== 0 &&
        (endsAt === undefined || this.now() < endsAt) &&
        meant(match) &&
        matches(request, match) &&
        concerns(fault, request.method),
    );
    if (rule === undefined) return undefined;
    rule.taken += 1;
    if (rule.seconds !== undefined) rule.endsAt ??= this.now() + rule.seconds * 1000;
    if (rule.remaining !== "always") rule.remaining -= 1;
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
const isTruth: Test = (value) => typeof value === "boolean";
const isCount: Test = (value) => Number.isInteger(value) && (value as number) >= 0;
const isStatus: Test = (value) =>
  Number.isInteger(value) && (value as number) >= 200 && (value as number) <= 599;
const isMoment: Test = (value) => value === "before" || value === "after";
const isTimes: Test = (value) => value === "always" || isCount(value);

const ANSWER: Record<string, Test> = {
  headers: isObject,
  retryAfter: (value) => isText(value) || isCount(value),
};

/** All faults by key, with the other keys that they allow. `status` is last, because other faults allow it as well. */
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

/** Faults of single operations in a batch. */
const IN_BATCH = ["status", "writer", "store"];

function parseRule(value: unknown): ActiveRule {
  if (!isObject(value))
    throw new TypeError("A fault rule must be an object with 'fault' and, optionally, 'match' and 'times'.");
  const { match = {}, seconds, times = seconds === undefined ? 1 : "always", fault, ...rest } = value;
  refuseUnknown("fault rule", { times, seconds, ...rest }, { times: isTimes, seconds: isCount });
  if (!isObject(match)) throw new TypeError("'match' of a fault rule must be an object.");
  refuseUnknown("match", match, { method: isText, path: isText, inBatch: isTruth });
  return {
    match,
    remaining: times as number | "always",
    taken: 0,
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
