import { DECISIONS, killedBeforeState } from "../decisions.js";
import type { EngineOutcome } from "./course.js";
import { MOMENTS, SUBJECTS, type Subject } from "./subjects.js";
import type { EngineTrouble } from "./troubles.js";

/** Everything that one trouble did. */
export interface EngineMatrix {
  trouble: EngineTrouble;
  outcomes: readonly EngineOutcome[];
}

export const ENGINE_TITLE = "## On the real engine";

const HEAD = `${ENGINE_TITLE}

These operations were run by the Pulumi CLI against the emulator. A proxy held each resource at one of its requests, before
the emulator got it or before its response was sent. When all were held, one of these happened:

- \`kill -9\` of the engine. The provider's process noticed and ended, with its requests still held. The state stays locked
  until \`pulumi cancel\`. The engine keeps a pending operation of each create until \`pulumi refresh\`, and warns of it.
- \`kill -9\` of the dynamic host or the native plugin.
- \`kill -9\` of the process that takes the connections to the service. It was started again after the run. The emulator kept its
  data.
- The disk of the state had no space left until the end of the run. The state lost what had happened since. The next run
  created nothing twice and stopped nothing twice: it found what was there.

In the end the service, the state and the effects were those of a resource of the same kind that was not held, and the next
preview was empty. Dynamic resources and the native plugin have the same results. "Before" means that the request was
not carried out.`;

/** The part of the page about the real engine. */
export function engineSectionOf(matrices: readonly EngineMatrix[]): string {
  return [HEAD, ...SUBJECTS.map((subject) => engineTableOf(subject, matrices))].join("\n\n");
}

/** The first cell of a line where all troubles have the same results. */
const ALL = "All of these, before and after";

/** One operation: troubles with the same results share a line. */
function engineTableOf(subject: Subject, matrices: readonly EngineMatrix[]): string {
  const lines = new Map<string, string[]>();
  for (const { trouble, outcomes } of matrices) {
    for (const moment of MOMENTS) {
      const line = subject.requests
        .map((_, index) =>
          resultOf(
            outcomes.find(
              ({ place: { subject: own, stop } }) =>
                own === subject && stop.at === index + 1 && stop.moment === moment,
            ),
          ),
        )
        .join(" | ");
      lines.set(line, [...(lines.get(line) ?? []), `${trouble.title}, ${moment}`]);
    }
  }
  const head = ["In the first run", ...subject.requests.map((method, index) => `${index + 1}. ${method}`)];
  return [
    `### ${subject.title}, on the real engine`,
    "",
    `| ${head.join(" | ")} |`,
    `|${"---|".repeat(head.length)}`,
    ...[...lines].map(([line, titles]) => `| ${lines.size === 1 ? ALL : titles.join("; ")} | ${line} |`),
  ].join("\n");
}

function resultOf(outcome: EngineOutcome | undefined): string {
  if (outcome === undefined) return "-";
  if (outcome.isDecision) return `decision ${DECISIONS.indexOf(killedBeforeState) + 1}`;
  return outcome.runs === 1 ? "same run" : `${outcome.runs} runs`;
}

/** Every boundary with something wrong, one text each. */
export function engineFlawsIn({ trouble, outcomes }: EngineMatrix): string[] {
  return outcomes.flatMap(({ place: { subject, stop }, flaw }) =>
    flaw === undefined
      ? []
      : [`${subject.title}, ${trouble.title} ${stop.moment} request ${stop.at}: ${flaw}`],
  );
}
