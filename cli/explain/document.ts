import { readUrn } from "../../provider/contract/urn.js";
import type { Analysis } from "./analysis.js";
import { type ChangeGroup, formatKind, OPERATIONS } from "./changeGroups.js";
import { formatMessages } from "./diagnostics.js";
import { formatName } from "./fieldLine.js";
import { join, type Markdown, md, takeFitting } from "./markdown.js";
import { formatChangeName, formatInFull } from "./section.js";

/** GitHub limits a comment to 65,536 characters. A limit in bytes is stricter, and leaves space for a heading of a pipeline. */
const MOST_BYTES = 64_000;

/** Writes a preview as Markdown: everything, or what fits a comment. */
export function formatDocument(analysis: Analysis, isFull: boolean): Markdown {
  const { diagnostics } = analysis.preview;
  const above = [heading(analysis), ...failure(analysis, isFull), ...summarize(analysis)];
  const below = [
    ...(showsOldValues(analysis) ? [LAST_APPLY] : []),
    ...titled(md`### Warnings`, formatMessages(diagnostics, "warning", isFull)),
    ...titled(md`### Notes`, formatMessages(diagnostics, "info", isFull)),
  ];
  const changes = isFull
    ? analysis.groups.flatMap((group) => formatInFull(group, analysis, isFull))
    : formatFirst(analysis, MOST_BYTES - bytesOf([...above, ...below]));
  return join([...above, ...changes, ...below], "\n\n");
}

const LAST_APPLY = md`Old values are those of the last apply: this preview has not read the services.`;

/** Whether values of the state are shown as those before a change. */
function showsOldValues({ preview: { steps }, changed }: Analysis): boolean {
  const isRead = steps.some(({ op }) => op === "refresh");
  return (
    !isRead && changed.some(({ fields }) => fields.some(({ kind, secret }) => kind !== "added" && !secret))
  );
}

/** Bytes of parts, each with the blank line before it. */
function bytesOf(parts: Markdown[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes + 2, 0);
}

/** Changes with details in a comment: nobody reads more of them. The others have their names. */
const MOST_IN_FULL = 50;
/** Left for these names. */
const NAME_BYTES = 20_000;

/** Formats the first changes in full, as many as leave space for the names of the others. */
function formatFirst(analysis: Analysis, mostBytes: number): Markdown[] {
  for (let count = MOST_IN_FULL; ; count--) {
    const { inFull, named } = divide(analysis.groups, count);
    const parts = inFull.flatMap((group) => formatInFull(group, analysis, false));
    const room = mostBytes - bytesOf(parts);
    if (named.length === 0 && room >= 0) return parts;
    if (room >= NAME_BYTES || count === 0) return [...parts, ...formatNamed(named, room)];
  }
}

/** Divides the changes into the first `count` and the others. */
function divide(groups: ChangeGroup[], count: number): { inFull: ChangeGroup[]; named: ChangeGroup[] } {
  let left = count;
  const inFull: ChangeGroup[] = [];
  const named: ChangeGroup[] = [];
  for (const group of groups) {
    const [first, others] = [group.changes.slice(0, left), group.changes.slice(left)];
    left -= first.length;
    const total = group.changes.length;
    if (first.length > 0) inFull.push({ ...group, changes: first, total });
    if (others.length > 0) named.push({ ...group, changes: others, total });
  }
  return { inFull, named };
}

const WITHOUT_DETAILS = md`**Without details, because a comment has a size limit:**`;
/** Bytes of the number of changes whose names do not fit, and of separators. */
const MORE_BYTES = 30;

/** Formats the names of changes as far as the space reaches. */
function formatNamed(groups: ChangeGroup[], mostBytes: number): Markdown[] {
  let room = mostBytes - bytesOf([WITHOUT_DETAILS]) - MORE_BYTES;
  let unnamed = 0;
  const lines = groups.flatMap((group) => {
    const head = md`- ${formatKind(group)}${group.ends === undefined ? md`` : md` (${group.ends})`}:`;
    const names = group.changes.map(formatChangeName);
    const { kept, leftOut } = takeFitting(names, room - head.bytes - MORE_BYTES);
    if (kept.length === 0) {
      unnamed += leftOut;
      return [];
    }
    const line = md`${head} ${join(leftOut === 0 ? kept : [...kept, md`${leftOut} more`], ", ")}`;
    room -= line.bytes + 1;
    return [line];
  });
  return [WITHOUT_DETAILS, join([...lines, ...others(unnamed)], "\n")];
}

function others(count: number): Markdown[] {
  return count === 0 ? [] : [md`- others: ${count}`];
}

function heading({ preview, changed, secretsNotSent: notSent, hasFailed }: Analysis): Markdown {
  const [step] = preview.steps;
  const stack = step === undefined ? md`` : md` of stack ${formatName(readUrn(step.urn).stack)}`;
  const what = preview.isRefresh ? md`Refresh` : md`Preview`;
  if (hasFailed) return md`## ${what}${stack} failed`;
  const counts = Object.entries(OPERATIONS).flatMap(([operation, { counted }]) => {
    const count = changed.filter((one) => one.operation === operation).length;
    return count === 0 ? [] : [md`${count} ${counted}`];
  });
  const secrets = notSent === 1 ? md`1 secret` : md`${notSent} secrets`;
  const parts = notSent === 0 ? counts : [...counts, md`${secrets} changed, not sent`];
  return md`## ${what}${stack}: ${parts.length === 0 ? md`no changes` : join(parts, ", ")}`;
}

function failure({ preview, hasFailed, changed }: Analysis, isFull: boolean): Markdown[] {
  if (!hasFailed) return [];
  const errors =
    formatMessages(preview.diagnostics, "error", isFull) ?? md`The preview lists no step and no error.`;
  const isPartial = preview.steps.length > 0 && changed.length > 0;
  return isPartial ? [errors, md`Changes found before the failure; there may be more:`] : [errors];
}

function titled(title: Markdown, list: Markdown | undefined): Markdown[] {
  return list === undefined ? [] : [title, list];
}

/** A program may have hundreds of types of other packages. */
const MOST_SUMMARY_BYTES = 10_000;

/**
 * Formats a line for each type and operation, with the number of changes and what they end. The heading says the same of a single
 * line, unless it ends something.
 */
function summarize({ groups, secretsNotSent }: Analysis): Markdown[] {
  const notSent = secretsNotSent === 0 ? [] : [md`- Secrets changed, not sent: ${secretsNotSent}`];
  const isOutage = groups.some(({ ends }) => ends !== undefined);
  if (groups.length + notSent.length < 2 && !isOutage) return [];
  const lines = groups.map(({ ends, changes, ...group }) => {
    const said = md`${formatKind(group)}: ${changes.length}`;
    return ends === undefined ? md`- ${said}` : md`- **${said}** (${ends})`;
  });
  const { kept, leftOut } = takeFitting(lines, MOST_SUMMARY_BYTES);
  return [join([...kept, ...others(leftOut), ...notSent], "\n")];
}
