import { canonicalize } from "./canonical.js";
import { findSame, isSame, meansAbsent } from "./compare.js";
import { isReservedName } from "./engineValues.js";
import { getOwn, isAbsent, isObject, type Json, mapValues, type PropertyMap, setOwn } from "./json.js";
import {
  getPropertySchema,
  isBodyField,
  isMap,
  isPositional,
  isResponseOnly,
  listOutputFields,
  type Schema,
} from "./keywords.js";
import { NO_GUID } from "./normalize.js";
import {
  findTwins,
  formatItemPath,
  formatMapKey,
  indexByKey,
  joinPath,
  mapNamesByKey,
  orderOfKeys,
} from "./path.js";
import { isSecret } from "./secret.js";
import { asSecret, holdsSecret, withSecretsOf } from "./secretTree.js";

type FieldTest = (field: Schema | undefined) => boolean;

const isVolatile: FieldTest = (field) => field?.volatile === true;
const isSchemaSecret: FieldTest = (field) => field?.secret === true;

/**
 * The declared part of a response (in argument shape): the live value of each declared field, in the declared spelling if both
 * are the same. A field that the response omits, such as a secret, keeps its declared value, because that is no drift. A field
 * that is empty in the response is omitted. Undeclared items of a declared list, and entries of a declared map, are included. A
 * live value in the place of a secret is a secret.
 */
export function projectArguments(
  schema: Schema | undefined,
  declared: PropertyMap,
  answer: PropertyMap,
): PropertyMap;
export function projectArguments(schema: Schema | undefined, declared: Json, answer: Json): Json;
export function projectArguments(schema: Schema | undefined, declared: Json, answer: Json): Json {
  if (isAbsent(declared) || isAbsent(answer) || schema?.secret === true) return declared;
  if (isSecret(declared)) return asSecret(projectArguments(schema, declared.value, answer));
  // The field is never sent, so one of this name in the response is another field.
  if (schema?.wire === "none") return declared;
  if (schema?.serverDefault === true && meansAbsent(schema, declared)) return declared;
  if (isSame(schema, declared, answer)) return declared;
  if (Array.isArray(declared) && Array.isArray(answer)) return liveList(schema, declared, answer);
  if (isObject(declared) && isObject(answer)) return liveObject(schema, declared, answer);
  return pickArguments(schema, answer);
}

/** The outputs of a resource: its arguments, the response-only fields, and computed arguments that are not declared. */
export function withResponseFields(schema: Schema, args: PropertyMap, answer: PropertyMap): PropertyMap;
export function withResponseFields(schema: Schema, args: Json, answer: Json): Json {
  return project(schema, args, isResponseOnly, answer);
}

/** The arguments among the outputs of a resource: all but the response-only fields. */
export function pickArguments(schema: Schema | undefined, value: PropertyMap): PropertyMap;
export function pickArguments(schema: Schema | undefined, value: Json): Json;
export function pickArguments(schema: Schema | undefined, value: Json): Json {
  return project(schema, value, isResponseOnly);
}

export function withoutSecretFields(schema: Schema, answer: PropertyMap): PropertyMap;
export function withoutSecretFields(schema: Schema, answer: Json): Json {
  return project(schema, answer, isSchemaSecret);
}

/** Replaces the response-only fields of the objects in declared arguments by `unknown`, because the service assigns their values. */
export function withUnassigned(schema: Schema | undefined, declared: Json, unknown: Json): Json {
  if (Array.isArray(declared)) return declared.map((item) => withUnassigned(schema?.items, item, unknown));
  if (!isObject(declared)) return declared;
  const assigned = Object.entries(schema?.properties ?? {}).filter(([, { readOnly }]) => readOnly === true);
  return {
    ...mapValues(declared, (name, child) => withUnassigned(getPropertySchema(schema, name), child, unknown)),
    ...Object.fromEntries(assigned.map(([name]) => [name, unknown])),
  };
}

