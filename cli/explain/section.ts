import { readUrn } from "../../provider/contract/urn.js";
import type { Fact } from "../../provider/core/warnings.js";
import type { Changed, Operation } from "./changed.js";
import { type ChangeGroup, formatKind, MOST_SECTIONS } from "./changeGroups.js";
import { otherDescription } from "./descriptions/other.js";
import { type Context, formatObjectName } from "./descriptions/resourceDescription.js";
import { getDescription } from "./descriptions/table.js";
import { formatArgument, formatField, formatName, formatNewField } from "./fieldLine.js";
import type { Field } from "./fields.js";
import { formatDetails, join, type Markdown, md, takeFitting } from "./markdown.js";
import type { TakenOver } from "./takenOver.js";

const MOST_FIELDS = 40;
/** Leaves space for other resources. */
const MOST_FIELD_BYTES = 6_000;

/** Data about other resources that a change is shown with, and the form in which it is shown. */
export interface RelatedResources {
  takenOver: TakenOver;
  /** What the provider reports of resources, by URN. */
  facts: ReadonlyMap<string | undefined, Fact>;
  recordLabel: Context["recordLabel"];
  accountArguments: Context["accountArguments"];
  /** Whether every field of every change is shown. */
  isFull: boolean;
}

/** Formats the changes of a group in full: as a list below their common sentences, or as sections if they have none. */
export function formatInFull(group: ChangeGroup, related: RelatedResources): Markdown[] {
  const { changes } = group;
  if (changes.length > 1) {
    const alike = describeAlike(changes, related);
    if (alike.sentences.length > 0 && !alike.hasTables) return [list(group, alike)];
  }
  return changes.map((changed) => section(changed, related));
}

/** Bytes of the number of changes whose names do not fit, and of separators. */
const MORE_BYTES = 30;

/** Formats the names of the changes of a group, as many as fit. Undefined: not one does. */
export function formatChangeNames(group: ChangeGroup, mostBytes: number): Markdown | undefined {
  const head = headOfNames(group);
  const { kept, leftOut } = takeFitting(group.changes.map(nameOf), mostBytes - head.bytes - MORE_BYTES);
  if (kept.length === 0) return undefined;
  return md`${head} ${join(leftOut === 0 ? kept : [...kept, md`${leftOut} more`], ", ")}`;
}

/** Returns the bytes for the names of all changes of a group. */
export function bytesOfNames(group: ChangeGroup): number {
  const names = group.changes.reduce((sum, changed) => sum + nameOf(changed).bytes + 2, 0);
  return headOfNames(group).bytes + names + MORE_BYTES;
}

function headOfNames(group: ChangeGroup): Markdown {
  return md`- ${formatKind(group)}${group.ends === undefined ? md`` : md` (${group.ends})`}:`;
}

function section(changed: Changed, related: RelatedResources): Markdown {
  const { sentences, drift, lines, table } = describe(changed, related, false);
  return paragraphs([
    md`### ${formatKind(changed)} ${nameOf(changed)}`,
    join(sentences, " "),
    ...(drift.length === 0 ? [] : [DRIFTED, bulleted(drift), WHAT_FOLLOWS]),
    bulleted(lines),
    ...(table === undefined ? [] : [table]),
  ]);
}

/** Changes of a group, with their common parts. */
interface Alike {
  sentences: Markdown[];
  /** Lines of fields that all changes share. */
  lines: Markdown[];
  /** Whether a change has a table, which fits no item of a list. */
  hasTables: boolean;
  each: { name: Markdown; identity: Markdown | undefined; own: Markdown[] }[];
}

function describeAlike(changes: Changed[], related: RelatedResources): Alike {
  const described = changes.map((changed) => describe(changed, related, true));
  const sentences = commonOf(described.map((one) => one.sentences));
  const lines = commonOf(described.map(({ drift, lines }) => (drift.length > 0 ? [] : lines)));
  const isCommon = new Set([...sentences, ...lines].map(({ text }) => text));
  const ownOf = (all: Markdown[]): Markdown[] => all.filter(({ text }) => !isCommon.has(text));
  const each = described.map(({ name, identity, sentences, drift, lines }) => {
    const before = drift.length === 0 ? [] : [DRIFTED, ...drift, WHAT_FOLLOWS];
    return { name, identity, own: [...ownOf(sentences), ...before, ...ownOf(lines)] };
  });
  return { sentences, lines, each, hasTables: described.some(({ table }) => table !== undefined) };
}

