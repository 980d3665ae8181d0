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
 * so that for a change inside an item that has moved the whole list is named.
 */
export function createDetailedDiff(
  schema: Schema,
  changes: readonly Change[],
  before: Json,
  after: Json,
): Map<string, PropertyChange> {
  const [old, now] = [enginePlaces(schema, before), enginePlaces(schema, after)];
  const result = new Map<string, PropertyChange>();
  for (const change of changes) {
    const { path, isWhole } = placeOf(change.path, old, now);
    const name = path?.join("") ?? topLevelName(change.path);
    // The engine has no path for it: it compares the inputs itself.
    if (name === "") return new Map();
    const kind = isWhole ? diffKindOf(change) : "update";
    const known = result.get(name);
    result.set(name, {
      // An item may be in the place of one that is gone.
      kind: known === undefined ? kind : "update",
      replaces: change.createOnly || known?.replaces === true,
    });
  }
  return withoutParts(result);
}

function diffKindOf({ before, after }: Change): PropertyChange["kind"] {
  if (isAbsent(before)) return "add";
  return isAbsent(after) ? "delete" : "update";
}

/** Leaves out the parts of a value that is named as a whole: the engine shows them with it. */
function withoutParts(all: ReadonlyMap<string, PropertyChange>): Map<string, PropertyChange> {
  const names = [...all.keys()];
  const isPartOf = (name: string, whole: string): boolean =>
    name.startsWith(`${whole}[`) || name.startsWith(`${whole}.`);
  const wholes = [...all].filter(([name]) => !names.some((whole) => isPartOf(name, whole)));
  return new Map(
    wholes.map(([name, change]) => {
      const replaces =
        change.replaces || [...all].some(([part, { replaces }]) => replaces && isPartOf(part, name));
      return [name, { ...change, replaces }];
    }),
  );
}

/**
 * Where the engine shows a change: it reads the values before and after at one path. What is added or deleted in an item that
 * has moved, or in a secret, is shown with the list, or with the secret.
 */
function placeOf(
  name: string,
  old: EnginePlaces,
  now: EnginePlaces,
): { path: EnginePath | undefined; isWhole: boolean } {
  const [before, after] = [old.get(name), now.get(name)];
  const own = after ?? before;
  if (own === undefined) return { path: undefined, isWhole: false };
  const [mine, others] = after === undefined ? [old, now] : [now, old];
  let shared = name;
  while (shared !== "" && !others.has(shared)) shared = mine.get(shared)?.parent ?? "";
  const [here, there] = [mine.get(shared) ?? ROOT, others.get(shared) ?? ROOT];
  const path = common(here.path, there.path);
  const isMoved = path.length < Math.max(here.path.length, there.path.length);
  // The other side has only what holds the value: as a secret, or as an item that is spelled another way.
  const isPart = shared !== name && (there.isHidden || own.parent !== shared);
  if (isMoved || isPart || own.isInSecret) return { path, isWhole: false };
  return { path: own.path, isWhole: true };
}

/** The path if the two are the same, else that of the innermost value which both are in. */
function common(one: EnginePath, other: EnginePath): EnginePath {
  const end = one.findIndex((part, index) => part !== other[index]);
  return end < 0 ? one : one.slice(0, end);
}

/** The parts of a path in the engine's syntax: `containers`, `[0]`, `.image`. */
type EnginePath = readonly string[];

interface EnginePlace {
  path: EnginePath;
  /** Whether the path is that of a secret which has the value in it. */
  isInSecret: boolean;
  /** Whether what is in the value has this path, too. */
  isHidden: boolean;
  /** Of the object or list that has the value in it, the path as people read it. */
  parent: string | undefined;
}

/** The properties as a whole. */
const ROOT: EnginePlace = { path: [], isInSecret: false, isHidden: false, parent: undefined };

type EnginePlaces = ReadonlyMap<string, EnginePlace>;

/** Paths as people read them -> places as the engine has them, of everything in `root`. */
function enginePlaces(schema: Schema, root: Json): EnginePlaces {
  const places = new Map<string, EnginePlace>();
  const visit = (
    at: Schema | undefined,
    name: string,
    value: Json,
    { path, isInSecret, parent }: Omit<EnginePlace, "isHidden">,
  ): void => {
    const isHidden = isInSecret || isSecret(value);
    places.set(name, { path, isInSecret, isHidden, parent });
    const placeIn = (part: string | undefined) =>
      isHidden || part === undefined
        ? { path, isInSecret: true, parent: name }
        : { path: [...path, part], isInSecret: false, parent: name };
    const content = revealOne(value);
    if (Array.isArray(content)) {
      content.forEach((item, index) => {
        visit(at?.items, formatItemPath(at, name, item, index), item, placeIn(`[${index}]`));
      });
    } else if (isObject(content)) {
      for (const [key, child] of Object.entries(content)) {
        const place = placeIn(enginePart(key, path.length === 0));
        visit(getPropertySchema(at, key), joinPath(name, key), child, place);
      }
    }
  };
  visit(schema, "", root, ROOT);
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
