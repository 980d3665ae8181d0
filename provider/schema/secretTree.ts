import {
  isAbsent,
  isObject,
  type Json,
  mapParts,
  mapValues,
  type PropertyMap,
  someValue,
  visitValues,
} from "./json.js";
import { getPropertySchema, type Schema } from "./keywords.js";
import { formatIndexPath, formatItemPath, joinPath, mapTwins } from "./path.js";
import { isSecret, Secret } from "./secret.js";

/** Properties are a tree, with a {@link Secret} in the place of each secret of the schema or of the program. */

/** Makes a value a secret, unless it is absent. */
export function asSecret(value: Json): Json {
  return isAbsent(value) || isSecret(value) ? value : new Secret(value);
}

/** Replaces secrets by their plain values. */
export function reveal(value: PropertyMap): PropertyMap;
export function reveal(value: Json): Json;
export function reveal(value: Json): Json {
  if (isSecret(value)) return reveal(value.value);
  if (!holdsSecret(value)) return value;
  return mapParts(value, reveal);
}

export function holdsSecret(value: Json): boolean {
  return someValue(value, isSecret);
}

/** Turns each value into a secret where `original` has one in the same place. */
export function withSecretsOf(original: PropertyMap, value: PropertyMap): PropertyMap;
export function withSecretsOf(original: Json, value: Json): Json;
export function withSecretsOf(original: Json, value: Json): Json {
  if (isSecret(original)) return asSecret(value);
  if (!holdsSecret(original)) return value;
  return mapTwins(undefined, value, original, (_, child, own) => withSecretsOf(own, child));
}

export interface Place {
  schema: Schema | undefined;
  path: string;
  /** The path, but with an item at its end by position instead of name. */
  position: string;
  /** The path without the names of items and entries. */
  pattern: string;
}

type Replace = (value: Json, place: Place, replaceInside: (value: Json) => Json) => Json | undefined;

/**
 * Replaces values of a tree, except those inside a secret.
 *
 * @param replace returns `undefined` to keep the value and visit the values inside it. Its argument `replaceInside` visits those
 * of a new value
 */
export function replaceValues(schema: Schema | undefined, root: PropertyMap, replace: Replace): PropertyMap;
export function replaceValues(schema: Schema | undefined, root: Json, replace: Replace): Json;
export function replaceValues(schema: Schema | undefined, root: Json, replace: Replace): Json {
  const visit = (place: Place, value: Json): Json => {
    if (isAbsent(value)) return value;
    const inside = (content: Json): Json => visitParts(place, content);
    const other = place.path === "" ? undefined : replace(value, place, inside);
    return other === undefined ? visitParts(place, value) : other;
  };
  const visitParts = ({ schema, path, pattern }: Place, value: Json): Json => {
    if (Array.isArray(value)) {
      return value.map((item, index) => {
        const [itsPath, position] = [formatItemPath(schema, path, item, index), formatIndexPath(path, index)];
        return visit({ schema: schema?.items, path: itsPath, position, pattern: `${pattern}[]` }, item);
      });
    }
    if (!isObject(value)) return value;
    return mapValues(value, (name, child) => {
      const own = Object.hasOwn(schema?.properties ?? {}, name) ? name : "*";
      const itsPath = joinPath(path, name);
      const places = { path: itsPath, position: itsPath, pattern: joinPath(pattern, own) };
      return visit({ schema: getPropertySchema(schema, name), ...places }, child);
    });
  };
  return visit({ schema, path: "", position: "", pattern: "" }, root);
}

/** Paths of the values that pass `test`. Default: of all values. */
export function listPaths(
  schema: Schema | undefined,
  root: Json,
  test: (value: Json, place: Place) => boolean = () => true,
): Set<string> {
  const paths = new Set<string>();
  replaceValues(schema, root, (value, place) => {
    if (test(value, place)) paths.add(place.path);
    return undefined;
  });
  return paths;
}

/** Paths of the secrets that the program marked: all but those of the schema. */
export function listMarkedPaths(schema: Schema | undefined, root: Json): Set<string> {
  return holdsSecret(root) ? listPaths(schema, root, isMarked) : new Set();
}

function isMarked(value: Json, { schema }: Place): boolean {
  return isSecret(value) && schema?.secret !== true;
}

export function withSchemaSecrets(schema: Schema, root: PropertyMap): PropertyMap {
  return replaceValues(schema, root, (value, place) =>
    place.schema?.secret === true ? asSecret(value) : undefined,
  );
}

/**
 * Makes an undeclared live value a secret if a declared value of the same field is one, such as the value of a new variable in a
 * list with a secret variable. An interrupted update may have sent it as a secret that the state does not have.
 */
export function withSecretsOfAdded(
  schema: Schema | undefined,
  declared: PropertyMap,
  live: PropertyMap,
): PropertyMap {
  if (!holdsSecret(declared)) return live;
  const known = new Set<string>();
  const patterns = new Set<string>();
  replaceValues(schema, declared, (value, place) => {
    known.add(place.path);
    if (isMarked(value, place)) patterns.add(place.pattern);
  });
  return replaceValues(schema, live, (value, { path, pattern }) =>
    patterns.has(pattern) && !known.has(path) ? asSecret(value) : undefined,
  );
}

/** All texts in a secret value that have to be masked, including numbers and names of properties. */
export function collectTexts(secret: Json): string[] {
  const texts: string[] = [];
  visitValues(secret, (value, name) => {
    if (name !== undefined) texts.push(name);
    if (typeof value === "string" || typeof value === "number") texts.push(String(value));
  });
  return texts;
}

export function collectSecretTexts(root: Json): string[] {
  const texts: string[] = [];
  visitValues(root, (value) => {
    if (isSecret(value)) texts.push(...collectTexts(reveal(value)));
  });
  return texts;
}
