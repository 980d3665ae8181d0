import type { Finding } from "./inspect.js";
import { getOwn, isObject, isUnknown, type Json, type PropertyMap } from "./json.js";
import { getPropertySchema, isMap, type ResourceSchema } from "./keywords.js";
import { joinPath } from "./path.js";
import { asSecret, replaceValues } from "./secretTree.js";

/** Names such as `DATABASE_PASSWORD` and `TOKEN`. A public key is not a credential. */
const CREDENTIAL =
  /(^|_)(PASS|PASSWORD|PASSWD|PASSPHRASE|PWD|SECRET|TOKEN|CONNECTION_?STRING)$|(?<!(^|_)PUBLIC)_KEY$/i;

/** An address with a password, or of a website with a token, and not with a variable in its place. */
const ADDRESS_WITH_CREDENTIAL = /\b(https?:\/\/|[a-z][\w+.-]{0,20}:\/\/[^\s/?#@:]*:)(?![$%{<])[^\s/?#@]+@/i;

/**
 * Finds values that are not secrets although their name is that of a credential, or that contain one. It omits unchanged values,
 * so that a preview without changes has no warnings.
 */
export function findPlainCredentials(
  schema: ResourceSchema,
  after: PropertyMap,
  before: PropertyMap,
): Finding[] {
  const known = plainCredentials(schema, before);
  return [...plainCredentials(schema, after)]
    .filter(([path, { value }]) => known.get(path)?.value !== value)
    .map(([path, { alternative }]) => ({
      path,
      message: `looks like a credential, but previews and the state show it. ${alternative === undefined ? "Mark" : `Use ${alternative}, or mark`} it as a secret`,
    }));
}

/** Turns the values that {@link findPlainCredentials} warns about into secrets. @returns also their paths */
export function hidePlainCredentials(
  schema: ResourceSchema,
  value: PropertyMap,
): { value: PropertyMap; paths: string[] } {
  const found = plainCredentials(schema, value);
  const hidden = replaceValues(schema, value, (child, { path }) =>
    found.has(path) ? asSecret(child) : undefined,
  );
  return { value: hidden, paths: [...found.keys()] };
}

/** By path, the values outside of secrets, and the fields that accept them as secrets. */
function plainCredentials(schema: ResourceSchema, root: PropertyMap) {
  const found = new Map<string, { value: string; alternative: string | undefined }>();
  const examine = (path: string, name: Json | undefined, value: Json, alternative?: string): void => {
    if (typeof value !== "string" || value === "" || isUnknown(value) || found.has(path)) return;
    const isNamedSo = typeof name === "string" && CREDENTIAL.test(name);
    if (isNamedSo || ADDRESS_WITH_CREDENTIAL.test(value)) found.set(path, { value, alternative });
  };
  replaceValues(schema, root, (item, { schema: at, path }) => {
    if (at?.secret === true) return item;
    examine(path, undefined, item);
    if (!isObject(item)) return undefined;
    for (const [name, { secretAlternative }] of Object.entries(at?.properties ?? {}))
      if (secretAlternative !== undefined)
        examine(joinPath(path, name), getOwn(item, "name"), getOwn(item, name), secretAlternative);
    if (at !== undefined && isMap(at))
      for (const [name, value] of Object.entries(item))
        if (getPropertySchema(at, name)?.secret !== true) examine(joinPath(path, name), name, value);
    return undefined;
  });
  return found;
}
