import { OWN_KEYS } from "../../provider/contract/configuration.js";
import { GROUP, META } from "../../provider/protocols/dynamic/names.js";
import { type Change, listChanges } from "../../provider/schema/compare.js";
import { hidePlainCredentials } from "../../provider/schema/credentials.js";
import {
  getOwn,
  isAbsent,
  isObject,
  isUnknown,
  type Json,
  type JsonObject,
} from "../../provider/schema/json.js";
import { getPropertySchema, type ResourceSchema, type Schema } from "../../provider/schema/keywords.js";
import { formatItemPath, joinPath } from "../../provider/schema/path.js";
import { isSecret, PLACEHOLDER, revealOne } from "../../provider/schema/secret.js";
import { listPaths, replaceValues } from "../../provider/schema/secretTree.js";
import { locate, readEnginePath } from "./enginePath.js";
import type { Step } from "./preview.js";

export interface Field {
  path: string;
  kind: "added" | "removed" | "changed";
  /** Whether the service cannot change the field in place. */
  createOnly: boolean;
  /** Whether an old or new value is or contains a secret. Neither value is then shown. */
  secret: boolean;
  before: Json;
  after: Json;
  schema?: Schema | undefined;
  /** Of an item of a list: the names of the fields that are in its path. */
  keys?: readonly string[] | undefined;
}

/**
 * Lists the fields that differ between two sets of inputs, including secrets, whose difference only the engine knows. Values that
 * the provider recognizes as credentials count as secrets.
 */
export function listChangedFields(
  schema: ResourceSchema | undefined,
  before: JsonObject,
  after: JsonObject,
  detailedDiff: Step["detailedDiff"] = {},
): Field[] {
  const own = { before: ownInputs(schema, before), after: ownInputs(schema, after) };
  const found = listChanges(schema, own.before, own.after).map((change) => fieldOf(schema, change));
  const known = new Set(found.map(({ path }) => path));
  // A value that is missing may be in an item that is known after apply.
  const open = listPaths(schema, own.after, (value) => Array.isArray(value) && value.some(isUnknown));
  const secrets = Object.entries(detailedDiff)
    .flatMap(([path, kind]) => secretFields(schema, path, kind, before, after))
    .filter(({ path, kind }) => !isBelow(path, known) && !(kind === "removed" && isBelow(path, open)));
  const once = new Map(secrets.map((field) => [field.path, field]));
  return hideFormerValues([...found, ...once.values()]);
}

/** Removes internal properties. Deeper properties of these names belong to the program. */
function ownInputs(schema: ResourceSchema | undefined, inputs: JsonObject): JsonObject {
  const own = Object.fromEntries(Object.entries(inputs).filter(([name]) => !isMeta(name)));
  return schema === undefined ? withoutDefaults(own) : hidePlainCredentials(schema, own).value;
}

/** The internal property that providers with Terraform's code write into objects at any depth. */
const DEFAULTS = "__defaults";

function withoutDefaults<Value extends Json>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutDefaults) as Value;
  if (!isObject(value)) return value;
  const own = Object.entries(value).filter(([name]) => name !== DEFAULTS);
  return Object.fromEntries(own.map(([name, child]) => [name, withoutDefaults(child)])) as Value;
}

function isMeta(name: string): boolean {
  return name.startsWith("__") || name === OWN_KEYS;
}

function fieldOf(root: Schema | undefined, change: Change): Field {
  const { path, createOnly, before, after } = change;
  const kind = isAbsent(before) ? "added" : isAbsent(after) ? "removed" : "changed";
  // A value may stay the same while it becomes a secret or stops being one.
  const holds = kind === "changed" ? holdsSecret : isConcealed;
  const secret = change.secret || holds(before) || holds(after);
  const place = findPlace(root, change.newSteps);
  const values = { before: shown(place.schema, before), after: shown(place.schema, after) };
  return { path, kind, createOnly, secret, ...place, ...values };
}

function isConcealed(value: Json): boolean {
  return value === PLACEHOLDER || isSecret(value);
}

function findPlace(root: Schema | undefined, steps: Change["newSteps"]): Pick<Field, "schema" | "keys"> {
  let place: Pick<Field, "schema" | "keys"> = { schema: root };
  for (const step of steps) {
    const { schema } = place;
    if (typeof step === "number") place = { schema: schema?.items, keys: schema?.listMapKeys };
    else if (step !== undefined) place = { schema: getPropertySchema(schema, step) };
  }
  return place;
}