/** Formats an item for each change, with its own sentences and fields below. A long list that ends nothing is collapsed. */
function list(group: ChangeGroup, { sentences, lines, each }: Alike): Markdown {
  const items = bulleted(
    each.map(({ name, identity, own }) => {
      const head = identity === undefined ? name : md`${name}: ${identity}`;
      return join([head, ...own.map((line) => md`  - ${line}`)], "\n");
    }),
  );
  const { length } = each;
  const { total = length } = group;
  const isLong = length > MOST_SECTIONS && group.ends === undefined;
  return paragraphs([
    md`### ${formatKind(group)}: ${length === total ? md`${length}` : md`the first ${length} of ${total}`}`,
    join(sentences, " "),
    isLong ? formatDetails(length === total ? md`All ${length}` : md`The first ${length}`, items) : items,
    ...(lines.length === 0 ? [] : [md`The same for each of them:`, bulleted(lines)]),
  ]);
}

/** Returns the items that all lists contain, in the order of the first list. */
function commonOf([first = [], ...others]: Markdown[][]): Markdown[] {
  const sets = others.map((list) => new Set(list.map(({ text }) => text)));
  return first.filter(({ text }) => sets.every((set) => set.has(text)));
}

export interface Description {
  /** Name of the resource in the program. */
  name: Markdown;
  /** Name of the object at the service. */
  identity: Markdown | undefined;
  sentences: Markdown[];
  /** Changes that a refresh found. */
  drift: Markdown[];
  lines: Markdown[];
  table: Markdown | undefined;
}

/** Describes a change: what happens, and field by field. */
export function describe(changed: Changed, related: RelatedResources, inList: boolean): Description {
  const { recordLabel, accountArguments, takenOver, isFull } = related;
  const found = related.facts.get(changed.urn);
  const predecessor = takenOver.predecessors.get(changed);
  const others = { predecessor, recordLabel, accountArguments };
  const context: Context = { ...changed, inList, found, ...others };
  return {
    name: nameOf(changed),
    identity: identityOf(changed, context),
    sentences: sentencesOf(changed, context, related),
    drift: limited(
      changed.drift.map((field) => formatField(field)),
      isFull,
    ),
    lines: limited(fieldLines(changed), isFull),
    table: getDescription(changed.type)?.table?.(changed.argsAfter, context),
  };
}

function identityOf({ type, after, argsBefore, argsAfter }: Changed, context: Context): Markdown | undefined {
  const description = getDescription(type);
  if (description === undefined) return undefined;
  const args = after === undefined ? argsBefore : argsAfter;
  return description.identify?.(args, context) ?? formatObjectName(description.definition, args, context);
}

const DRIFTED = md`These values at the service differ from the state:`;
const WHAT_FOLLOWS = md`Changes in this preview:`;
const RETAINED = md`The existing object stays at the service (\`retainOnDelete\`); it is only removed from the state.`;
const LEFT_OVER = md`An earlier run has replaced it, and has not deleted it.`;

/** Formats the name of a resource, with its earlier name if it was renamed. */
function nameOf({ name, formerName }: Changed): Markdown {
  return formerName === undefined ? formatName(name) : md`${formatName(formerName)} → ${formatName(name)}`;
}

