import type { ResourceDefinition } from "../../../provider/contract/definition.js";
import type { Fact } from "../../../provider/core/warnings.js";
import { isAbsent, isUnknown, type Json, type JsonObject } from "../../../provider/schema/json.js";
import { PLACEHOLDER } from "../../../provider/schema/secret.js";
import type { Changed } from "../changed.js";
import { formatArgument, formatName } from "../fieldLine.js";
import type { Field } from "../fields.js";
import { formatList, join, Markdown, md } from "../markdown.js";

/**
 * Formats a record, for example `C10001` (`Adatum`): by its number and name if a state of the preview has them, else by what the
 * argument holds, its id or number.
 */
export type RecordLabel = (value: Json) => Markdown;

/** A change with the data that its description needs. */
export interface Context extends Changed {
  /** Whether the item of a list has the name, so that sentences omit it. */
  inList: boolean;
  recordLabel: RecordLabel;
  /** What the provider reports of the object of a new resource. */
  found: Fact | undefined;
  /** The deleted resource that declared the object before. */
  predecessor: Changed | undefined;
  /** Arguments such as `subscriptionId` that have several values in the preview, so that names include them. */
  accountArguments: ReadonlySet<string>;
}

/** Describes the effect of a preview at the service, for one type of resource. */
export interface ChangeDescriptions {
  create(args: JsonObject, context: Context): Markdown[];
  update(args: JsonObject, context: Context, before: JsonObject): Markdown[];
  replace(args: JsonObject, context: Context, before: JsonObject): Markdown[];
  /** Describes a delete. Not called if the object stays at the service. */
  delete(before: JsonObject, context: Context): Markdown[];
  /** What the change ends at the service, for example `deletes the group`. Undefined: nothing. */
  ends(args: JsonObject, changed: Changed, before: JsonObject): Markdown | undefined;
  /** Additional text for one field of an update. */
  note?(field: Field, args: JsonObject): Markdown | undefined;
  /** A table below the fields. */
  table?(args: JsonObject, context: Context): Markdown | undefined;
  /** Lines for a new value that does not fit in one line of JSON. None: the table has it. */
  newValue?(field: Field): Markdown[] | undefined;
}

export interface ResourceDescription extends ChangeDescriptions {
  definition: ResourceDefinition;
  /** Whether `ends` is about something that is stopped, and not deleted. Default: no. */
  isStop?: boolean;
  /** Identifies the object at the service in a list, where `nameFormat` of the definition is not enough. */
  identify?(args: JsonObject, context: Context): Markdown;
}

export function formatNoun({ noun }: ResourceDefinition): Markdown {
  return new Markdown(noun);
}

/** Formats the name of an object for display. */
export function formatObjectName(
  definition: ResourceDefinition,
  args: JsonObject,
  context: Context,
): Markdown {
  const { schema, nameFormat } = definition;
  const parts = nameFormat.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return new Markdown(part);
    const isRecord = schema.properties[part]?.format === "guid";
    return isRecord ? formatRecord(definition, args, part, context) : formatArgument(args[part]);
  });
  const accounts = [...context.accountArguments]
    .filter((name) => name in schema.properties)
    .map((name) => md` (${new Markdown(name.replace(/Id$/, ""))} ${formatArgument(args[name])})`);
  return join([...parts, ...accounts], "");
}

/** Formats the record whose id an argument contains, by its number if the id is not known. */
export function formatRecord(
  { schema }: ResourceDefinition,
  args: JsonObject,
  argument: string,
  { recordLabel }: Context,
): Markdown {
  const id = args[argument];
  const number = args[schema.properties[argument]?.resolvedBy ?? ""];
  return (isAbsent(id) || isUnknown(id)) && !isAbsent(number) ? recordLabel(number) : recordLabel(id);
}

/** Formats the noun and the name of an object. An item of a list has the name already. */
export function formatObject(definition: ResourceDefinition, args: JsonObject, context: Context): Markdown {
  const noun = formatNoun(definition);
  return context.inList ? noun : md`${noun} ${formatObjectName(definition, args, context)}`;
}

/** Returns the key of the managed object, as the provider computes it. Undefined while a part of it is unknown or hidden. */
export function getManagedKey(definition: ResourceDefinition, args: JsonObject): string | undefined {
  const shown = Object.entries(args).filter(([, value]) => value !== PLACEHOLDER);
  return definition.manages?.(Object.fromEntries(shown)).key;
}

/**
 * Whether the replacement declares the same object at the same provider and is created first. The provider then does not delete
 * the object.
 */
export function keepsObject(
  definition: ResourceDefinition,
  { before: old, after }: Changed,
  before: JsonObject,
  args: JsonObject,
): boolean {
  const isSame = isSameObject(definition, before, args);
  return isSame && old?.isDeletedFirst !== true && old?.provider === after?.provider;
}

export function isSameObject(definition: ResourceDefinition, before: JsonObject, args: JsonObject): boolean {
  const key = getManagedKey(definition, args);
  return key !== undefined && key === getManagedKey(definition, before);
}

/** Whether the preview hides the value: it is a secret, or known after apply. */
export function isHidden(value: Json): boolean {
  return isUnknown(value) || value === PLACEHOLDER;
}

export function explainReplacement(
  definition: ResourceDefinition | undefined,
  { fields, replaceReasons, replaceOnChanges }: Changed,
): Markdown {
  const fixed = fields.filter(({ createOnly }) => createOnly).map(({ path }) => path);
  const isIdentity = (path: string): boolean => definition?.schema.properties[path]?.identity === true;
  const identity = fixed.filter(isIdentity);
  const others = fixed.filter((path) => !isIdentity(path));
  if (others.length > 0) return md`Replaced: the service cannot change ${formatNames(others)} in place.`;
  if (definition !== undefined && identity.length > 0)
    return md`Replaced: another ${formatNames(identity)} is another ${formatNoun(definition)}.`;
  const change = replaceOnChanges.length === 1 ? md`changes` : md`change`;
  if (replaceOnChanges.length > 0)
    return md`Replaced because the program requests it when ${formatNames(replaceOnChanges)} ${change} (\`replaceOnChanges\`).`;
  const reasons = replaceReasons.filter((reason) => !reason.startsWith("__") && reason !== "id");
  if (reasons.length > 0) return md`Replaced because of ${formatNames(reasons)}.`;
  return md`Replaced on request (\`--replace\`, a tainted state or \`replacementTrigger\`), not because of a field.`;
}

const MOST_NAMES = 10;

export function formatNames(paths: string[]): Markdown {
  const { length } = paths;
  const shown = paths.slice(0, MOST_NAMES).map(formatName);
  return length <= MOST_NAMES ? formatList(shown) : formatList([...shown, md`${length - MOST_NAMES} more`]);
}
