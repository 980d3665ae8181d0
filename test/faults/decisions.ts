import { isBatch, operationsIn } from "./batchFaults.js";
import type { Course } from "./cell.js";
import { differencesAt } from "./differences.js";
import type { RequestLine } from "./fault.js";
import type { Trouble } from "./faults.js";
import type { FaultKind, Operation } from "./kind.js";

/** One cell of the matrix. */
interface Place {
  kind: FaultKind;
  operation: Operation;
  trouble: Trouble;
  /** The request that is disturbed. */
  request: RequestLine;
}

/** Something that the provider leaves to a person, as the documentation has it. */
export interface Decision {
  /** For the page. */
  why: string;
  /** Runs after which a person decides. Default: as many as any operation has. */
  mostRuns?: number;
  isAt(place: Place): boolean;
  /** The problem if it differs from the documents. */
  judge(course: Course, undisturbed: Course): string | undefined;
}

/** Faults after which a service may have done what it was asked for. */
const LOST_ANSWER = /^(408|50\d)|^connection reset|^response |^truncated|^HTML|^empty|^process dies, after$/;

const canceledStop: Decision = {
  why:
    "A stop that is canceled at the service is an error once. The next run leaves the instance running; a change of " +
    "`triggers` stops it again.",
  isAt: ({ kind, operation, trouble: { fault } }) =>
    kind.name.endsWith("InstanceStop") && operation !== "delete" && fault.title === "operation is canceled",
  judge: ({ errors: [first = [], second], isDone, end }) => {
    if (!first.some((message) => /the stop was canceled/.test(message))) return `no error says so: ${first}`;
    if (second?.length !== 0 || !isDone) return `the next run fails: ${second}`;
    if (end.preview.join() !== "same") return `the next preview shows ${end.preview}`;
    return end.effects.length > 0 ? "it is stopped again, unasked" : undefined;
  },
};

export const killedBeforeState: Decision = {
  why:
    "A process that is killed after its first update takes with it what the fields held before. The next run completes " +
    "the record; destroying it then keeps the values instead of putting the earlier ones back.",
  isAt: ({ operation, trouble: { fault, at }, request }) =>
    ["create", "replace"].includes(operation) &&
    (isBatch(request) ? operationsIn(request) : [request]).some(({ method }) => method === "PATCH") &&
    at === 2 &&
    fault.title === "process dies, after",
  judge: ({ isDone, end }, undisturbed) => {
    if (!isDone) return "does not come through";
    const differences = differencesAt("", { ...end }, { ...undisturbed.end });
    if (differences.length === 0) return "nothing is lost: this decision is not needed any more";
    const others = differences.filter((text) => !text.includes("/__kept/value/originals/"));
    return others.length === 0 ? undefined : others.join("; ");
  },
};

const quoteWithoutNumber: Decision = {
  why:
    "A quote without an `externalDocumentNumber` cannot be looked up. The error says what to check before the next run; " +
    "after a process was killed, the engine warns of the pending operation.",
  mostRuns: 1,
  isAt: ({ kind, trouble: { fault }, request }) =>
    kind.name.includes("without") && request.method === "POST" && LOST_ANSWER.test(fault.title),
  judge: ({ errors, hasDied, end }) => {
    const message = errors.flat().join();
    if (!hasDied && !/check at the service/.test(message)) return `no error says what to check: ${message}`;
    return end.effects.length > 1 ? "it is posted twice" : undefined;
  },
};

/** All of them, in the order in which the page counts them. */
export const DECISIONS: readonly Decision[] = [canceledStop, killedBeforeState, quoteWithoutNumber];

export function decisionFor(place: Place): Decision | undefined {
  return DECISIONS.find((decision) => decision.isAt(place));
}
