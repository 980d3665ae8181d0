import { readChoice } from "../arguments.js";
import type { Analysis } from "./analysis.js";
import type { Changed } from "./changed.js";
import { formatKind } from "./changeGroups.js";
import { getDescription } from "./descriptions/table.js";
import { formatName } from "./fieldLine.js";
import { Markdown, md } from "./markdown.js";

/** Kinds of changes at which a pipeline can stop. */
export const GATES = ["replace", "delete", "stop", "secret"] as const;
export type Gate = (typeof GATES)[number];

/** @throws UsageError for a value that is not a list of gates */
export function readGates(value: string | undefined): Gate[] {
  if (value === undefined) return [];
  return value.split(",").map((given) => readChoice("each kind of --fail-on", given.trim(), GATES));
}

/**
 * Lists the gates at which a change stops. `replace`: a replacement. `delete`: an object, or a user of an app, is deleted. `stop`:
 * an instance of an ERP system is stopped. `secret`: a secret of an existing resource changes.
 *
 * @param ends what the change ends at the service; undefined: nothing
 * @param isPlan whether the change is one of a plan, which lacks the earlier arguments: every delete, and every change of a stop,
 *   may end something
 */
export function listGates(changed: Changed, ends: Markdown | undefined, isPlan: boolean): Gate[] {
  const { operation, fields, fact } = changed;
  const isStop = getDescription(changed).isStop === true;
  const mayEnd = ends !== undefined || (isPlan && (isStop || operation === "delete"));
  const changesSecret =
    ["update", "replace"].includes(operation) &&
    (fact === "hidesSecret" || fields.some(({ secret }) => secret));
  return [
    ...(operation === "replace" ? (["replace"] as const) : []),
    ...(mayEnd && !isStop && operation !== "replace" ? (["delete"] as const) : []),
    ...(mayEnd && isStop ? (["stop"] as const) : []),
    ...(changesSecret ? (["secret"] as const) : []),
  ];
}

export function listReasons({ groups, secretsNotSent, preview }: Analysis, gates: Gate[]): string[] {
  const reasons = groups.flatMap(({ changes, ends }) =>
    changes.flatMap((changed) =>
      listGates(changed, ends, preview.isPlan)
        .filter((gate) => gates.includes(gate))
        .map((gate) => md`${new Markdown(gate)}: ${formatKind(changed)} ${formatName(changed.name)}`.text),
    ),
  );
  const isUnsent = gates.includes("secret") && secretsNotSent > 0;
  return isUnsent ? [...reasons, `secret: ${secretsNotSent} changed, not sent`] : reasons;
}
