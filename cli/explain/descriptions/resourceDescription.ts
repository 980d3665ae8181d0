import type { ResourceDefinition } from "../../../provider/contract/definition.js";
import { isAbsent, isUnknown, type Json, type JsonObject } from "../../../provider/schema/json.js";
import { PLACEHOLDER } from "../../../provider/schema/secret.js";
import type { Changed } from "../changed.js";
import { formatArgument, formatName } from "../fieldLine.js";
import { type Field, hideSecrets } from "../fields.js";
import { formatList, join, Markdown, md } from "../markdown.js";
import { isSameObject, type SameObject } from "../sameObject.js";

/**
 * Formats a record, for example `C10001` (`Adatum`): by its number and name if a state of the preview has them, else by what the
 * argument holds, its id or number.
 */
export type RecordLabel = (value: Json) => Markdown;

/** A change with the data that its description needs. */
export interface Context extends Changed, SameObject {
  recordLabel: RecordLabel;
  /** Arguments such as `subscriptionId` that have several values in the preview, so that names include them. */
  accountArguments: ReadonlySet<string>;
}

/** Describes the effect of a preview at the service, for one type of resource, below a heading that names the object. */
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
  /** A table below the fields, in place of the new field at `path`. */
  table?: { path: string; format(args: JsonObject, context: Context): Markdown | undefined };
  /** Whether `ends` is about something that is stopped, and not deleted. Default: no. */
  isStop?: boolean;
  /** Identifies the object at the service, where `nameFormat` of the definition is not enough. */
  identify?(args: JsonObject, context: Context): Markdown;
}

export function formatNoun({ noun }: ResourceDefinition): Markdown {
  return new Markdown(noun);
}

/** Formats the name of an object for display. */
export function formatObjectName(allArgs: JsonObject, context: Context): Markdown {
  const { definition, accountArguments, recordLabel } = context;
  const args = hideSecrets(definition?.schema, allArgs);
  const properties = definition?.schema.properties ?? {};
  const parts = (definition?.nameFormat ?? "").split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return new Markdown(part);
    const { format, resolvedBy = "" } = properties[part] ?? {};
    if (format !== "guid") return formatArgument(args[part]);
    const [id, number] = [args[part], args[resolvedBy]];
    return recordLabel((isAbsent(id) || isUnknown(id)) && !isAbsent(number) ? number : id);
  });
  const accounts = [...accountArguments]
    .filter((name) => name in properties)
    .map((name) => md` (${new Markdown(name.replace(/Id$/, ""))} ${formatArgument(args[name])})`);
  return join([...parts, ...accounts], "");
}

/**
 * Whether the replacement declares the same object at the same provider and is created first. The provider then does not delete
 * the object.
 */
export function keepsObject(changed: Changed): boolean {
  const { before, after } = changed;
  return isSameObject(changed) && before?.isDeletedFirst !== true && before?.provider === after?.provider;
}

/**
 * Returns what a delete ends, and a replacement that deletes first: `deletes the quote`, `deletes the old quote first`. Undefined
 * for other changes.
 */
export function pickEnd(
  { operation, before, keepsOld }: Changed,
  deleted: Markdown,
  deletedFirst: Markdown,
): Markdown | undefined {
  if (keepsOld) return undefined;
  if (operation === "delete") return deleted;
  return operation === "replace" && before?.isDeletedFirst === true ? deletedFirst : undefined;
}

/** Whether the preview hides the value: it is a secret, or known after apply. */
export function isHidden(value: Json): boolean {
  return isUnknown(value) || value === PLACEHOLDER;
}

export function explainReplacement(changed: Changed): Markdown {
  const { definition, fields, replaceReasons } = changed;
  const fixed = fields.filter(({ createOnly }) => createOnly).map(({ path }) => path);
  const isIdentity = (path: string): boolean => definition?.schema.properties[path]?.identity === true;
  const identity = fixed.filter(isIdentity);
  const others = fixed.filter((path) => !isIdentity(path));
  if (others.length > 0) return md`Replaced: the service cannot change ${formatNames(others)} in place.`;
  if (definition !== undefined && identity.length > 0)
    return md`Replaced: another ${formatNames(identity)} is another ${formatNoun(definition)}.`;
  const reasons = replaceReasons.filter((reason) => !reason.startsWith("__") && reason !== "id");
  if (reasons.length > 0) return md`Replaced because of ${formatNames(reasons)}.`;
  return md`Replaced on request (\`--replace\`, a tainted state, \`replacementTrigger\` or \`replaceWith\`), not because of a field.`;
}

const MOST_NAMES = 10;

export function formatNames(paths: string[]): Markdown {
  const { length } = paths;
  const shown = paths.slice(0, MOST_NAMES).map(formatName);
  return length <= MOST_NAMES ? formatList(shown) : formatList([...shown, md`${length - MOST_NAMES} more`]);
}
