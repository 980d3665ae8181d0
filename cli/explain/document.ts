import { readUrn } from "../../provider/contract/urn.js";
import type { Analysis } from "./analysis.js";
import { type Changed, refreshesOnly } from "./changed.js";
import { type ChangeGroup, formatKind, keepsNames, OPERATIONS } from "./changeGroups.js";
import { getTitle } from "./descriptions/table.js";
import { formatErrors, formatNotes, formatWarnings } from "./diagnostics.js";
import { formatName } from "./fieldLine.js";
import { join, type Markdown, md } from "./markdown.js";
import type { Preview } from "./preview.js";
import { bytesOfNames, formatChangeNames, formatInFull, type RelatedResources } from "./section.js";

/** GitHub limits a comment to 65,536 characters. A limit in bytes is stricter, and leaves space for a heading of a pipeline. */
const MOST_BYTES = 64_000;

/** Writes a preview as Markdown: everything, or what fits a comment. */
export function formatDocument(analysis: Analysis): Markdown {
  const { preview, hasFailed, changed, groups, related, secretsNotSent: notSent } = analysis;
  const { diagnostics } = preview;
  const counts = summarize(groups, notSent);
  const above = [
    heading(preview, changed, notSent, hasFailed),
    ...(hasFailed ? failure(preview, changed, related.isFull) : []),
    ...(counts === undefined ? [] : [counts]),
  ];
  const below = [
    ...(showsOldValues(analysis) ? [LAST_APPLY] : []),
    ...titled(md`### Warnings`, formatWarnings(diagnostics, related.isFull)),
    ...titled(md`### Notes`, formatNotes(diagnostics, related.isFull)),
  ];
  const room = MOST_BYTES - bytesOf([...above, ...below]);
  return join([...above, ...formatChanges(groups, related, room), ...below], "\n\n");
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

const WITHOUT_DETAILS = md`**Without details, because a comment has a size limit:**`;

/** Changes with details in a comment: nobody reads more of them. The others have their names. */
const MOST_IN_FULL = 50;

/**
 * Formats the first changes in full, as many as fit together with every name of what this package replaces, deletes or stops, and
 * then the names of the others.
 */
function formatChanges(groups: ChangeGroup[], related: RelatedResources, mostBytes: number): Markdown[] {
  const formatAll = (some: ChangeGroup[]) => some.flatMap((group) => formatInFull(group, related));
  if (related.isFull) return formatAll(groups);
  for (let count = MOST_IN_FULL; ; count--) {
    const { inFull, named } = divide(groups, count);
    const parts = formatAll(inFull);
    const room = mostBytes - bytesOf(parts);
    if (count > 0 && bytesOf([WITHOUT_DETAILS]) + bytesOfKeptNames(named) > room) continue;
    return named.length === 0 ? parts : [...parts, ...formatNamed(named, room)];
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

/** Formats the names of changes as far as the space reaches. What keeps its names comes first. */
function formatNamed(groups: ChangeGroup[], mostBytes: number): Markdown[] {
  const lines: Markdown[] = [];
  let unnamed = 0;
  for (const group of [...groups.filter(keepsNames), ...groups.filter((group) => !keepsNames(group))]) {
    const names = formatChangeNames(group, mostBytes - bytesOf([WITHOUT_DETAILS, ...lines]));
    if (names === undefined) unnamed += group.changes.length;
    else lines.push(names);
  }
  const others = unnamed === 0 ? [] : [md`- others: ${unnamed}`];
  return [WITHOUT_DETAILS, join([...lines, ...others], "\n")];
}

function bytesOfKeptNames(groups: ChangeGroup[]): number {
  return groups.filter(keepsNames).reduce((sum, group) => sum + bytesOfNames(group), 0);
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

function counts(changed: Changed[]): Markdown[] {
  return Object.entries(OPERATIONS).flatMap(([operation, { counted }]) => {
    const count = changed.filter((one) => one.operation === operation).length;
    return count === 0 ? [] : [md`${count} ${counted}`];
  });
}

function secretsNotSent(count: number): Markdown[] {
  return count === 0 ? [] : [md`${count} ${count === 1 ? md`secret` : md`secrets`} changed, not sent`];
}

function failure({ diagnostics, steps }: Preview, changed: Changed[], isFull: boolean): Markdown[] {
  const errors = formatErrors(diagnostics, isFull) ?? md`The preview lists no step and no error.`;
  const isPartial = steps.length > 0 && changed.length > 0;
  return isPartial ? [errors, md`Changes found before the failure; there may be more:`] : [errors];
}

function titled(title: Markdown, list: Markdown | undefined): Markdown[] {
  return list === undefined ? [] : [title, list];
}

/** Maximum number of types of other packages with a line each; a program may have hundreds. */
const MOST_OTHER_KINDS = 20;

/**
 * Formats a line for each type and operation, with the number of changes and what they end. The size limit never omits these
 * lines. The heading says the same of a single line, unless it ends something.
 */
function summarize(groups: ChangeGroup[], secretsNotSent: number): Markdown | undefined {
  const notSent = secretsNotSent === 0 ? [] : [md`- Secrets changed, not sent: ${secretsNotSent}`];
  const isOutage = groups.some(({ ends }) => ends !== undefined);
  if (groups.length + notSent.length < 2 && !isOutage) return undefined;
  const others = groups.filter(({ type }) => getTitle(type) === undefined);
  const own = groups.filter(({ type }) => getTitle(type) !== undefined);
  const shown = others.length <= MOST_OTHER_KINDS ? groups : own;
  const lines = shown.map((group) => line(group, formatKind(group)));
  return join([...lines, ...(shown === groups ? [] : merged(others)), ...notSent], "\n");
}

function line({ ends, changes }: ChangeGroup, kind: Markdown): Markdown {
  const said = md`${kind}: ${changes.length}`;
  return ends === undefined ? md`- ${said}` : md`- **${said}** (${ends})`;
}

function merged(groups: ChangeGroup[]): Markdown[] {
  const byLine = new Map<string, ChangeGroup>();
  for (const group of groups) {
    const key = JSON.stringify([group.operation, group.ends?.text]);
    const before = byLine.get(key)?.changes ?? [];
    byLine.set(key, { ...group, changes: [...before, ...group.changes] });
  }
  return [...byLine.values()].map((group) =>
    line(group, md`${OPERATIONS[group.operation].title} resources of other packages`),
  );
}
