import { canonicalList, orderOfKeys } from "./canonical.js";
import { findSame, isSame, meansAbsent } from "./compare.js";
import { isReservedName } from "./engineValues.js";
import { getOwn, isAbsent, isObject, type Json, type PropertyMap, setOwn } from "./json.js";
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
import { findTwins, formatItemPath, formatMapKey, indexByKey, joinPath, mapNamesByKey } from "./path.js";
import { isSecret } from "./secret.js";
import { asSecret, holdsSecret, withSecretsOf } from "./secretTree.js";

type FieldTest = (field: Schema | undefined) => boolean;

const isVolatile: FieldTest = (field) => field?.volatile === true;
const isSchemaSecret: FieldTest = (field) => field?.secret === true;

/**
 * The part of an answer (in argument shape) that the program declared: the live value of each declared field, in the
 * declared spelling where the two are the same. A field that the answer leaves out, a secret one above all,
 * keeps its declared value: that is no drift. A field that the answer shows as empty is left out. Items and map entries that
 * were added behind the program's back are part of a declared list or map, so they appear. A live value in the place of a
 * secret is a secret.
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
  // Never sent: a field of this name in the answer is something else.
  if (schema?.wire === "none") return declared;
  if (schema?.serverDefault === true && meansAbsent(schema, declared)) return declared;
  if (isSame(schema, declared, answer)) return declared;
  if (Array.isArray(declared) && Array.isArray(answer)) return liveList(schema, declared, answer);
  if (isObject(declared) && isObject(answer)) return liveObject(schema, declared, answer);
  return pickArguments(schema, answer);
}

/**
 * Arguments completed by the response-only fields of the answer, and by computed arguments that are not declared: the
 * outputs of a resource.
 */
export function withResponseFields(schema: Schema, args: PropertyMap, answer: PropertyMap): PropertyMap;
export function withResponseFields(schema: Schema, args: Json, answer: Json): Json {
  return project(schema, args, isResponseOnly, answer);
}

/** The arguments in a resource's outputs: all but the response-only fields. */
export function pickArguments(schema: Schema | undefined, value: PropertyMap): PropertyMap;
export function pickArguments(schema: Schema | undefined, value: Json): Json;
export function pickArguments(schema: Schema | undefined, value: Json): Json {
  return project(schema, value, isResponseOnly);
}

/** An answer without the fields that hold secrets. */
export function withoutSecretFields(schema: Schema, answer: PropertyMap): PropertyMap;
export function withoutSecretFields(schema: Schema, answer: Json): Json {
  return project(schema, answer, isSchemaSecret);
}

/**
 * A value without the fields that `isLeftOut`, at any depth. With an answer, each object gets the outputs of the object that
 * has its place in the answer.
 */
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
  for (const [name, field] of listOutputFields(schema)) {
    const output = getOwn(live, name);
    const isAdded = isResponseOnly(field) || (field.computed === true && isAbsent(getOwn(result, name)));
    if (isAdded && !isAbsent(output)) setOwn(result, name, project(field, output, isVolatile));
  }
  return result;
}

function liveObject(schema: Schema | undefined, declared: PropertyMap, answer: PropertyMap): PropertyMap {
  const answered = mapNamesByKey(schema, answer);
  const result: PropertyMap = {};
  for (const [name, value] of Object.entries(declared)) {
    const key = formatMapKey(schema, name);
    const live = getOwn(answer, answered.get(key) ?? name);
    answered.delete(key);
    if (isMap(schema) && isAbsent(live) && canBeAnswered(schema, name)) continue;
    const field = getPropertySchema(schema, name) ?? (schema?.nullIsEmpty ? UNLISTED : undefined);
    if (schema?.nullIsEmpty && live === null && isBodyField(field)) continue;
    setOwn(result, name, projectArguments(field, value, live));
  }
  if (isMap(schema)) {
    for (const name of answered.values()) {
      setOwn(result, name, pickArguments(schema?.additionalProperties, answer[name]));
    }
  }
  return withLiveAlternative(schema, result, answer);
}

/** A field that the schema does not list, of an object in which `null` is a value. */
const UNLISTED: Schema = { type: "any", description: "", nullIsEmpty: true };

/** An entry that a map in the answer no longer has was removed, unless no answer ever shows it. */
function canBeAnswered(map: Schema | undefined, name: string): boolean {
  return map?.additionalProperties?.secret !== true && !isReservedName(name);
}

/** Of fields that exclude each other the answer may hold another one than was declared: that one is live. */
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

function liveList(schema: Schema | undefined, declared: Json[], answer: Json[]): Json[] {
  if (schema?.listType === "set") {
    const found = canonicalList(
      schema,
      answer.map((item) => pickArguments(schema.items, item)),
      declared,
    );
    return withSecretsOfItems(schema, declared, found);
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
 * Live items of a list without keys, with the secrets of the declared ones. An item that is the same as a declared one is
 * that one. Any other may have taken the place of one that is gone; where more came than went, the place of any.
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

/** An item that nobody declared shows what it holds, without the empty lists the service adds to each. */
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
 * Declared fields that are missing in the answer of a service that returns everything it was sent. A refresh does not treat
 * them as drift. Values that mean the same as no value are not listed.
 */
export function listUnanswered(field: Schema | undefined, declared: Json, live: Json, path = ""): string[] {
  if (field === undefined || isResponseOnly(field) || field.secret === true) return [];
  if (!isBodyField(field) || field.serverDefault === true || saysNothing(declared)) return [];
  if (field.mayBeUnanswered === true && isAbsent(live)) return [];
  if (isAbsent(live)) return holdsOnlySecrets(field) ? [] : [path];
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

/** Whether a declared value asks for nothing. A zero asks for something: it may be a user's id. */
export function saysNothing(value: Json): boolean {
  if (isAbsent(value) || value === false || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(saysNothing);
}

/** Whether a value is what the business service returns for a field that was never set. */
export function isUnset(value: Json): boolean {
  return isAbsent(value) || ["", 0, false, NO_GUID, "0001-01-01"].includes(value as string);
}

/** Such a value is not answered at all. */
function holdsOnlySecrets({ additionalProperties }: Schema): boolean {
  return additionalProperties?.secret === true;
}
