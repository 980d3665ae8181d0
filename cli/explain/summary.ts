import type { ChangeGroup } from "./changeGroups.js";
import { getTitle } from "./descriptions/table.js";
import { formatType, titles } from "./groupHeading.js";
import { join, type Markdown, md } from "./markdown.js";

/** Kinds of other packages that have a line of their own; a program may have hundreds. */
const MOST_OTHER_KINDS = 20;

/** A line for each kind of resource and operation, which is never left out: counts, and what ends something. */
export function summarize(groups: ChangeGroup[], secretsNotSent: number): Markdown | undefined {
  const notSent = secretsNotSent === 0 ? [] : [md`- Secrets changed, not sent: ${secretsNotSent}`];
  if (groups.length + notSent.length < 2) return undefined;
  const others = groups.filter(({ type }) => getTitle(type) === undefined);
  const own = groups.filter(({ type }) => getTitle(type) !== undefined);
  const shown = others.length <= MOST_OTHER_KINDS ? groups : own;
  const lines = shown.map((group) => line(group, formatType(group.type)));
  return join([...lines, ...(shown === groups ? [] : merged(others)), ...notSent], "\n");
}

function line({ operation, ends, changes }: ChangeGroup, kind: Markdown): Markdown {
  const said = md`${titles[operation]} ${kind}: ${changes.length}`;
  return ends === undefined ? md`- ${said}` : md`- **${said}** (${ends})`;
}

function merged(groups: ChangeGroup[]): Markdown[] {
  const byLine = new Map<string, ChangeGroup>();
  for (const group of groups) {
    const key = JSON.stringify([group.operation, group.ends?.text]);
    const before = byLine.get(key)?.changes ?? [];
    byLine.set(key, { ...group, changes: [...before, ...group.changes] });
  }
  return [...byLine.values()].map((group) => line(group, md`resources of other packages`));
}
