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

/** A step from a value to one inside it; `undefined` into a secret. */
export type Step = string | number | undefined;

/** A place in two values: its path for messages, and the steps to it in each value. */
interface PlacePair {
  path: string;
  oldSteps: readonly Step[];
  newSteps: readonly Step[];
}

const ROOT: PlacePair = { path: "", oldSteps: [], newSteps: [] };

/** A difference between two sets of arguments that matters to the service. */
export interface Change extends PlacePair {
  /** Whether the change needs a replacement. */
  createOnly: boolean;
  /** Whether the value is a secret of the schema. `secretChanges` decides whether such a change alone causes an update. */
  secret: boolean;
  /** Whether the removed value is the one that the service fills in. Such a change alone causes no update. */
  filledIn?: true;
  /** The two values, to show them; `undefined` or `null` if there is none. */
  before: Json;
  after: Json;
}

/** Lists the changes of arguments, except provider-only ones. A value that only becomes a secret has not changed. */
export function listChanges(schema: Schema | undefined, before: Json, after: Json): Change[] {
  const found = compare(schema, ROOT, before, after, false);
  const isKnown = ![before, after].some((value) => hasOtherDefaults(schema, value));
  return found.map(({ filledIn, ...change }) => {
    if (filledIn !== true || !isKnown) return change;
    return { ...change, createOnly: false, filledIn };
  });
}

/** Whether the service takes values that are not declared from another object, so that they are not its own choice. */
function hasOtherDefaults(schema: Schema | undefined, value: Json): boolean {
  if (!isObject(value)) return false;
  const sources = Object.values(schema?.properties ?? {}).flatMap((field) => field.requiredWithout ?? []);
  return sources.some((name) => !isAbsent(getOwn(value, name)));
}

/** Lists the changes of provider-only arguments. They cause no update, and are only shown with a change that does. */
export function listSilentChanges(schema: ResourceSchema, before: PropertyMap, after: PropertyMap): Change[] {
  return Object.entries(schema.properties).flatMap(([name, { wire, ...own }]) =>
    isSilent({ wire, ...own })
      ? compare(own, childOf(ROOT, name, name), before[name], after[name], false)
      : [],
  );
}

/** Whether two values are the same for the service. Secrets of the schema are not compared. */
export function isSame(schema: Schema | undefined, a: Json, b: Json): boolean {
  return compare(schema, ROOT, a, b, false).every((change) => change.secret);
}

function childOf(
  { oldSteps, newSteps }: PlacePair,
  path: string,
  oldStep: Step,
  newStep = oldStep,
): PlacePair {
  return { path, oldSteps: [...oldSteps, oldStep], newSteps: [...newSteps, newStep] };
}

/**
 * The changes from `old` to `given`, at the innermost place at which the values differ for the service. `inherited`: an outer
 * value already needs a replacement.
 */
function compare(
  schema: Schema | undefined,
  place: PlacePair,
  old: Json,
  given: Json,
  inherited: boolean,
): Change[] {
  if (isResponseOnly(schema) || isSilent(schema)) return [];
  const createOnly = inherited || schema?.createOnly === true;
  // Most values are equal, so a change is made only where it is needed.
  const change = (createOnly: boolean, secret = false): Change[] => [
    { ...place, createOnly, secret, before: old, after: given },
  ];
  const [before, after] = [revealOne(old), revealOne(given)];

  const [wasAbsent, isRemoved] = [meansAbsent(schema, before), meansAbsent(schema, after)];
  if (wasAbsent && isRemoved) return [];
  // The differences of two objects are those of their fields.
  if (wasAbsent !== isRemoved && ![before, after].every(isObject))
    return change(createOnly).map((one) => withPresence(schema, one));
  if (schema?.secret === true) return equalJson(before, after) ? [] : change(createOnly, true);
  if (isUnknown(before) || isUnknown(after)) return change(createOnly || onlyCreateOnly(schema));
  const inside = findPlaceInside(place, old, given);
  return compareParts(schema, inside, before, after, createOnly) ?? change(createOnly);
}