/** Longer new values have a line for each of their parts. */
const LONGEST_ADDED = 80;

/** Divides a new object or list into its parts: a long one, and an item whose name is in its path. */
export function divideAdded(field: Field): Field[] {
  const { path, kind, secret, schema, keys, after } = field;
  if (kind !== "added" || secret) return [field];
  if (keys === undefined && JSON.stringify(after).length <= LONGEST_ADDED) return [field];
  const divide = (part: Pick<Field, "path" | "schema" | "keys" | "after">): Field[] =>
    divideAdded({ ...field, keys: undefined, ...part, secret: part.after === PLACEHOLDER });
  if (Array.isArray(after))
    return after.flatMap((item, index) => {
      const place = { schema: schema?.items, keys: schema?.listMapKeys };
      return divide({ ...place, path: formatItemPath(schema, path, item, index), after: item });
    });
  if (!isObject(after)) return [field];
  const parts = Object.entries(after).filter(
    ([name, value]) => !isAbsent(value) && (isUnknown(value) || keys?.includes(name) !== true),
  );
  if (parts.length === 0) return [field];
  return parts.flatMap(([name, value]) =>
    divide({ path: joinPath(path, name), schema: getPropertySchema(schema, name), after: value }),
  );
}

/** Replaces secrets and recognized credentials among arguments by the placeholder. */
export function hideSecrets(schema: ResourceSchema | undefined, args: JsonObject): JsonObject {
  const hidden = shown(schema, ownInputs(schema, args));
  return isObject(hidden) ? hidden : {};
}

/** Replaces secrets by the placeholder. */
function shown(schema: Schema | undefined, value: Json): Json {
  // A credential can also be a secret of the program.
  if (revealOne(value) === PLACEHOLDER) return PLACEHOLDER;
  return replaceValues(schema, value, (child, place) =>
    isSecret(child) || place.schema?.secret === true ? PLACEHOLDER : undefined,
  );
}

function holdsSecret(value: Json): boolean {
  if (isConcealed(value)) return true;
  if (Array.isArray(value)) return value.some(holdsSecret);
  return isObject(value) && Object.values(value).some(holdsSecret);
}

/** @param engineKind for example `add-replace` */
function kindOf(engineKind: string): Field["kind"] {
  const [name] = engineKind.split("-");
  return name === "add" ? "added" : name === "delete" ? "removed" : "changed";
}

/** Secrets look equal in both states, so only the engine's comparison shows whether they differ. */
function secretFields(
  schema: Schema | undefined,
  enginePath: string,
  engineKind: string,
  before: JsonObject,
  after: JsonObject,
): Field[] {
  const steps = readEnginePath(enginePath);
  const [first = "", extracted] = steps;
  const secret = (path: string, kind: Field["kind"]): Field[] => [
    { path, kind, createOnly: false, secret: true, before: undefined, after: undefined },
  ];
  if (first === META.secrets) {
    const kind = kindOf(engineKind);
    const all = getOwn(kind === "removed" ? before : after, META.secrets);
    const paths = extracted !== undefined ? [String(extracted)] : isObject(all) ? Object.keys(all) : [];
    return paths.flatMap((path) => secret(path.endsWith(GROUP) ? path.slice(0, -GROUP.length) : path, kind));
  }
  if (isMeta(String(first)) || steps.includes(DEFAULTS)) return [];
  const place = locate(schema, steps, before, after);
  return place.before === PLACEHOLDER && place.after === PLACEHOLDER ? secret(place.path, "changed") : [];
}

/** Whether `known` contains the path or one of its parents. */
function isBelow(path: string, known: ReadonlySet<string>): boolean {
  return [...known].some(
    (other) => path === other || (path.startsWith(other) && /^[.[]/.test(path.slice(other.length))),
  );
}

/** A removed plain value next to a new secret may have moved there, for example from `value` to `secureValue`. */
function hideFormerValues(fields: Field[]): Field[] {
  const newSecrets = fields.filter(({ secret, kind }) => secret && kind === "added");
  const places = new Set(newSecrets.map(({ path }) => parent(path)).filter((path) => path !== ""));
  return fields.map((field) =>
    field.kind === "removed" && places.has(parent(field.path)) ? { ...field, secret: true } : field,
  );
}

function parent(path: string): string {
  return path.replace(/(\.[^.[\]]+|\[[^[\]]*\])$/, "");
}
