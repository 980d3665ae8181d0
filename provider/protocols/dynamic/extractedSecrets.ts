import { isDeepStrictEqual } from "node:util";
import type { PathNames } from "../../core/pathNames.js";
import { listChanges } from "../../schema/compare.js";
import { toSecretValue } from "../../schema/engineValues.js";
import { isObject, type Json, mapValues, type PropertyMap, setOwn } from "../../schema/json.js";
import { getPropertySchema, type ResourceSchema, type Schema } from "../../schema/keywords.js";
import { formatIndexPath, formatItemPath, joinPath } from "../../schema/path.js";
import { isSecret, PLACEHOLDER, revealOne } from "../../schema/secret.js";
import { asSecret, replaceValues, reveal, withSchemaSecrets } from "../../schema/secretTree.js";
import { message, type Text } from "../../text/message.js";
import { GROUP, META } from "./names.js";

/** Extracted values by their keys. See `schema/secret.ts`. */
export type Secrets = Record<string, Json>;

interface Extracted {
  value: PropertyMap;
  secrets: Secrets;
}

/** @param isInPlace whether the marked value at a path stays in place, as a secret value of the engine. Default: no value does */
export function extractSecrets(
  schema: Schema | undefined,
  tree: PropertyMap,
  isInPlace: (path: string) => boolean = () => false,
): Extracted {
  const secrets: Secrets = {};
  const value = replaceValues(schema, tree, (current, { schema: at, path, position }, replaceInside) => {
    if (at?.secret !== true && !isSecret(current)) return undefined;
    if (at?.secret !== true && isInPlace(path)) return toSecretValue(replaceInside(revealOne(current)));
    // By position, because an item that is extracted as a whole has no name any more.
    setOwn(secrets, position, reveal(current));
    return PLACEHOLDER;
  });
  return { value, secrets };
}

/**
 * Replaces placeholders by the extracted secrets.
 *
 * @param earlier extracted secrets to use for placeholders that have none in `secrets`
 */
export function mergeSecrets(schema: Schema, value: PropertyMap, secrets: Json, earlier?: Json): PropertyMap {
  if (!isObject(secrets) && !isObject(earlier)) return withSchemaSecrets(schema, value);
  return new SecretMerge(ungroup(secrets), ungroup(earlier)).visit(schema, [""], value) as PropertyMap;
}

/** A walk through properties that replaces placeholders. A value has several paths if an item on the way has a name. */
class SecretMerge {
  constructor(
    private readonly secrets: Secrets,
    private readonly earlier: Secrets,
  ) {}

  visit(schema: Schema | undefined, paths: string[], value: Json): Json {
    if (value === PLACEHOLDER) return this.#find(schema, paths);
    if (schema?.secret === true) return asSecret(value);
    if (Array.isArray(value)) return this.#visitList(schema, paths, value);
    if (!isObject(value)) return value;
    return mapValues(value, (name, child) => {
      const childPaths = paths.map((path) => joinPath(path, name));
      return this.visit(getPropertySchema(schema, name), childPaths, child);
    });
  }

  #visitList(schema: Schema | undefined, paths: string[], list: Json[]): Json {
    const items = list.map((item, index) =>
      this.visit(schema?.items, itemPaths(schema, paths, item, index), item),
    );
    // Paths contain the names of items, so a secret name makes the whole list a secret.
    return list.some((item) => hasExtractedKey(schema, item)) ? asSecret(items) : items;
  }

  #find(schema: Schema | undefined, paths: string[]): Json {
    for (const secrets of [this.secrets, this.earlier]) {
      const path = paths.find((candidate) => Object.hasOwn(secrets, candidate));
      if (path !== undefined) return asSecret(secrets[path] ?? undefined);
    }
    // Secrets of the schema are always extracted, so one that is missing was undefined.
    return schema?.secret === true ? undefined : PLACEHOLDER;
  }
}

function hasExtractedKey(list: Schema | undefined, item: Json): boolean {
  return isObject(item) && (list?.listMapKeys ?? []).some((key) => item[key] === PLACEHOLDER);
}

/** Paths at which an item's secrets may be: first by name, then by position, which a constructor uses while the name is unknown. */
function itemPaths(list: Schema | undefined, paths: string[], item: Json, index: number): string[] {
  const named = paths.map((path) => formatItemPath(list, path, item, index));
  return [...new Set([...named, ...paths.map((path) => formatIndexPath(path, index))])];
}

/** Flattens the groups among extracted secrets. */
export function ungroup(secrets: Json): Secrets {
  const entries = Object.entries(isObject(secrets) ? secrets : {});
  return Object.fromEntries(
    entries.flatMap(([path, value]) =>
      path.endsWith(GROUP) ? Object.entries(ungroup(value)) : [[path, value]],
    ),
  );
}

/** Whether secrets were only added, or only removed. Their places among the other properties show such a change already. */
export function changesOnlyPlaces(before: PropertyMap, after: PropertyMap): boolean {
  const [olds, news] = [ungroup(before[META.secrets]), ungroup(after[META.secrets])];
  const [fewer, more] = Object.keys(olds).length < Object.keys(news).length ? [olds, news] : [news, olds];
  const isKept = ([path, value]: [string, Json]) => isDeepStrictEqual(more[path], value);
  const changes =
    Object.keys(fewer).length < Object.keys(more).length ||
    !isDeepStrictEqual(before[META.inPlace], after[META.inPlace]);
  return changes && Object.entries(fewer).every(isKept);
}

/**
 * Returns a message for each list that a preview may show as `[secret]` only. It names the changes in the list.
 *
 * @param registered the inputs as the engine passes them
 */
export function explainHiddenChanges(
  schema: ResourceSchema,
  registered: PropertyMap,
  { before, after }: { before: Json; after: Json },
  names: PathNames,
): Text[] {
  return hiddenLists(schema, registered).flatMap((list) => {
    const paths = listChanges(schema, before, after)
      .filter(({ path, secret }) => !secret && (path === list || path.startsWith(`${list}[`)))
      .map(({ path }) => path);
    if (paths.length === 0) return [];
    return message`a transform added a secret to ${list}, which may show as [secret]. It changes: ${names.list(paths)}`;
  });
}

/**
 * Finds lists with a secret that a transform added, so that the constructor did not extract it. It hides the list if the
 * transform marked it as a secret, which hooks cannot know.
 */
function hiddenLists(schema: ResourceSchema, registered: PropertyMap): string[] {
  const lists = new Set<string>();
  replaceValues(schema, registered, (value, place) => {
    if (place.schema?.secret !== true) return undefined;
    const [list = "", ...inside] = place.pattern.split("[]");
    if (inside.length > 0 && value !== PLACEHOLDER) lists.add(list);
    return value;
  });
  return [...lists];
}
