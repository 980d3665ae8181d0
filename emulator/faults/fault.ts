import type { RequestMatch } from "../requestMatch.js";

/** Before the service acts on the request, or after it has acted and before the answer is sent. */
export type Moment = "before" | "after";

/** Headers that a made-up answer may have. */
export interface AnswerHeaders {
  headers?: Record<string, string>;
  /** Value of `Retry-After`: seconds, or an HTTP date. */
  retryAfter?: number | string;
}

/** Answer with a status, and a body sent as JSON; by default an error that fits the status. */
export type StatusFault = AnswerHeaders & { status: number; body?: unknown };
/** Answer with a page of HTML, as a proxy does. */
export type HtmlFault = AnswerHeaders & { html: number };
/** Answer without a body. */
export type EmptyFault = AnswerHeaders & { empty: number };
/** Answer with plain text. Status 500 by default. */
export type TextFault = AnswerHeaders & { text: string; status?: number };
/** Send the client elsewhere. Status 307 by default. */
export type RedirectFault = AnswerHeaders & { redirect: string; status?: number };
/** Answer with a JSON document of this many bytes (at least 12). Status 200 by default. */
export type HugeFault = AnswerHeaders & { hugeBytes: number; status?: number };

/** Act on the request after this many milliseconds. */
export interface LatencyFault {
  latencyMs: number;
}
/** Close the connection without an answer. */
export interface DropFault {
  drop: Moment;
}
/** Let the client wait until the holds are released, or until it goes away. */
export interface HoldFault {
  hold: Moment;
}
/**
 * Act, and send only half of the answer: "connection" (default) announces all of it and closes the connection,
 * "json" sends a complete answer whose JSON is cut off.
 */
export interface TruncateFault {
  truncate: true;
  truncateBody?: "connection" | "json";
}
/** Act, and send the answer with another status, further headers, or another body; null is none. */
export interface AmendFault {
  amend: { status?: number; headers?: Record<string, string>; body?: unknown };
}
/** Accept the change or the stop, and never finish it. */
export interface StuckFault {
  stuck: true;
}
/**
 * Let another writer set these fields of the business record right before it is changed or removed, so that the
 * request comes too late.
 */
export interface WriterFault {
  writer: Record<string, unknown>;
}
/** Take other values than the request sends: a JSON merge patch of its body, in which null leaves a field out. */
export interface StoreFault {
  store: Record<string, unknown>;
}
/** Accept the change or the stop, and let it end in this state, for example "Failed". */
export interface ProvisioningFault {
  provisioning: string;
  /** State that the group shows until then. Default "Pending". */
  meanwhile?: string;
}

export type Fault =
  | StatusFault
  | HtmlFault
  | EmptyFault
  | TextFault
  | RedirectFault
  | HugeFault
  | LatencyFault
  | DropFault
  | HoldFault
  | TruncateFault
  | AmendFault
  | WriterFault
  | StoreFault
  | StuckFault
  | ProvisioningFault;

/** Faults of a single operation in a batch. */
export type BatchFault = StatusFault | WriterFault | StoreFault;

/** The fields of a record that a `writer` or a `store` fault sets; undefined for other faults. */
export function fieldsOf(
  fault: Fault | undefined,
  kind: "writer" | "store",
): Record<string, unknown> | undefined {
  return fault !== undefined && kind in fault ? (fault as WriterFault & StoreFault)[kind] : undefined;
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
export interface ActiveRule {
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