/** Removes fields at any depth. With `answer`, each object gets the outputs of the corresponding object in it. */
function project(schema: Schema | undefined, value: Json, isLeftOut: FieldTest, answer?: Json): Json {
  if (schema === undefined) return value;
  if (isSecret(value)) return asSecret(project(schema, value.value, isLeftOut, answer));
  if (Array.isArray(value)) {
    const live = findTwins(schema, value, answer) ?? [];
    return value.map((item, index) => project(schema.items, item, isLeftOut, live[index]));
  }
  if (!isObject(value)) return value;
  const live = isObject(answer) ? answer : {};
  const liveNames = mapNamesByKey(schema, live);
  const result: PropertyMap = {};
  for (const [name, child] of Object.entries(value)) {
    const field = getPropertySchema(schema, name);
    const liveName = liveNames.get(formatMapKey(schema, name)) ?? name;
    if (!isLeftOut(field)) setOwn(result, name, project(field, child, isLeftOut, getOwn(live, liveName)));
  }
  return { ...result, ...listOutputs(schema, result, live) };
}

/** The fields of an object that only responses have: response-only ones, and computed arguments that are not declared. */
function listOutputs(schema: Schema, args: PropertyMap, live: PropertyMap): PropertyMap {
  const outputs: PropertyMap = {};
  for (const [name, field] of listOutputFields(schema)) {
    const output = getOwn(live, name);
    const isAdded = isResponseOnly(field) || (field.computed === true && isAbsent(getOwn(args, name)));
    if (isAdded && !isAbsent(output)) outputs[name] = project(field, output, isVolatile);
  }
  return outputs;
}

/**
 * The declared fields with their live values. In a map, entries of other clients are added, because an update would remove
 * them.
 */
function liveObject(schema: Schema | undefined, declared: PropertyMap, answer: PropertyMap): PropertyMap {
  const answered = mapNamesByKey(schema, answer);
  const result: PropertyMap = {};
  for (const [name, value] of Object.entries(declared)) {
    const key = formatMapKey(schema, name);
    const field = getPropertySchema(schema, name) ?? (schema?.nullIsEmpty ? UNLISTED : undefined);
    const own = getOwn(answer, answered.get(key) ?? name);
    // Its fields are those of the object itself.
    const live = isAbsent(own) && field?.wire === "additionalProperties" ? answer : own;
    answered.delete(key);
    if (!isRemoved(schema, name, field, live)) setOwn(result, name, projectArguments(field, value, live));
  }
  if (isMap(schema)) {
    for (const name of answered.values()) {
      setOwn(result, name, pickArguments(schema?.additionalProperties, answer[name]));
    }
  }
  return withLiveAlternative(schema, result, answer);
}

/** The schema of fields that an object with `nullIsEmpty` does not list. */
const UNLISTED: Schema = { type: "any", description: "", nullIsEmpty: true };

/** Whether a response without a value shows that a declared field is gone: an entry of a map, or a `null` that means empty. */
function isRemoved(schema: Schema | undefined, name: string, field: Schema | undefined, live: Json): boolean {
  if (isMap(schema) && isAbsent(live) && canBeAnswered(schema, name)) return true;
  return schema?.nullIsEmpty === true && live === null && isBodyField(field);
}

/** Whether responses contain the entry of a map. */
function canBeAnswered(map: Schema | undefined, name: string): boolean {
  return map?.additionalProperties?.secret !== true && !isReservedName(name);
}

/** Replaces the declared one of mutually exclusive fields if the response contains another one. */
function withLiveAlternative(
  schema: Schema | undefined,
  live: PropertyMap,
  answer: PropertyMap,
): PropertyMap {
  const alternatives = schema?.exactlyOneOf ?? [];
  const answered = alternatives.find((name) => !isAbsent(getOwn(answer, name)));
  if (answered === undefined || !isAbsent(getOwn(live, answered))) return live;
  const rest = Object.entries(live).filter(([name]) => !alternatives.includes(name));
  return {
    ...Object.fromEntries(rest),
    [answered]: pickArguments(getPropertySchema(schema, answered), answer[answered]),
  };
}

