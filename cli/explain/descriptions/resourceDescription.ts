import type { ResourceDefinition } from "../../../provider/contract/definition.js";
import { isAbsent, isUnknown, type Json, type JsonObject } from "../../../provider/schema/json.js";
import { PLACEHOLDER } from "../../../provider/schema/secret.js";
import type { Changed } from "../changed.js";
import { formatArgument, formatName } from "../fieldLine.js";
import type { Field } from "../fields.js";
import { formatList, join, Markdown, md } from "../markdown.js";

/** A change as its description sees it. */
export interface Context extends Changed {
  /** It is shown in a table with a column for the name, so that its sentences need no name. */
  inTable: boolean;
  /** A record as people call it, by the argument that holds its id. */
  recordLabel(id: Json): Markdown;
  /** Arguments such as `subscriptionId` that tell an object from those of other accounts in the preview. */
  accountArguments: ReadonlySet<string>;
}

/** Describes the effect of a preview at the service, for one kind of resource. */
export interface ChangeDescriptions {
  create(args: JsonObject, context: Context): Markdown[];
  update(args: JsonObject, context: Context, before: JsonObject): Markdown[];
  replace(args: JsonObject, context: Context, before: JsonObject): Markdown[];
  /** Describes what a delete does; called unless the object stays at the service. */
  delete(before: JsonObject, context: Context): Markdown[];
  /** The end of something at the service, in a few words: `deletes the group`. Undefined for none. */
  ends(args: JsonObject, changed: Changed, before: JsonObject): Markdown | undefined;
  /** More about one field of an update than its values. */
  note?(field: Field, args: JsonObject): Markdown | undefined;
  /** Lines for a new value that is more than one line of JSON can show. */
  newValue?(field: Field): Markdown[] | undefined;
}

/** How the changes of a resource of this package are described. */
export interface ResourceDescription extends ChangeDescriptions {
  definition: ResourceDefinition;
  /** Which object at the service is meant, for the column of a table, where the definition does not say it all. */
  identify?(args: JsonObject, context: Context): Markdown;
}

/** Noun for the object of a resource in a sentence. */
export function formatNoun({ noun }: ResourceDefinition): Markdown {
  return new Markdown(noun);
}

/** Which object is meant, as people name it. */
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

/** The record whose id an argument holds; by its number, where nothing has looked up the id. */
export function formatRecord(
  { schema }: ResourceDefinition,
  args: JsonObject,
  argument: string,
  { recordLabel }: Context,
): Markdown {
  const id = args[argument];
  const number = args[schema.properties[argument]?.lookedUpBy ?? ""];
  return (isAbsent(id) || isUnknown(id)) && !isAbsent(number) ? formatArgument(number) : recordLabel(id);
}

/** Noun and name of an object: a table has the name in a column. */
export function formatObject(definition: ResourceDefinition, args: JsonObject, context: Context): Markdown {
  const noun = formatNoun(definition);
  return context.inTable ? noun : md`${noun} ${formatObjectName(definition, args, context)}`;
}

/** The object that arguments manage, for the provider as well; undefined while a part of it is unknown or hidden. */
export function getManagedKey(definition: ResourceDefinition, args: JsonObject): string | undefined {
  const shown = Object.entries(args).filter(([, value]) => value !== PLACEHOLDER);
  return definition.manages?.(Object.fromEntries(shown)).key;
}

/**
 * Whether a replacement that creates first declares the object that was there before, at the same provider: it is not
 * deleted then.
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

/** Whether two sets of arguments manage the same object. */
export function isSameObject(definition: ResourceDefinition, before: JsonObject, args: JsonObject): boolean {
  const key = getManagedKey(definition, args);
  return key !== undefined && key === getManagedKey(definition, before);
}

/** Whether the value of an argument is not in the preview: it is a secret, or known after apply. */
export function isHidden(value: Json): boolean {
  return isUnknown(value) || value === PLACEHOLDER;
}

/** Why a resource is replaced. */
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
    return md`Replaced because the program asks for it when ${formatNames(replaceOnChanges)} ${change} (\`replaceOnChanges\`).`;
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
