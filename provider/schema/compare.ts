import { getOwn, isAbsent, isObject, isUnknown, type Json, type PropertyMap } from "./json.js";
import {
  getPropertySchema,
  isMap,
  isPositional,
  isResponseOnly,
  isSilent,
  type ResourceSchema,
  type Schema,
} from "./keywords.js";
import { normalizeSpelling } from "./normalize.js";
import { formatItemPath, indexByKey, joinPath, mapNamesByKey } from "./path.js";
import { isSecret, revealOne } from "./secret.js";
import { reveal } from "./secretTree.js";

/** A step from a value to one that is in it; `undefined` into a secret. */
export type Step = string | number | undefined;

/** A place in two values: its path for people, and the steps to it in each. */
interface Place {
  path: string;
  oldSteps: readonly Step[];
  newSteps: readonly Step[];
}

const ROOT: Place = { path: "", oldSteps: [], newSteps: [] };

/** One difference between two sets of arguments that the service would notice. */
export interface Change extends Place {
  /** The service cannot make it in place. */
  createOnly: boolean;
  /** A schema secret whose value differs: never a reason to act by itself. */
  secret: boolean;
  /** The two values, to show them; `undefined` or `null` if there is none. */
  before: Json;
  after: Json;
}

/**
 * Differences of declared fields; response-only and provider-only fields are not compared. Whether a value is a secret makes
 * no difference.
 */
export function listChanges(schema: Schema | undefined, before: Json, after: Json): Change[] {
  return compare(schema, ROOT, before, after, false);
}

/** Changes of provider-only arguments. Alone they cause no update; they are shown beside a change that does. */
export function listSilentChanges(schema: ResourceSchema, before: PropertyMap, after: PropertyMap): Change[] {
  return Object.entries(schema.properties).flatMap(([name, { wire, ...own }]) =>
    isSilent({ wire, ...own })
      ? compare(own, childOf(ROOT, name, name), before[name], after[name], false)
      : [],
  );
}

/** Whether two values are the same for the service; secret values are not looked at. */
export function isSame(schema: Schema | undefined, a: Json, b: Json): boolean {
  return compare(schema, ROOT, a, b, false).every((change) => change.secret);
}

function childOf({ oldSteps, newSteps }: Place, path: string, oldStep: Step, newStep = oldStep): Place {
  return { path, oldSteps: [...oldSteps, oldStep], newSteps: [...newSteps, newStep] };
}

function compare(
  schema: Schema | undefined,
  place: Place,
  old: Json,
  given: Json,
  inherited: boolean,
): Change[] {
  if (isResponseOnly(schema) || isSilent(schema)) return [];
  const createOnly = inherited || schema?.createOnly === true;
  const change = (createOnly: boolean, secret = false): Change[] => [
    { ...place, createOnly, secret, before: old, after: given },
  ];
  const [before, after] = [revealOne(old), revealOne(given)];

  if (meansAbsent(schema, before) || meansAbsent(schema, after)) {
    if (meansAbsent(schema, before) && meansAbsent(schema, after)) return [];
    const present = meansAbsent(schema, before) ? after : before;
    return change(createOnly || holdsCreateOnly(schema, reveal(present)));
  }
  if (schema?.secret === true) return equalJson(before, after) ? [] : change(createOnly, true);
  if (isUnknown(before) || isUnknown(after)) {
    return change(createOnly || onlyCreateOnly(schema));
  }
  const inside = {
    path: place.path,
    oldSteps: isSecret(old) ? [...place.oldSteps, undefined] : place.oldSteps,
    newSteps: isSecret(given) ? [...place.newSteps, undefined] : place.newSteps,
  };
  if (Array.isArray(before) && Array.isArray(after)) {
    return compareLists(schema, inside, before, after, createOnly);
  }
  if (isObject(before) && isObject(after)) return compareObjects(schema, inside, before, after, createOnly);
  return sameScalar(schema, before, after) ? [] : change(createOnly);
}

function compareObjects(
  schema: Schema | undefined,
  place: Place,
  before: PropertyMap,
  after: PropertyMap,
  createOnly: boolean,
): Change[] {
  const oldNames = mapNamesByKey(schema, before);
  const newNames = mapNamesByKey(schema, after);
  return [...new Set([...oldNames.keys(), ...newNames.keys()])].flatMap((key) => {
    const newName = newNames.get(key) ?? oldNames.get(key) ?? key;
    const oldName = oldNames.get(key) ?? newName;
    return compare(
      getPropertySchema(schema, newName),
      childOf(place, joinPath(place.path, newName), oldName, newName),
      getOwn(before, oldName),
      getOwn(after, newName),
      createOnly,
    );
  });
}