/** The items of the service, in the declared order and spelling where items with the same key or position exist. */
function liveList(schema: Schema | undefined, declared: Json[], answer: Json[]): Json[] {
  if (schema?.listType === "set") {
    const items = answer.map((item) => pickArguments(schema.items, item));
    return withSecretsOfItems(schema, declared, canonicalize(schema, items, declared) as Json[]);
  }
  const own = indexByKey(schema, declared);
  const live = indexByKey(schema, answer);
  if (own === undefined || live === undefined) {
    const found = answer.map((item, index) =>
      isPositional(schema) && index < declared.length
        ? projectArguments(schema?.items, declared[index], item)
        : pickArguments(schema?.items, item),
    );
    return withSecretsOfItems(schema, declared, found);
  }
  const projected = (key: string): Json =>
    own.has(key)
      ? projectArguments(schema?.items, own.get(key), live.get(key))
      : addedItem(schema, live.get(key));
  return orderOfKeys(schema, live, own).map(projected);
}

/**
 * Marks secrets in the live items of a list without keys. An item that equals a declared one has its secrets. Any other item may
 * have replaced a removed one, or any declared one if more items were added than removed.
 */
function withSecretsOfItems(schema: Schema | undefined, declared: Json[], live: Json[]): Json[] {
  if (!holdsSecret(declared)) return live;
  const { twins, rest: gone } = findSame(schema?.items, live, declared);
  const others = twins.filter((twin) => twin.length === 0).length;
  const inOrder = others === gone.length && schema?.listType !== "set" ? [...gone] : undefined;
  const any = others > gone.length ? declared : gone;
  return live.map((item, index) => {
    const originals = twins[index]?.length ? twins[index] : (inOrder?.splice(0, 1) ?? any);
    return originals.reduce((result, original) => withSecretsOf(original, result), item);
  });
}

/** The arguments of an undeclared item, without the empty lists that the service adds to each item. */
function addedItem(schema: Schema | undefined, item: Json): Json {
  const shown = pickArguments(schema?.items, item);
  if (!isObject(shown)) return shown;
  return Object.fromEntries(
    Object.entries(shown).filter(
      ([, value]) => !isAbsent(value) && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/**
 * Declared fields that are missing in a response, although the service returns all fields that it was sent. A refresh
 * does not treat them as drift. Values that mean the same as no value are omitted.
 */
export function listUnanswered(
  field: Schema | undefined,
  declared: Json,
  live: Json,
  path = "",
): { path: string; declared: Json }[] {
  if (field === undefined || isResponseOnly(field) || field.secret === true) return [];
  if (!isBodyField(field) || field.serverDefault === true || isEmptyValue(declared)) return [];
  if (field.mayBeUnanswered === true && isAbsent(live)) return [];
  // Responses omit a map of secrets.
  if (isAbsent(live)) return field.additionalProperties?.secret === true ? [] : [{ path, declared }];
  if (Array.isArray(declared) && Array.isArray(live)) {
    const twins = findTwins(field, declared, live) ?? [];
    return declared.flatMap((item, index) =>
      twins[index] === undefined
        ? []
        : listUnanswered(field.items, item, twins[index], formatItemPath(field, path, item, index)),
    );
  }
  if (!isObject(declared) || !isObject(live)) return [];
  return Object.entries(field.properties ?? {}).flatMap(([name, child]) =>
    listUnanswered(child, declared[name], live[name], joinPath(path, name)),
  );
}

/** Whether a declared value means the same as no value. A zero does not, because it may be the id of a user. */
export function isEmptyValue(value: Json): boolean {
  if (isAbsent(value) || value === false || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isEmptyValue);
}

/** Whether the business service returns this value for a field that was never set. */
export function isUnset(value: Json): boolean {
  return isAbsent(value) || ["", 0, false, NO_GUID, "0001-01-01"].includes(value as string);
}