function sentencesOf(changed: Changed, context: Context, { takenOver }: RelatedResources): Markdown[] {
  const { operation, formerName, formerUrn, isGone, keepsOld, deletedWith } = changed;
  const successor = takenOver.successors.get(changed);
  if (successor !== undefined)
    return [
      md`Sends no request: ${formatName(successor.name)} now declares the same object, and the provider keeps it.`,
    ];
  if (deletedWith !== undefined)
    return [
      md`Sends no request of its own: it is deleted with ${formatName(readUrn(deletedWith).name)} (\`deletedWith\`).`,
    ];
  const namesake = takenOver.namesakes.get(changed);
  const { predecessor } = context;
  return [
    ...(isGone ? [md`It no longer exists at the service.`] : []),
    // An item of a list has both names.
    ...(formerName === undefined || context.inList
      ? []
      : [md`Its name in the program was ${formatName(formerName)}.`]),
    ...(formerUrn === undefined ? [] : [md`Its URN was ${formatName(formerUrn)}.`]),
    ...providerChange(changed),
    ...(predecessor === undefined
      ? []
      : [md`It declares the object that ${formatName(predecessor.name)} declared before.`]),
    ...(changed.isLeftOver ? [LEFT_OVER] : []),
    ...meaning(context),
    ...(namesake === undefined || keepsOld
      ? []
      : [
          md`${formatName(namesake.name)} declares the same object with another provider. To keep the object, give that resource an alias, unless its provider has another address.`,
        ]),
    ...(keepsOld && endsOld(operation) ? [RETAINED] : []),
  ];
}

/** The engine does not replace a resource because of another provider alone. */
function providerChange({ operation, before, after }: Changed): Markdown[] {
  const [old, now] = [before, after].map((state) => state && readProvider(state.provider));
  const isDefault = [old, now].every((name) => name?.startsWith("default"));
  if (operation === "replace" || old === undefined || now === undefined || old === now || isDefault)
    return [];
  return [
    md`Its provider was ${formatName(old)} and is ${formatName(now)}: requests go to the address of ${formatName(now)}. If that is another address, the object at the earlier one stays there.`,
  ];
}

function readProvider(reference: string | undefined): string | undefined {
  return reference && readUrn(reference).name.replace(/::[^:]*$/, "");
}

function endsOld(operation: Operation): boolean {
  return operation === "delete" || operation === "replace";
}

function meaning(context: Context): Markdown[] {
  const { operation, type, keepsOld } = context;
  const { argsAfter: args, argsBefore: before } = context;
  const description = getDescription(type) ?? otherDescription;
  switch (operation) {
    case "create":
      return description.create(args, context);
    case "update":
      return description.update(args, context, before);
    case "replace":
      return description.replace(args, context, before);
    case "delete":
      return keepsOld ? [] : description.delete(before, context);
    case "import":
      return [
        md`Imported into the state unchanged, by its id at the service, ${formatArgument(context.after?.importId)}.`,
      ];
    case "rename":
      return [md`Nothing changes at the service.`];
    case "drifted":
      return [md`The values of the service are stored in the state. Nothing is sent.`];
    case "gone":
      return [md`It is removed from the state.`];
  }
}

function fieldLines({ operation, type, fields, argsAfter }: Changed): Markdown[] {
  const description = getDescription(type);
  const isNew = operation === "create" || operation === "import";
  // The sentences already identify the object.
  const own = isNew
    ? fields.filter(({ path }) => description?.definition.schema.properties[path]?.identity !== true)
    : fields;
  return own.flatMap((field) => {
    const lines = field.kind === "added" ? description?.newValue?.(field) : undefined;
    if (lines !== undefined) return isNew ? lines : lines.map((line) => md`new: ${line}`);
    return [
      isNew ? formatNewField(field) : formatField(field, operation === "update" ? noteOf(field) : undefined),
    ];
  });

  function noteOf(field: Field): Markdown | undefined {
    return description?.note?.(field, argsAfter);
  }
}

function limited(lines: Markdown[], isFull: boolean): Markdown[] {
  if (isFull) return lines;
  const { kept } = takeFitting(lines.slice(0, MOST_FIELDS), MOST_FIELD_BYTES);
  const more = lines.length - kept.length;
  return more === 0 ? kept : [...kept, md`fields omitted here: ${more}`];
}

function bulleted(lines: Markdown[]): Markdown {
  return join(
    lines.map((line) => md`- ${line}`),
    "\n",
  );
}

function paragraphs(parts: Markdown[]): Markdown {
  return join(
    parts.filter(({ text }) => text !== ""),
    "\n\n",
  );
}
