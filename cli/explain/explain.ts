import { findSeveralAccounts } from "./accountArguments.js";
import { type Changed, listChangedResources, type Operation, refreshesOnly } from "./changed.js";
import { type ChangeGroup, groupChanges, isAlwaysNamed } from "./changeGroups.js";
import { getSchema } from "./descriptions/table.js";
import { countSecretsNotSent, formatErrors, formatNotes, formatWarnings, isError } from "./diagnostics.js";
import { formatName } from "./fieldLine.js";
import { join, type Markdown, md } from "./markdown.js";
import { type Preview, readPreview } from "./preview.js";
import { createRecordLabels } from "./recordLabels.js";
import { bytesOfNames, formatGroup, formatNamedGroup, type Shown, type Surroundings } from "./section.js";
import { summarize } from "./summary.js";
import { findTakenOver } from "./takenOver.js";
import { readUrn } from "./urn.js";

/** A comment of GitHub holds 65,536 characters; counted in bytes, it is safe whatever is counted. */
const MOST_BYTES = 65_000;

export interface Explained {
  markdown: string;
  /** Whether the preview itself has failed. */
  hasFailed: boolean;
}

/**
 * A preview in the words of the services, as Markdown for a comment.
 *
 * @param text what `pulumi preview --json` has printed
 * @throws Error for what is no such thing
 */
export function explain(text: string): Explained {
  const preview = readPreview(text);
  const hasFailed = preview.diagnostics.some(isError) || preview.steps.length === 0;
  return { markdown: `${document(preview, hasFailed).text}\n`, hasFailed };
}

function document(preview: Preview, hasFailed: boolean): Markdown {
  const { diagnostics, steps } = preview;
  const changed = listChangedResources(preview, getSchema);
  const takenOver = findTakenOver(changed);
  const predecessors = new Map([...takenOver.successors].map(([deleted, created]) => [created, deleted]));
  const surroundings = {
    takenOver,
    predecessors,
    recordLabel: createRecordLabels(steps),
    accountArguments: findSeveralAccounts(preview),
  };
  const groups = groupChanges(changed, (one) => takenOver.successors.has(one));
  const notSent = countSecretsNotSent(diagnostics);
  const counts = summarize(groups, notSent);
  const above = [
    heading(preview, changed, notSent, hasFailed),
    ...(hasFailed ? failure(preview, changed) : []),
    ...(counts === undefined ? [] : [counts]),
  ];
  const below = [
    ...titled(md`### Warnings`, formatWarnings(diagnostics)),
    ...titled(md`### Notes`, formatNotes(diagnostics)),
  ];
  const rest = MOST_BYTES - join([...above, ...below], "\n\n").bytes;
  const { parts, leftOut } = shownChanges(groups, surroundings, rest);
  const more =
    leftOut === 0 ? [] : [md`**Changes omitted here, because a comment has a size limit: ${leftOut}**`];
  return join([...above, ...parts, ...more, ...below], "\n\n");
}

/**
 * As many groups as there is room for; where the room ends, all that follows is left out. Groups that are always named
 * come first, and leave room for the names of the next ones.
 */
function shownChanges(groups: ChangeGroup[], surroundings: Surroundings, mostBytes: number): Shown {
  const shown: Shown = { parts: [], leftOut: 0 };
  let rest = mostBytes;
  let namesOfNext = groups.filter(isAlwaysNamed).reduce((sum, group) => sum + bytesOfNames(group), 0);
  for (const group of groups) {
    if (shown.leftOut > 0 && !isAlwaysNamed(group)) {
      shown.leftOut += group.changes.length;
      continue;
    }
    const names = isAlwaysNamed(group) ? bytesOfNames(group) : 0;
    namesOfNext -= names;
    const room = Math.min(rest, Math.max(rest - namesOfNext, names));
    const { parts, leftOut } = isAlwaysNamed(group)
      ? formatNamedGroup(group, surroundings, room)
      : formatGroup(group, surroundings, room);
    // A blank line stands between two of them.
    for (const { bytes } of parts) rest -= bytes + 2;
    shown.parts.push(...parts);
    shown.leftOut += leftOut;
  }
  return shown;
}

function heading(preview: Preview, changed: Changed[], notSent: number, hasFailed: boolean): Markdown {
  const { steps } = preview;
  const [step] = steps;
  const stack = step === undefined ? md`` : md` of stack ${formatName(readUrn(step.urn).stack)}`;
  const what = refreshesOnly(steps) ? md`Refresh` : md`Preview`;
  if (hasFailed) return md`## ${what}${stack} failed`;
  const parts = [...counts(changed), ...secretsNotSent(notSent)];
  return md`## ${what}${stack}: ${parts.length === 0 ? md`no changes` : join(parts, ", ")}`;
}

const counted: [Operation, Markdown][] = [
  ["replace", md`to replace`],
  ["delete", md`to delete`],
  ["update", md`to update`],
  ["create", md`to create`],
  ["import", md`to import`],
  ["rename", md`to rename`],
  ["drifted", md`changed at the service`],
  ["gone", md`missing at the service`],
];

function counts(changed: Changed[]): Markdown[] {
  return counted.flatMap(([operation, words]) => {
    const count = changed.filter((one) => one.operation === operation).length;
    return count === 0 ? [] : [md`${count} ${words}`];
  });
}

function secretsNotSent(count: number): Markdown[] {
  return count === 0 ? [] : [md`${count} ${count === 1 ? md`secret` : md`secrets`} changed, not sent`];
}

function failure({ diagnostics, steps }: Preview, changed: Changed[]): Markdown[] {
  const errors = formatErrors(diagnostics) ?? md`The preview lists no step and no error.`;
  const isPartial = steps.length > 0 && changed.length > 0;
  return isPartial ? [errors, md`Changes found before the failure; there may be more:`] : [errors];
}

function titled(title: Markdown, list: Markdown | undefined): Markdown[] {
  return list === undefined ? [] : [title, list];
}
