import { readUrn } from "../../provider/contract/urn.js";
import type { Analysis } from "./analysis.js";
import type { Changed } from "./changed.js";
import { type ChangeGroup, formatKind, MOST_SECTIONS } from "./changeGroups.js";
import {
  type ChangeDescriptions,
  type Context,
  formatObjectName,
} from "./descriptions/resourceDescription.js";
import { getDescription } from "./descriptions/table.js";
import { formatArgument, formatField, formatName, formatNewField } from "./fieldLine.js";
import { divideAdded, type Field, hideSecrets } from "./fields.js";
import { formatDetails, join, type Markdown, md, takeFitting } from "./markdown.js";

const MOST_FIELDS = 40;
/** Leaves space for other resources. */
const MOST_FIELD_BYTES = 6_000;

export function formatInFull(group: ChangeGroup, analysis: Analysis, isFull: boolean): Markdown[] {
  const described = group.changes.map((changed) => describe(changed, analysis, isFull));
  // A table fits no item of a list.
  const isList = described.length > 1 && described.every(({ table }) => table === undefined);
  return isList ? [formatList(group, described)] : described.map((one) => formatSection(group, one));
}

function formatSection(group: ChangeGroup, one: Description): Markdown {
  const { sentences, lines, table = md`` } = one;
  return paragraphs([
    md`### ${formatKind(group)} ${headOf(one)}`,
    join(sentences, " "),
    bulleted(lines),
    table,
  ]);
}

/** Formats what the changes have in common, and an item for each. A long list that ends nothing is collapsed. */
function formatList(group: ChangeGroup, described: Description[]): Markdown {
  const sentences = commonOf(described.map((one) => one.sentences));
  const lines = commonOf(described.map((one) => one.lines));
  const isCommon = new Set([...sentences, ...lines].map(({ text }) => text));
  const items = described.map((one) => {
    const own = [...one.sentences, ...one.lines].filter(({ text }) => !isCommon.has(text));
    return join([headOf(one), ...own.map((line) => md`  - ${line}`)], "\n");
  });
  const { length } = described;
  const { total = length, ends } = group;
  const list = bulleted(items);
  return paragraphs([
    md`### ${formatKind(group)}: ${length === total ? md`${length}` : md`the first ${length} of ${total}`}`,
    join(sentences, " "),
    length > MOST_SECTIONS && ends === undefined ? formatDetails(md`Details`, list) : list,
    ...(lines.length === 0 ? [] : [md`The same for each of them:`, bulleted(lines)]),
  ]);
}

/** Returns the items that all lists contain, in the order of the first list. */
function commonOf([first = [], ...others]: Markdown[][]): Markdown[] {
  const sets = others.map((list) => new Set(list.map(({ text }) => text)));
  return first.filter(({ text }) => sets.every((set) => set.has(text)));
}

function headOf({ name, object }: Description): Markdown {
  return object === undefined ? name : md`${name}: ${object}`;
}

type Description = ReturnType<typeof describe>;

/** A change in words: what happens, and field by field. */
export function describe(changed: Changed, analysis: Analysis, isFull: boolean) {
  const { sameObjects, recordLabel, accountArguments } = analysis;
  const context: Context = { ...changed, ...sameObjects.get(changed), recordLabel, accountArguments };
  const { definition, after, argsBefore, argsAfter } = changed;
  const args = after === undefined ? argsBefore : argsAfter;
  const description = getDescription(changed);
  const table = description.table?.format(hideSecrets(definition?.schema, argsAfter), context);
  const lines = [
    ...changed.drift.map((field) => md`at the service: ${formatField(field)}`),
    ...linesOf(changed, description, table !== undefined),
  ];
  return {
    name: formatChangeName(changed),
    /** At the service. Undefined for resources of other packages. */
    object: definition && (description.identify ?? formatObjectName)(args, context),
    sentences: sentencesOf(context, description),
    lines: isFull ? lines : limited(lines),
    table,
  };
}

export function formatChangeName({ name, formerName }: Changed): Markdown {
  return formerName === undefined ? formatName(name) : md`${formatName(formerName)} → ${formatName(name)}`;
}

function sentencesOf(context: Context, description: ChangeDescriptions): Markdown[] {
  const { operation, isGone, isLeftOver, keepsOld, deletedWith } = context;
  const { successor, predecessor, namesake } = context;
  const said: Markdown[] = [];
  const say = (parts: TemplateStringsArray, ...names: Markdown[]) => void said.push(md(parts, ...names));
  if (successor)
    say`Sends no request: ${formatName(successor.name)} now declares the same object, and the provider keeps it.`;
  else if (deletedWith)
    say`Sends no request of its own: it is deleted with ${formatName(readUrn(deletedWith).name)} (\`deletedWith\`).`;
  if (said.length > 0) return said;
  if (isGone) say`It no longer exists at the service.`;
  said.push(...providerChange(context));
  if (predecessor) say`It declares the object that ${formatName(predecessor.name)} declared before.`;
  if (isLeftOver) say`An earlier run has replaced it, and has not deleted it.`;
  said.push(...meaning(context, description));
  if (namesake && !keepsOld)
    say`${formatName(namesake.name)} declares the same object with another provider. To keep the object, give that resource an alias, unless its provider has another address.`;
  if (keepsOld && (operation === "delete" || operation === "replace"))
    say`The existing object stays at the service (\`retainOnDelete\`); it is only removed from the state.`;
  return said;
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

function meaning(context: Context, description: ChangeDescriptions): Markdown[] {
  const { operation, keepsOld, after, argsAfter: args, argsBefore: before } = context;
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
        md`Imported into the state unchanged, by its id at the service, ${formatArgument(after?.importId)}.`,
      ];
    case "rename":
      return [md`Nothing changes at the service.`];
    case "drifted":
      return [md`The values of the service are stored in the state. Nothing is sent.`];
    case "gone":
      return [md`It is removed from the state.`];
  }
}

function linesOf(changed: Changed, { table, note }: ChangeDescriptions, hasTable: boolean): Markdown[] {
  const { operation, definition, fields, argsAfter } = changed;
  const isNew = operation === "create" || operation === "import";
  const isShown = ({ path, kind }: Field): boolean => {
    const isInTable = hasTable && kind === "added" && path === table?.path;
    // The heading already identifies the object.
    return !isInTable && !(isNew && definition?.schema.properties[path]?.identity === true);
  };
  return fields
    .filter(isShown)
    .flatMap(divideAdded)
    .map((field) => {
      if (isNew) return formatNewField(field);
      return formatField(field, operation === "update" ? note?.(field, argsAfter) : undefined);
    });
}

function limited(lines: Markdown[]): Markdown[] {
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
