import { isDeepStrictEqual } from "node:util";
import { getOwn, isAbsent, isObject, type Json, type JsonObject, mapped, setOwn } from "./json.js";
import { propertySchema, type Schema } from "./keywords.js";
import { indexPath, itemPath, propertyPath } from "./path.js";
import { ValueNumbers } from "./valueNumbers.js";

/**
 * One secret inside a list hides the whole list in a preview. So secret values are extracted, into one object
 * keyed by their paths, and a placeholder stands where they were; hooks merge them back before they work.
 */
export const PLACEHOLDER = "[secret]";

/** Extracted values by path. A key ending in `*` holds several: those found under the path before it. */
export type Secrets = Record<string, Json>;
export const GROUP = "*";

export interface Extracted {
  value: Json;
  secrets: Secrets;
}

/** Takes the secrets of the schema, and the values at the `marked` paths, out of `value`. */
export function extractSecrets(
  schema: Schema | undefined,
  value: Json,
  marked: ReadonlySet<string>,
): Extracted {
  const secrets: Secrets = {};
  const visit = (at: Schema | undefined, path: string, current: Json, key = path): Json => {
    if (isAbsent(current)) return current;
    if (at?.secret === true || marked.has(path)) {
      setOwn(secrets, key, current);
      return PLACEHOLDER;
    }
    if (Array.isArray(current)) {
      // A placeholder has no name: an item that is extracted as a whole is found again by its position.
      return current.map((item, index) =>
        visit(at?.items, itemPath(at, path, item, index), item, indexPath(path, index)),
      );
    }
    if (!isObject(current)) return current;
    const result: JsonObject = {};
    for (const [name, child] of Object.entries(current)) {
      setOwn(result, name, visit(propertySchema(at, name), propertyPath(path, name), child));
    }
    return result;
  };
  return { value: visit(schema, "", value), secrets };
}

export interface Merged {
  value: Json;
  /** Paths, by item names, of the values that were secret because the program said so. */
  marked: Set<string>;
}

/**
 * Puts extracted values back where their placeholders stand. A constructor may not know an item's name yet and
 * extract by position, so both paths of an item are looked up.
 */
export function mergeSecrets(
  schema: Schema | undefined,
  value: Json,
  secrets: Json,
  earlier: Json = undefined,
): Merged {
  const marked = new Set<string>();
  if (!isObject(secrets) && !isObject(earlier)) return { value, marked };
  const own = ungrouped(isObject(secrets) ? secrets : {});
  const olds = ungrouped(isObject(earlier) ? earlier : {});

  const visit = (at: Schema | undefined, paths: string[], current: Json): Json => {
    if (current === PLACEHOLDER) {
      const has = (from: Secrets) => paths.find((candidate) => Object.hasOwn(from, candidate));
      const extracted = has(own) === undefined ? olds : own;
      const path = has(extracted);
      if (path !== undefined) {
        if (at?.secret !== true) marked.add(paths[0] ?? path);
        return extracted[path] ?? undefined;
      }
      // A secret of the schema is always extracted: one without a value turned out to be undefined.
      return at?.secret === true ? undefined : current;
    }
    if (Array.isArray(current)) {
      // Paths are made of the items' names: a list with a secret name in it is extracted as a whole.
      if (current.some((item) => hasExtractedKey(at, item))) marked.add(paths[0] ?? "");
      return current.map((item, index) => {
        const itsPaths = itemPaths(at, paths, item, index);
        const merged = visit(at?.items, itsPaths, item);
        // Marked under the name that it turns out to have.
        if (item === PLACEHOLDER && marked.delete(itsPaths[0] ?? ""))
          marked.add(itemPath(at, paths[0] ?? "", merged, index));
        return merged;
      });
    }
    if (!isObject(current)) return current;
    const result: JsonObject = {};
    for (const [name, child] of Object.entries(current)) {
      const childPaths = paths.map((path) => propertyPath(path, name));
      setOwn(result, name, visit(propertySchema(at, name), childPaths, child));
    }
    return result;
  };
  return { value: visit(schema, [""], value), marked };
}

