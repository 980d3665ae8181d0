import { NAMESPACE } from "../../provider/contract/configuration.js";
import { readUrn } from "../../provider/contract/urn.js";
import { isUnknown, type Json } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import { PLACEHOLDER } from "../../provider/schema/secret.js";
import { type Changed, listChangedResources, refreshesOnly } from "./changed.js";
import { type ChangeGroup, formatKind, groupChanges, isAlwaysNamed, OPERATIONS } from "./changeGroups.js";
import { getSchema, getTitle } from "./descriptions/table.js";
import {
  countSecretsNotSent,
  formatErrors,
  formatNotes,
  formatWarnings,
  isError,
  listMissing,
  listTakeovers,
  listUnchanged,
} from "./diagnostics.js";
import { formatArgument, formatName } from "./fieldLine.js";
import { join, type Markdown, md } from "./markdown.js";
import { type Preview, readPreview, type State, type Step } from "./preview.js";
import { bytesOfNames, formatGroup, formatNamedGroup, type RelatedResources, type Shown } from "./section.js";
import { findTakenOver } from "./takenOver.js";

/** GitHub limits a comment to 65,536 characters. A limit in bytes is stricter. */
const MOST_BYTES = 65_000;

/** What a preview contains. */
export interface Analysis {
  preview: Preview;
  hasFailed: boolean;
  changed: Changed[];
  groups: ChangeGroup[];
  related: RelatedResources;
  /** Number of secrets that changed and are not sent. */
  secretsNotSent: number;
}

export interface Explained extends Analysis {
  /** For a comment. */
  markdown: string;
}

/**
 * Explains a preview.
 *
 * @param text output of `pulumi preview --json`
 * @throws Error for other input
 */
export function explain(text: string): Explained {
  const preview = readPreview(text);
  const { diagnostics, steps } = preview;
  const changed = listChangedResources(preview, listUnchanged(diagnostics), getSchema);
  const takenOver = findTakenOver(changed);
  const analysis: Analysis = {
    preview,
    hasFailed: diagnostics.some(isError) || steps.length === 0,
    changed,
    groups: groupChanges(changed, (one) => takenOver.successors.has(one)),
    related: {
      takenOver,
      existing: listTakeovers(diagnostics),
      missing: listMissing(diagnostics),
      recordLabel: createRecordLabels(steps),
      accountArguments: findSeveralAccounts(preview),
    },
    secretsNotSent: countSecretsNotSent(diagnostics),
  };
  return { ...analysis, markdown: document(analysis) };
}

function document(analysis: Analysis): string {
  const { preview, hasFailed, changed, groups, related, secretsNotSent: notSent } = analysis;
  const { diagnostics } = preview;
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
  const { parts, leftOut } = shownChanges(groups, related, rest);
  const more =
    leftOut === 0 ? [] : [md`**Changes omitted here, because a comment has a size limit: ${leftOut}**`];
  return `${join([...above, ...parts, ...more, ...below], "\n\n").text}\n`;
}

/**
 * Shows as many groups as fit, and omits all groups after the first that does not. Groups whose names are always shown come
 * first, and reserve space for the names of the next ones.
 */
function shownChanges(groups: ChangeGroup[], related: RelatedResources, mostBytes: number): Shown {
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
      ? formatNamedGroup(group, related, room)
      : formatGroup(group, related, room);
    // A blank line separates the parts.
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

function counts(changed: Changed[]): Markdown[] {
  return Object.entries(OPERATIONS).flatMap(([operation, { counted }]) => {
    const count = changed.filter((one) => one.operation === operation).length;
    return count === 0 ? [] : [md`${count} ${counted}`];
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

/** Maximum number of types of other packages with a line each; a program may have hundreds. */
const MOST_OTHER_KINDS = 20;

/**
 * Formats a line for each type and operation, with the number of changes and what they end. The size limit never omits these
 * lines.
 */
function summarize(groups: ChangeGroup[], secretsNotSent: number): Markdown | undefined {
  const notSent = secretsNotSent === 0 ? [] : [md`- Secrets changed, not sent: ${secretsNotSent}`];
  if (groups.length + notSent.length < 2) return undefined;
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

/** Returns a function that names records by number and display name if the state has them, else by id. */
function createRecordLabels(steps: Step[]): (id: Json) => Markdown {
  const labels = new Map(
    steps.flatMap(({ urn, before }) => {
      const argument = idArgument(getSchema(readUrn(urn).type));
      const id = argument === undefined ? undefined : before?.inputs[argument];
      const label = before === undefined ? undefined : labelOf(before);
      return typeof id === "string" && label !== undefined ? [[id.toLowerCase(), label]] : [];
    }),
  );
  return (id) => (typeof id === "string" ? labels.get(id.toLowerCase()) : undefined) ?? formatArgument(id);
}

/** Returns the argument with the id of the resource's own record, which may be looked up by number. */
function idArgument(schema: ResourceSchema | undefined): string | undefined {
  const found = Object.entries(schema?.properties ?? {}).find(
    ([, field]) => field.identity === true && field.lookedUpBy !== undefined,
  );
  return found?.[0];
}

function labelOf({ outputs }: State): Markdown | undefined {
  const [number, name] = [outputs.number, outputs.displayName].map((value) =>
    typeof value === "string" && value !== "" && value !== PLACEHOLDER && !isUnknown(value)
      ? formatName(value)
      : undefined,
  );
  if (number === undefined) return name;
  return name === undefined ? number : md`${number} (${name})`;
}

/**
 * Returns the arguments with a default in the configuration, such as `subscriptionId`, that have several values in the
 * configuration and the resources of a preview.
 */
function findSeveralAccounts({ configuration, steps }: Preview): ReadonlySet<string> {
  const values = new Map<string, Set<string>>();
  const add = (name: string, value: Json): void => {
    if (typeof value !== "string" || isUnknown(value)) return;
    values.set(name, (values.get(name) ?? new Set()).add(value.toLowerCase()));
  };
  for (const { urn, before, after } of steps) {
    for (const [name, field] of Object.entries(getSchema(readUrn(urn).type)?.properties ?? {})) {
      if (field.configured !== true) continue;
      add(name, configuration[`${NAMESPACE}:${name}`]);
      for (const state of [before, after]) add(name, state?.inputs[name]);
    }
  }
  return new Set([...values].filter(([, known]) => known.size > 1).map(([name]) => name));
}
