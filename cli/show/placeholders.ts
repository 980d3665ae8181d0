import { isObject, type Json, mapValues, type PropertyMap } from "../../provider/schema/json.js";
import { getPropertySchema, isMap, type Schema } from "../../provider/schema/keywords.js";
import { formatItemPath, joinPath } from "../../provider/schema/path.js";
import { isSecret } from "../../provider/schema/secret.js";
import type { ShownObject } from "./readObject.js";

/** Replaces a secret by a value of the stack's configuration. */
export class Placeholder {
  constructor(
    readonly key: string,
    /** Whether the value is a string. Other values are JSON in the configuration. */
    readonly isText: boolean,
  ) {}
}

/**
 * Replaces each secret in the arguments by a placeholder.
 *
 * @param objectName begins each key, so that programs of several objects have different keys
 * @param keys of other objects in the same program; receives those of this one
 */
export function withPlaceholders(
  { schema, args, missingSecrets }: ShownObject,
  objectName: string,
  keys: Set<string>,
): { args: PropertyMap; placeholders: Placeholder[] } {
  const missing = new Set(missingSecrets);
  const placeholders: Placeholder[] = [];

  const placeholder = (path: string, isText: boolean): Placeholder => {
    const key = keyFor(objectName, path, keys);
    keys.add(key);
    const one = new Placeholder(key, isText);
    placeholders.push(one);
    return one;
  };

  const visit = (at: Schema | undefined, path: string, value: Json): Json => {
    if (isSecret(value)) return placeholder(path, typeof value.value === "string");
    if (missing.has(path)) return placeholder(path, at?.type !== "object" && !isMap(at));
    if (Array.isArray(value))
      return value.map((item, index) => visit(at?.items, formatItemPath(at, path, item, index), item));
    if (!isObject(value)) return value;
    const lacking = Object.keys(at?.properties ?? {}).filter(
      (name) => !(name in value) && missing.has(joinPath(path, name)),
    );
    const all = { ...value, ...Object.fromEntries(lacking.map((name) => [name, undefined])) };
    return mapValues(all, (name, child) => visit(getPropertySchema(at, name), joinPath(path, name), child));
  };
  return { args: visit(schema, "", args) as PropertyMap, placeholders };
}

/** `shopWebDatabasePassword` for `containers[web].environmentVariables[DATABASE_PASSWORD].secureValue` of the object `shop`. */
function keyFor(objectName: string, path: string, taken: ReadonlySet<string>): string {
  const items = [...path.matchAll(/\[([^\]]*)\]/g)].map(([, key = ""]) => key);
  const field = /[^.[\]]+$/.exec(path)?.[0] ?? "";
  const isValue = items.length > 0 && /^(secureV|v)alue$/.test(field);
  const words = [...items, ...(isValue ? [] : [field])].flatMap((part) => part.match(/[a-z\d]+/gi) ?? []);
  const own = words
    .map((word) => (/^[A-Z\d]+$/.test(word) ? word.toLowerCase() : word))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  // Without a separator, a digit could belong to the name of another object.
  const key = `${objectName}${/^\d/.test(own) ? "_" : ""}${own}`;
  for (let count = 1; ; count++) {
    const unique = count === 1 ? key : `${key}${count}`;
    if (!taken.has(unique)) return unique;
  }
}