/** `value` with other values in the place of some placeholders; paths are those of {@link mergeSecrets}. */
export function filledIn(schema: Schema | undefined, value: Json, values: Secrets): Json {
  const visit = (at: Schema | undefined, paths: string[], current: Json): Json => {
    if (current === PLACEHOLDER) {
      const path = paths.find((candidate) => Object.hasOwn(values, candidate));
      return path === undefined ? current : values[path];
    }
    if (Array.isArray(current)) {
      const filled = current.map((item, index) => visit(at?.items, itemPaths(at, paths, item, index), item));
      return withMovedItems(filled, paths, values, current);
    }
    if (!isObject(current)) return current;
    return mapped(current, (name, child) => {
      const childPaths = paths.map((path) => propertyPath(path, name));
      return visit(propertySchema(at, name), childPaths, child);
    });
  };
  return visit(schema, [""], value);
}

/** Items that are secrets as a whole have no names: those that stand elsewhere now come in their order. */
function withMovedItems(filled: Json[], paths: string[], values: Secrets, current: Json[]): Json[] {
  const isOpen = (index: number): boolean =>
    current[index] === PLACEHOLDER && !paths.some((path) => Object.hasOwn(values, indexPath(path, index)));
  if (!current.some((_, index) => isOpen(index))) return filled;
  const positions = filled.map((_, index) => index).filter((index) => current[index] !== PLACEHOLDER);
  const moved = positions.flatMap((index) => {
    const path = paths.map((one) => indexPath(one, index)).find((one) => Object.hasOwn(values, one));
    return path === undefined ? [] : [values[path]];
  });
  return filled.map((item, index) => (isOpen(index) && moved.length > 0 ? moved.shift() : item));
}

/** The values at some paths. */
export function valuesAt(schema: Schema | undefined, value: Json, paths: ReadonlySet<string>): Json[] {
  return Object.values(extractSecrets(schema, value, paths).secrets);
}

/**
 * The marks of `from` for `to`, the same values in another order, spelling or place: where a marked value is no
 * longer at its path, the mark goes to wherever an equal value is now. Found nowhere, it stays: what drifted to
 * something else is still a secret.
 */
export function movedMarks(
  schema: Schema | undefined,
  marked: ReadonlySet<string>,
  from: Json,
  to: Json,
  withSchemaSecrets = false,
): Set<string> {
  const before = extractSecrets(schema, from, marked).secrets;
  const after = extractSecrets(schema, to, marked).secrets;
  const ofSchema = withSchemaSecrets ? {} : extractSecrets(schema, from, new Set()).secrets;
  const moved = Object.entries(before).filter(
    ([path, value]) => !Object.hasOwn(ofSchema, path) && !isDeepStrictEqual(after[path], value),
  );
  if (moved.length === 0) return new Set(marked);
  const numbers = new ValueNumbers();
  const places = placesOf(schema, to, numbers, new Set(moved.map(([, value]) => numbers.of(value))));
  const found = moved.filter(([, value]) => places.has(numbers.of(value))).map(([path]) => path);
  const result = new Set(marked);
  // Before any is added: two values may have changed places.
  for (const path of found) result.delete(path);
  for (const path of [...places.values()].flat()) result.add(path);
  return result;
}

/**
 * Paths of values that were not declared and stand, in items or entries of their own, where values beside them are marked:
 * the value of a new variable in a list that has a marked one, say. A program that was interrupted may have sent them as
 * secrets, and the state does not know.
 */
export function marksOfAdded(
  schema: Schema | undefined,
  marked: ReadonlySet<string>,
  declared: Json,
  live: Json,
): string[] {
  if (marked.size === 0) return [];
  const places = placesIn(schema, declared);
  const known = new Set(places.map(({ path }) => path));
  const patterns = new Set(places.filter(({ path }) => marked.has(path)).map(({ pattern }) => pattern));
  return placesIn(schema, live)
    .filter(({ path, pattern }) => !known.has(path) && patterns.has(pattern))
    .map(({ path }) => path);
}

