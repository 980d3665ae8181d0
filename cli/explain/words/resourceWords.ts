import type { ResourceSchema } from "../../../provider/schema/dialect.js";
import type { JsonObject } from "../../../provider/schema/json.js";
import type { Changed } from "../changed.js";
import { shownName } from "../fieldLine.js";
import type { Field } from "../fields.js";
import { listed, type Markdown, md } from "../markdown.js";

/** What a preview of one kind of resource means at its service. */
export interface Words {
  create(args: JsonObject, changed: Changed): Markdown[];
  update(args: JsonObject, changed: Changed, before: JsonObject): Markdown[];
  replace(args: JsonObject, changed: Changed, before: JsonObject): Markdown[];
  /** What becomes of what the state has; asked unless it stays at the service. */
  delete(before: JsonObject, changed: Changed): Markdown[];
  /** More about one field of an update than its values. */
  note?(field: Field, args: JsonObject): Markdown | undefined;
}

/** Words of a resource of this package. */
export interface ResourceWords extends Words {
  schema: ResourceSchema;
  /** The argument by which a thing is found that has no name of its own. */
  marker?: string;
}

/** Why a resource is replaced: `what` is what the service calls it. */
export function whyReplaced(
  schema: ResourceSchema | undefined,
  what: Markdown,
  { fields, replaceReasons }: Changed,
): Markdown {
  const fixed = fields.filter(({ createOnly }) => createOnly).map(({ path }) => path);
  const isIdentity = (path: string): boolean => schema?.properties[path]?.wire === "path";
  const identity = fixed.filter(isIdentity);
  const others = fixed.filter((path) => !isIdentity(path));
  if (others.length > 0) return md`Replaced: the service cannot change ${names(others)} in place.`;
  if (identity.length > 0) return md`Replaced: another ${names(identity)} is another ${what}.`;
  const told = replaceReasons.filter((reason) => !reason.startsWith("__") && reason !== "id");
  if (told.length > 0) return md`Replaced because of ${names(told)}.`;
  return md`Replaced because that was asked for (\`--replace\`, or a tainted state), not because of a field.`;
}

const MOST_NAMES = 10;

export function names(paths: string[]): Markdown {
  const { length } = paths;
  const shown = paths.slice(0, MOST_NAMES).map(shownName);
  return length <= MOST_NAMES ? listed(shown) : listed([...shown, md`${length - MOST_NAMES} more`]);
}

/** A replacement for which no field is the reason. */
export function isForced({ fields }: Changed): boolean {
  return !fields.some(({ createOnly }) => createOnly);
}
