import { containsCredential } from "./credentialText.js";
import type { Finding } from "./finding.js";
import { getOwn, isObject, isUnknown, type Json, type PropertyMap } from "./json.js";
import { getPropertySchema, isMap, type ResourceSchema, type Schema } from "./keywords.js";
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

/** A value outside of secrets, the name that says what it is, and the field that accepts it as a secret. */
interface Candidate {
  path: string;
  value: Json;
  name?: Json;
  alternative?: string;
}

/** The candidates that are credentials, by path. */
function plainCredentials(schema: ResourceSchema, root: PropertyMap) {
  const found = new Map<string, { value: string; alternative: string | undefined }>();
  const examine = ({ path, value, name, alternative }: Candidate): void => {
    if (typeof value !== "string" || value === "" || isUnknown(value) || found.has(path)) return;
    const isNamedSo = typeof name === "string" && CREDENTIAL.test(name);
    if (isNamedSo || ADDRESS_WITH_CREDENTIAL.test(value) || containsCredential(value))
      found.set(path, { value, alternative });
  };
  replaceValues(schema, root, (value, { schema: at, path }) => {
    if (at?.secret === true) return value;
    examine({ path, value });
    if (isObject(value)) listNamedValues(at, path, value).forEach(examine);
    return undefined;
  });
  return found;
}

/** The values in an object that a name beside them describes, and those of a map, which its keys describe. */
function listNamedValues(at: Schema | undefined, path: string, object: PropertyMap): Candidate[] {
  const fields = Object.entries(at?.properties ?? {}).filter(
    ([, { secretAlternative }]) => secretAlternative !== undefined,
  );
  const entries = isMap(at) ? Object.entries(object) : [];
  return [
    ...fields.map(([field, { secretAlternative: alternative }]) => ({
      path: joinPath(path, field),
      name: getOwn(object, "name"),
      value: getOwn(object, field),
      alternative,
    })),
    ...entries
      .filter(([name]) => getPropertySchema(at, name)?.secret !== true)
      .map(([name, value]) => ({ path: joinPath(path, name), name, value })),
  ];
}
