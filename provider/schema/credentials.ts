import type { Finding } from "./inspect.js";
import { getOwn, isObject, isUnknown, type Json, type PropertyMap } from "./json.js";
import type { ResourceSchema } from "./keywords.js";
import { joinPath } from "./path.js";
import { asSecret, replaceValues } from "./secretTree.js";

/** Names such as `DATABASE_PASSWORD` and `TOKEN`. A public key is not a credential. */
const CREDENTIAL =
  /(^|_)(PASS|PASSWORD|PASSWD|PASSPHRASE|PWD|SECRET|TOKEN|CONNECTION_?STRING)$|(?<!(^|_)PUBLIC)_KEY$/i;

/**
 * Finds values that are not secrets although their name is that of a credential. It omits unchanged values, so that a preview
 * without changes has no warnings.
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
      message: `looks like a credential, but previews and the state show it. Use ${alternative}, or mark it as a secret`,
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
  const found = new Map<string, { value: string; alternative: string }>();
  replaceValues(schema, root, (item, { schema: at, path }) => {
    if (!isObject(item)) return;
    const key = getOwn(item, "name");
    if (typeof key !== "string" || !CREDENTIAL.test(key)) return;
    for (const [name, { secretAlternative: alternative }] of Object.entries(at?.properties ?? {})) {
      const value = getOwn(item, name);
      if (alternative !== undefined && isPlainText(value))
        found.set(joinPath(path, name), { value, alternative });
    }
  });
  return found;
}

function isPlainText(value: Json): value is string {
  return typeof value === "string" && value !== "" && !isUnknown(value);
}
