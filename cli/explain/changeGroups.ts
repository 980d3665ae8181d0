import type { Changed, Operation } from "./changed.js";
import { getDescription } from "./descriptions/table.js";
import { formatName } from "./fieldLine.js";
import { type Markdown, md } from "./markdown.js";

/** Changes of one type with the same operation and effect: one line of the summary and one part of the document. */
export interface ChangeGroup extends Pick<Changed, "operation" | "type" | "definition"> {
  /** What each change ends at the service, for example `deletes the group`. Undefined: nothing. */
  ends: Markdown | undefined;
  changes: Changed[];
  /** Number of changes before the group was divided, if it was. */
  total?: number;
}

/** Lists of more changes that end nothing are collapsed. */
export const MOST_SECTIONS = 5;

/** Order of changes that end nothing at the service. A delete among them only removes the resource from the state. */
const ORDER = ["replace", "update", "delete", "create", "import", "rename", "drifted", "gone"];

/** Names of the operations in headings and counts, in the order of the counts. */
export const OPERATIONS: Readonly<Record<Operation, { title: Markdown; counted: Markdown }>> = {
  replace: { title: md`Replace`, counted: md`to replace` },
  delete: { title: md`Delete`, counted: md`to delete` },
  update: { title: md`Update`, counted: md`to update` },
  create: { title: md`Create`, counted: md`to create` },
  import: { title: md`Import`, counted: md`to import` },
  rename: { title: md`Rename`, counted: md`to rename` },
  drifted: { title: md`Changed at the service:`, counted: md`changed at the service` },
  gone: { title: md`Missing at the service:`, counted: md`missing at the service` },
};

/** Formats `Replace ContainerGroup`: types of this package by title, types of other packages in full. */
export function formatKind({
  operation,
  type,
  definition,
}: Pick<ChangeGroup, "operation" | "type" | "definition">) {
  return md`${OPERATIONS[operation].title} ${formatName(definition?.schema.title ?? type)}`;
}

/**
 * Groups the changes in the order of display; the size limit leaves the last ones without details. First come changes that end
 * something of this package, then those that end something else, then the others. Small groups come before large ones: a single
 * stop must not come after 250 deleted groups.
 *
 * @param isTakenOver whether another resource manages the same object, so that this change sends no request
 */
export function groupChanges(all: Changed[], isTakenOver: (changed: Changed) => boolean): ChangeGroup[] {
  const groups = new Map<string, ChangeGroup>();
  for (const one of all) {
    const { operation, type, definition, argsAfter, argsBefore } = one;
    const ends = isTakenOver(one) ? undefined : getDescription(one).ends(argsAfter, one, argsBefore);
    const key = JSON.stringify([operation, type, ends?.text]);
    const group = groups.get(key) ?? { operation, type, definition, ends, changes: [] };
    group.changes.push(one);
    groups.set(key, group);
  }
  for (const { changes } of groups.values()) changes.sort(byName);
  return [...groups.values()].sort((a, b) => compareRanks(rank(a), rank(b)));
}

function rank({ operation, type, definition, ends, changes }: ChangeGroup): (string | number)[] {
  const count = changes.length > MOST_SECTIONS ? changes.length : 0;
  const order = ORDER.indexOf(operation);
  if (ends === undefined) return [2, order, count, type];
  return [definition === undefined ? 1 : 0, count, order, type, ends.text];
}

function compareRanks(a: (string | number)[], b: (string | number)[]): number {
  const index = a.findIndex((part, at) => part !== b[at]);
  const [one = "", other = ""] = [a[index], b[index]];
  return one < other ? -1 : one > other ? 1 : 0;
}

const collator = new Intl.Collator("en", { numeric: true });

/** Sorts `shop-2` before `shop-10`. */
function byName(a: Changed, b: Changed): number {
  return collator.compare(a.name, b.name) || compareRanks([a.urn], [b.urn]);
}