/** Completes the change of a value that is added or removed as a whole. */
function withPresence(schema: Schema | undefined, change: Change): Change {
  const [before, after] = [reveal(change.before), reveal(change.after)];
  const isRemoved = meansAbsent(schema, after);
  return {
    ...change,
    createOnly: change.createOnly || [before, after].some((value) => holdsCreateOnly(schema, value)),
    ...(isRemoved && isFilledIn(schema, before) && { filledIn: true }),
  };
}

/** The place of the parts of two values, one step further where a value is a secret. */
function findPlaceInside(place: PlacePair, old: Json, given: Json): PlacePair {
  if (!isSecret(old) && !isSecret(given)) return place;
  const { path, oldSteps, newSteps } = place;
  return {
    path,
    oldSteps: isSecret(old) ? [...oldSteps, undefined] : oldSteps,
    newSteps: isSecret(given) ? [...newSteps, undefined] : newSteps,
  };
}

/** The changes inside two present values; undefined if they differ as a whole. */
function compareParts(
  schema: Schema | undefined,
  place: PlacePair,
  before: Json,
  after: Json,
  createOnly: boolean,
): Change[] | undefined {
  if (Array.isArray(before) && Array.isArray(after))
    return compareLists(schema, place, before, after, createOnly);
  if (isObject(before) && isObject(after)) return compareObjects(schema, place, before, after, createOnly);
  return sameScalar(schema, before, after) ? [] : undefined;
}

/** Names that differ only in meaningless letter case are one field. Each change has the steps in both spellings. */
function compareObjects(
  schema: Schema | undefined,
  place: PlacePair,
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

/** Items with keys are compared pair by pair, a set regardless of its order, and any other list by position or as a whole. */
function compareLists(
  schema: Schema | undefined,
  place: PlacePair,
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

/** Whether a value is the same for the service as no value, such as an empty list, or additional fields of which none is sent. */
export function meansAbsent(schema: Schema | undefined, value: Json): boolean {
  if (isAbsent(value) || (schema?.serverDefault === true && value === "")) return true;
  if (schema?.wire === "additionalProperties" && isObject(value)) return Object.values(value).every(isAbsent);
  return schema?.type === "array" && Array.isArray(value) && value.length === 0;
}

/** Whether the service chooses this value itself if none is sent. */
function isFilledIn(schema: Schema | undefined, value: Json): boolean {
  const filledIn = schema?.mayBeFilledIn;
  return filledIn !== undefined && filledIn !== true && sameScalar(schema, filledIn, value);
}

/** Whether a value, or a part of it, cannot be changed in place. */
export function holdsCreateOnly(schema: Schema | undefined, value: Json): boolean {
  if (schema?.createOnly === true) return true;
  if (!isObject(value) || isMap(schema)) return false;
  return Object.entries(value).some(
    ([name, child]) => !isAbsent(child) && holdsCreateOnly(getPropertySchema(schema, name), child),
  );
}

/** Whether no part of a value can be changed in place, so that even an unknown value needs a replacement. */
function onlyCreateOnly(schema: Schema | undefined): boolean {
  if (schema?.createOnly === true) return true;
  const fields = Object.values(schema?.properties ?? {}).filter((field) => !isResponseOnly(field));
  return fields.length > 0 && fields.every(onlyCreateOnly);
}

function sameSet(items: Schema | undefined, before: Json[], after: Json[]): boolean {
  const { twins, rest } = findSame(items, before, after);
  return rest.length === 0 && twins.every((twin) => twin.length > 0);
}

/** Finds an equal item of `others` for each item. @returns these twins (one or none per item), and the others that are left */
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

/** Whether an update in place keeps this value of a field, if its argument does not change. */
export function isStable(field: Schema | undefined, value: Json): boolean {
  const stable = field?.stable;
  if (stable === undefined || stable === true) return stable === true;
  if (!isObject(value)) return true;
  const exceptions = Object.entries(stable.except);
  return !exceptions.every(([name, other]) =>
    isSame(getPropertySchema(field, name), getOwn(value, name), other),
  );
}