interface Place {
  path: string;
  /** The path without the names of items and entries. */
  pattern: string;
}

/** Every place inside a value, those of absent values left out. */
function placesIn(schema: Schema | undefined, root: Json): Place[] {
  const places: Place[] = [];
  const visit = (at: Schema | undefined, path: string, pattern: string, current: Json): void => {
    if (isAbsent(current) || at?.secret === true) return;
    if (path !== "") places.push({ path, pattern });
    if (Array.isArray(current)) {
      current.forEach((item, index) => {
        visit(at?.items, itemPath(at, path, item, index), `${pattern}[]`, item);
      });
    } else if (isObject(current)) {
      for (const [name, child] of Object.entries(current)) {
        const own = Object.hasOwn(at?.properties ?? {}, name) ? name : "*";
        visit(propertySchema(at, name), propertyPath(path, name), propertyPath(pattern, own), child);
      }
    }
  };
  visit(schema, "", "", root);
  return places;
}

/** Paths at which values stand openly, by the numbers of the values that are wanted. */
function placesOf(
  schema: Schema | undefined,
  root: Json,
  numbers: ValueNumbers,
  wanted: ReadonlySet<number>,
): Map<number, string[]> {
  const places = new Map<number, string[]>();
  const visit = (at: Schema | undefined, path: string, current: Json): void => {
    if (isAbsent(current) || at?.secret === true) return;
    const number = numbers.of(current);
    if (path !== "" && wanted.has(number)) {
      const known = places.get(number);
      if (known === undefined) places.set(number, [path]);
      else known.push(path);
    }
    if (Array.isArray(current)) {
      current.forEach((item, index) => void visit(at?.items, itemPath(at, path, item, index), item));
    } else if (isObject(current)) {
      for (const [name, child] of Object.entries(current)) {
        visit(propertySchema(at, name), propertyPath(path, name), child);
      }
    }
  };
  visit(schema, "", root);
  return places;
}

/** All the texts in a secret value, for masking: numbers and the names in maps too. */
export function secretTexts(secret: Json): string[] {
  if (typeof secret === "string") return [secret];
  if (typeof secret === "number") return [String(secret)];
  if (Array.isArray(secret)) return secret.flatMap(secretTexts);
  if (!isObject(secret)) return [];
  return Object.entries(secret).flatMap(([name, value]) => [name, ...secretTexts(value)]);
}

function hasExtractedKey(list: Schema | undefined, item: Json): boolean {
  return isObject(item) && (list?.listMapKeys ?? []).some((key) => item[key] === PLACEHOLDER);
}

/** The first path is the one that people read; the others are where a constructor may have extracted to. */
function itemPaths(list: Schema | undefined, paths: string[], item: Json, index: number): string[] {
  const named = paths.map((path) => itemPath(list, path, item, index));
  return [...new Set([...named, ...paths.map((path) => indexPath(path, index))])];
}

function ungrouped(secrets: JsonObject): Secrets {
  const result: Secrets = {};
  for (const [path, value] of Object.entries(secrets)) {
    if (!path.endsWith(GROUP)) setOwn(result, path, value);
    else if (isObject(value)) {
      for (const [inner, leaf] of Object.entries(value)) setOwn(result, inner, leaf);
    }
  }
  return result;
}

/** Whether a secret of the schema can stand anywhere below. */
export function holdsSecrets(schema: Schema | undefined): boolean {
  if (schema === undefined) return false;
  if (schema.secret === true || holdsSecrets(schema.items) || holdsSecrets(schema.additionalProperties))
    return true;
  return Object.keys(schema.properties ?? {}).some((name) =>
    holdsSecrets(getOwn(schema.properties ?? {}, name) as Schema),
  );
}
