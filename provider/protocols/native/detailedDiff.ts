import type { Change } from "../../schema/compare.js";
import { isAbsent, isObject, type Json } from "../../schema/json.js";
import { getPropertySchema, type Schema } from "../../schema/keywords.js";
import { formatItemPath, joinPath, topLevelName } from "../../schema/path.js";
import { isSecret, revealOne } from "../../schema/secret.js";

export interface PropertyChange {
  kind: "add" | "delete" | "update";
  replaces: boolean;
}

/**
 * Changes by paths as the engine has them: an item of a list by its position. The engine reads both values at one path,
 * so that for a change inside an item that has moved the whole list is named, and for one in a secret the secret.
 */
export function createDetailedDiff(
  schema: Schema,
  changes: readonly Change[],
  before: Json,
  after: Json,
): Map<string, PropertyChange> {
  const [old, now] = [enginePlaces(schema, before), enginePlaces(schema, after)];
  const located = changes.map((change) => ({ ...locate(change, old, now), replaces: change.createOnly }));
  // The engine has no path for one of them: it compares the inputs itself.
  if (located.some(({ path }) => path.join("") === "")) return new Map();
  const result = new Map<string, PropertyChange>();
  for (const { path, kind, replaces } of located.sort((a, b) => a.path.length - b.path.length)) {
    // The engine shows a part with the value that is named as a whole.
    const names = path.map((_, index) => path.slice(0, index + 1).join(""));
    const name = names.find((whole) => result.has(whole)) ?? path.join("");
    const known = result.get(name);
    // An item may be in the place of one that is gone.
    result.set(name, {
      kind: known === undefined ? kind : "update",
      replaces: replaces || known?.replaces === true,
    });
  }
  return result;
}

/** The parts of a path in the engine's syntax: `containers`, `[0]`, `.image`; undefined where the engine shows no parts. */
type EnginePath = readonly (string | undefined)[];

interface EnginePlace {
  path: EnginePath;
  /** The beginning of the paths of what is in the value. */
  inside: EnginePath;
  /** Of the object or list that has the value in it, the path as people read it. */
  parent: string;
}

type EnginePlaces = ReadonlyMap<string, EnginePlace>;

/** Where the engine shows a change: at the innermost value that has one path before and after. */
function locate(
  { path: name, before, after }: Change,
  old: EnginePlaces,
  now: EnginePlaces,
): { path: EnginePath; kind: PropertyChange["kind"] } {
  const [mine, others] = now.has(name) ? [now, old] : [old, now];
  const own = mine.get(name);
  if (own === undefined) return { path: [topLevelName(name)], kind: "update" };
  let { parent } = own;
  while (!others.has(parent)) parent = mine.get(parent)?.parent ?? "";
  const around = others.get(parent)?.inside ?? [];
  const other = others.get(name)?.path ?? (parent === own.parent ? [...around, own.path.at(-1)] : around);
  const end = own.path.findIndex((part, index) => part === undefined || part !== other[index]);
  if (end >= 0) return { path: own.path.slice(0, end), kind: "update" };
  return { path: own.path, kind: isAbsent(before) ? "add" : isAbsent(after) ? "delete" : "update" };
}

/** Paths as people read them -> places as the engine has them, of everything in `root`. */
function enginePlaces(schema: Schema, root: Json): EnginePlaces {
  const places = new Map<string, EnginePlace>();
  const visit = (
    at: Schema | undefined,
    name: string,
    value: Json,
    path: EnginePath,
    parent: string,
  ): void => {
    const inside = isSecret(value) ? [...path, undefined] : path;
    places.set(name, { path, inside, parent });
    const content = revealOne(value);
    if (Array.isArray(content)) {
      for (const [index, item] of content.entries())
        visit(at?.items, formatItemPath(at, name, item, index), item, [...inside, `[${index}]`], name);
    } else if (isObject(content)) {
      for (const [key, child] of Object.entries(content)) {
        const part = enginePart(key, path.length === 0);
        visit(getPropertySchema(at, key), joinPath(name, key), child, [...inside, part], name);
      }
    }
  };
  visit(schema, "", root, [], "");
  return places;
}

/**
 * A property in the engine's syntax of paths. A name that is no identifier stands in brackets and quotes, where only a quote
 * can be escaped.
 *
 * @returns undefined for a name that the syntax cannot express
 */
function enginePart(name: string, isFirst: boolean): string | undefined {
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return isFirst ? name : `.${name}`;
  // A backslash at its end would escape the closing quote.
  if (!name.endsWith("\\")) return `["${name.replaceAll('"', '\\"')}"]`;
  if (/[.[]/.test(name)) return undefined;
  return isFirst ? name : `.${name}`;
}
