import type { Protocol } from "../protocols/protocol.js";
import { Broken } from "../simulation/broken.js";
import { Cell, type Course, type End } from "./cell.js";
import { type Decision, decisionFor } from "./decisions.js";
import { differencesAt } from "./differences.js";
import type { RequestLine } from "./fault.js";
import { type Trouble, troublesOf } from "./faults.js";
import type { FaultKind, Operation } from "./kind.js";

/** How an operation came through a trouble. */
export interface Outcome {
  trouble: Trouble;
  /** Runs that it took, the disturbed one included. */
  runs?: number;
  /** The decision that is left to a person. */
  decision?: Decision;
  /** Its problems; empty for none. */
  flaw?: string;
}

/** One operation of a kind with everything that can happen to it. */
export interface Matrix {
  kind: FaultKind;
  operation: Operation;
  requests: RequestLine[];
  outcomes: Outcome[];
}

/** Runs the operation once for each trouble that is wanted, and judges each course by the undisturbed one. */
export async function runMatrix(
  kind: FaultKind,
  operation: Operation,
  protocol: Protocol,
  isWanted: (trouble: Trouble) => boolean = () => true,
): Promise<Matrix> {
  const undisturbed = await Cell.run(kind, operation, protocol);
  if (!undisturbed.isDone)
    throw new Error(`${kind.name} ${operation} fails undisturbed: ${undisturbed.errors}`);
  const { requests } = undisturbed;
  const outcomes: Outcome[] = [];
  for (const trouble of troublesOf(requests).filter(isWanted)) {
    const request = requests[trouble.at - 1] as RequestLine;
    const decision = decisionFor({ kind, operation, trouble, request });
    const course = await Cell.run(kind, operation, protocol, trouble, decision?.mostRuns).catch(flawOf);
    if (typeof course === "string") {
      outcomes.push({ trouble, flaw: course });
      continue;
    }
    const flaw = decision === undefined ? judge(course, undisturbed) : decision.judge(course, undisturbed);
    outcomes.push({
      trouble,
      ...(decision === undefined ? { runs: course.errors.length } : { decision }),
      ...(flaw === undefined ? {} : { flaw }),
    });
  }
  return { kind, operation, requests, outcomes };
}

/** A promise that is broken in the middle of a course. */
function flawOf(error: unknown): string {
  if (error instanceof Broken || (error instanceof Error && error.message.startsWith("hangs")))
    return error.message;
  throw error;
}

/** Problems of a course, compared with the undisturbed one. */
function judge(course: Course, undisturbed: Course): string | undefined {
  const { isDone, errors } = course;
  if (!isDone) return `does not come through: ${errors.map((messages) => messages.join("; ")).join(" | ")}`;
  return differenceOf(course.end, undisturbed.end);
}

function differenceOf(found: End, wanted: End): string | undefined {
  const differences = differencesAt("", { ...found }, { ...wanted });
  return differences.length === 0 ? undefined : differences.join("; ");
}
