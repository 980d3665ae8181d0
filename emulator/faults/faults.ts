import { isObject } from "../json.js";
import { matches, type RequestMatch } from "../requestMatch.js";
import { Holds, type Moment } from "./holds.js";

/** Headers that a made-up answer may have. */
export interface AnswerHeaders {
  headers?: Record<string, string>;
  /** Value of `Retry-After`: seconds, or an HTTP date. */
  retryAfter?: number | string;
}

/** Answer with a status, and a body sent as JSON; by default an error that fits the status. */
export type StatusFault = AnswerHeaders & { status: number; body?: unknown };

export type Fault =
  | StatusFault
  /** Answer with a page of HTML, as a proxy does. */
  | (AnswerHeaders & { html: number })
  /** Answer without a body. */
  | (AnswerHeaders & { empty: number })
  /** Answer with plain text. Status 500 by default. */
  | (AnswerHeaders & { text: string; status?: number })
  /** Send the client elsewhere. Status 307 by default. */
  | (AnswerHeaders & { redirect: string; status?: number })
  /** Answer with a JSON document of this many bytes (at least 12). Status 200 by default. */
  | (AnswerHeaders & { hugeBytes: number; status?: number })
  /** Act on the request after this many milliseconds. */
  | { latencyMs: number }
  /** Close the connection without an answer. */
  | { drop: Moment }
  /** Let the client wait until the holds are released, or until it goes away. */
  | { hold: Moment }
  /**
   * Act, and send only half of the answer: "connection" (default) announces all of it and closes the connection,
   * "json" sends a complete answer whose JSON is cut off.
   */
  | { truncate: true; truncateBody?: "connection" | "json" }
  /** Act, and send the answer with another status, further headers, or another body; null is none. */
  | { amend: { status?: number; headers?: Record<string, string>; body?: unknown } }
  /**
   * Let another writer set these fields of the business record right before it is changed or removed, so that the
   * request comes too late.
   */
  | { writer: Record<string, unknown> }
  /** Take other values than the request sends: a JSON merge patch of its body, in which null leaves a field out. */
  | { store: Record<string, unknown> }
  /** Accept the change or the stop, and never finish it. */
  | { stuck: true }
  /**
   * Accept the change or the stop, and let it end in this state, for example "Failed"; until then a group shows the state
   * `meanwhile`, by default "Pending".
   */
  | { provisioning: string; meanwhile?: string };

/** Faults of a single operation in a batch. */
type BatchFault = StatusFault | Extract<Fault, { writer: unknown } | { store: unknown }>;

/** The fields of a record that a `writer` or a `store` fault sets; undefined for other faults. */
export function fieldsOf(
  fault: Fault | undefined,
  kind: "writer" | "store",
): Record<string, unknown> | undefined {
  return fault !== undefined && kind in fault
    ? (fault as Record<typeof kind, Record<string, unknown>>)[kind]
    : undefined;
}

/** Which requests run into a fault. */
export interface FaultMatch extends RequestMatch {
  /**
   * Whether the operations inside of batches are meant as well; their paths are those from the server's root. Only a
   * `status`, a `writer` or a `store` can happen to one of them.
   */
  inBatch?: boolean;
}

/** A fault and the requests that run into it. */
export interface FaultRule {
  /** Which requests; every one without it. */
  match?: FaultMatch;
  /** How many requests run into it: a number, or "always". Default 1, or "always" with `seconds`. */
  times?: number | "always";
  /** For how long requests run into it, from the first on. Default: for ever. */
  seconds?: number;
  fault: Fault;
}

/** A rule with what has become of it. */
interface ActiveRule {
  match: FaultMatch;
  /** How many more requests will run into it. */
  remaining: number | "always";
  /** How many requests ran into it. */
  taken: number;
  seconds?: number;
  /** When it ends, by the clock of the emulator; none while no request ran into it. */
  endsAt?: number;
  fault: Fault;
}

const PROVISIONING = ["PUT", "POST"];
const CHANGING = ["PATCH", "DELETE"];
const WITH_BODY = ["PUT", "PATCH", "POST"];

interface Asked {
  method: string;
  path: string;
}

/** The faults, and the requests that they apply to. */
export class Faults {
  /** The requests that a `hold` fault keeps waiting. */
  readonly holds = new Holds();
  private rules: ActiveRule[] = [];

  constructor(private readonly now: () => number = Date.now) {}

  /** Adds rules behind those that are there. */
  add(rules: FaultRule | FaultRule[]): void {
    this.rules.push(
      ...parseRules(rules).map(({ match = {}, times = 1, seconds, fault }) => ({
        match,
        remaining: times,
        taken: 0,
        ...(seconds !== undefined && { seconds }),
        fault,
      })),
    );
  }

  /** The rules in order, used up ones included. */
  list(): ActiveRule[] {
    return structuredClone(this.rules);
  }

  /** Removes every rule. Requests that are being held stay held. */
  clear(): void {
    this.rules = [];
  }

  /**
   * The fault that a request runs into: that of the first rule that fits and is not used up. One request runs
   * into one fault, so rules in a row describe requests in a row.
   */
  take(request: Asked): Fault | undefined {
    return this.first(request, () => true);
  }

  /** The same for one operation of a batch: only rules that say so are for those. */
  takeInBatch(operation: Asked): BatchFault | undefined {
    // The parser lets no rule with another fault say so.
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

/** A request that cannot run into a fault must not use it up: one that provisions or changes nothing. */
function concerns(fault: Fault, method: string): boolean {
  if ("writer" in fault) return CHANGING.includes(method);
  if ("store" in fault) return WITH_BODY.includes(method);
  return !("stuck" in fault || "provisioning" in fault) || PROVISIONING.includes(method);
}

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === "string";
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
function parseRules(value: unknown): FaultRule[] {
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
    times: times as number | "always",
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