function compareLists(
  schema: Schema | undefined,
  place: Place,
  before: Json[],
  after: Json[],
  createOnly: boolean,
): Change[] {
  const whole: Change[] = [{ ...place, createOnly, secret: false, before, after }];
  if (schema?.listType === "set") return sameSet(schema.items, before, after) ? [] : whole;

  const oldByKey = indexByKey(schema, before);
  const newByKey = indexByKey(schema, after);
  if (oldByKey === undefined || newByKey === undefined) {
    if (before.length !== after.length && !isPositional(schema)) return whole;
    const longer = before.length > after.length ? before : after;
    return longer.flatMap((item, index) => {
      const itsPlace = childOf(place, formatItemPath(schema, place.path, item, index), index);
      return compare(schema?.items, itsPlace, before[index], after[index], createOnly);
    });
  }

  const [oldKeys, newKeys] = [[...oldByKey.keys()], [...newByKey.keys()]];
  const found = [...new Set([...newKeys, ...oldKeys])].flatMap((key): Change[] => {
    const [old, given] = [oldByKey.get(key), newByKey.get(key)];
    const path = formatItemPath(schema, place.path, given ?? old, 0);
    const [oldIndex, newIndex] = [oldKeys.indexOf(key), newKeys.indexOf(key)];
    if (oldIndex >= 0 && newIndex >= 0)
      return compare(schema?.items, childOf(place, path, oldIndex, newIndex), old, given, createOnly);
    const itsPlace = childOf(place, path, Math.max(oldIndex, newIndex));
    return [{ ...itsPlace, createOnly, secret: false, before: old, after: given }];
  });
  if (schema?.ordered === true && found.length === 0 && !equalJson(oldKeys, newKeys)) return whole;
  return found;
}

/**
 * The service fills in `[]` for a list that was not sent: no list and an empty one are the same to it. So are no text and an
 * empty one where that leaves the choice to the service.
 */
export function meansAbsent(schema: Schema | undefined, value: Json): boolean {
  if (isAbsent(value) || (schema?.serverDefault === true && value === "")) return true;
  return schema?.type === "array" && Array.isArray(value) && value.length === 0;
}

/** Whether the service cannot change a value, or a part of it, in place. */
export function holdsCreateOnly(schema: Schema | undefined, value: Json): boolean {
  if (schema?.createOnly === true) return true;
  if (!isObject(value) || isMap(schema)) return false;
  return Object.entries(value).some(
    ([name, child]) => !isAbsent(child) && holdsCreateOnly(getPropertySchema(schema, name), child),
  );
}

/** Of an unknown object we can tell only when all it may hold is fixed. */
function onlyCreateOnly(schema: Schema | undefined): boolean {
  if (schema?.createOnly === true) return true;
  const fields = Object.values(schema?.properties ?? {}).filter((field) => !isResponseOnly(field));
  return fields.length > 0 && fields.every(onlyCreateOnly);
}

function sameSet(items: Schema | undefined, before: Json[], after: Json[]): boolean {
  const { twins, rest } = findSame(items, before, after);
  return rest.length === 0 && twins.every((twin) => twin.length > 0);
}

/** Pairs each item with an equal one of `others`. @returns the pairs, and the others without a pair */
export function findSame(schema: Schema | undefined, items: Json[], others: Json[]) {
  const rest = [...others];
  const twins = items.map((item) => {
    const index = rest.findIndex((other) => isSame(schema, item, other));
    return index < 0 ? [] : rest.splice(index, 1);
  });
  return { twins, rest };
}

function sameScalar(schema: Schema | undefined, a: Json, b: Json): boolean {
  if (typeof a === "string" && typeof b === "string")
    return normalizeSpelling(schema, a) === normalizeSpelling(schema, b);
  return a === b;
}

function equalJson(a: Json, b: Json): boolean {
  return compare(undefined, ROOT, a, b, false).length === 0;
}

/** Whether an update in place leaves this value of a field as it is, while the argument stays the same. */
export function isStable(field: Schema | undefined, value: Json): boolean {
  const stable = field?.stable;
  if (stable === undefined || stable === true) return stable === true;
  if (!isObject(value)) return true;
  const exceptions = Object.entries(stable.except);
  return !exceptions.every(([name, other]) =>
    isSame(getPropertySchema(field, name), getOwn(value, name), other),
  );
}
