import { meansAbsent } from "./compare.js";
import type { Finding } from "./finding.js";
import { getOwn, isAbsent, isObject, isUnknown, type Json, type PropertyMap } from "./json.js";
import { type Bounds, getPropertySchema, type Schema } from "./keywords.js";
import { NO_GUID, spellEnum } from "./normalize.js";
import {
  findParts,
  formatItemKey,
  formatItemPath,
  formatMapKey,
  joinPath,
  namesIn,
  type Part,
} from "./path.js";

/**
 * Rules about several values of a resource, which JSON Schema does not have. Each of them is a keyword of a schema or of a
 * published rule, and gets the part that it is about, or the resource in which it finds the other values.
 */

/** The largest difference between a sum of fractions and its exact value. */
const ROUNDING = 1e-9;

/** Finds values that should name an item of another list or map of the resource. */
export function findReferenceProblems(
  { references }: Pick<Schema, "references">,
  { schema, path, value }: Part,
  resource: Part,
): Finding[] {
  if (references === undefined) return [];
  const parts = findParts(resource, namesIn(references));
  const items = Array.isArray(value)
    ? value.map((item, index) => ({
        path: formatItemPath(schema, path, item, index),
        key: formatItemKey(schema, item),
      }))
    : [{ path, key: value }];
  return items
    .filter(({ key }) => typeof key === "string" && !mayHave(parts, key, Array.isArray(value)))
    .map((item) => ({ path: item.path, message: `does not match any item of ${references}` }));
}

type ObjectRules = Pick<Schema, "bounds" | "exactlyOneOf" | "kinds" | "notTogether">;

/** Applies the rules about several fields of an object. */
export function findObjectProblems(
  { exactlyOneOf = [], kinds = [], notTogether, bounds }: ObjectRules,
  at: Schema,
  path: string,
  value: PropertyMap,
  resource: Part,
): Finding[] {
  const exclusive = exclusiveProblem(exactlyOneOf, at, value);
  return [
    ...(exclusive === undefined ? [] : [{ path, message: exclusive }]),
    ...kinds.flatMap((rules) => findProblemsOfKind(at, rules, path, value)),
    ...(notTogether === undefined ? [] : findTogether(notTogether, path, value)),
    ...(bounds === undefined ? [] : findOutOfBounds(bounds, at, path, value, resource)),
  ];
}

function exclusiveProblem(names: readonly string[], at: Schema, value: PropertyMap): string | undefined {
  const present = names.filter((name) => Object.hasOwn(value, name));
  const given = present.filter((name) => !present.includes(at.properties?.[name]?.joins ?? ""));
  const known = given.filter((name) => !isUnknown(value[name]));
  if (names.length === 0 || (given.length > 0 && known.length <= 1)) return undefined;
  const listed = names.join(", ");
  return given.length === 0
    ? `one of ${listed} is required`
    : `takes only one of ${listed}, not ${given.join(" and ")}`;
}

function findTogether([name, other]: [string, string], path: string, value: PropertyMap): Finding[] {
  const isKnown = (one: string): boolean => !isAbsent(getOwn(value, one)) && !isUnknown(getOwn(value, one));
  return isKnown(name) && isKnown(other)
    ? [{ path: joinPath(path, name), message: `cannot be set together with \`${other}\`` }]
    : [];
}

/** The kind of the object decides which of its properties are required, and which cannot be set. */
function findProblemsOfKind(
  schema: Schema,
  { by, rules }: NonNullable<Schema["kinds"]>[number],
  path: string,
  value: PropertyMap,
): Finding[] {
  let [at, found]: [Schema | undefined, Json] = [schema, value];
  for (const name of by.split("."))
    [at, found] = [getPropertySchema(at, name), isObject(found) ? getOwn(found, name) : found];
  const named = found ?? "";
  const kind = typeof named === "string" && named !== "" ? spellEnum(at, named) : named;
  if (typeof kind !== "string") return [];
  const { needs = [], excludes = [] } = rules[kind] ?? {};
  const isGiven = (name: string): boolean =>
    isSet({ schema: schema.properties?.[name], value: getOwn(value, name) });
  const where = kind === "" ? `without \`${by}\`` : `where \`${by}\` is ${kind}`;
  const missing = needs.filter((names) => !names.some(isGiven));
  const excluded = excludes.flatMap((name) => findParts({ schema, path, value }, namesIn(name)));
  return [
    ...missing.map(([name = "", other]) => ({
      path: joinPath(path, name),
      message: other === undefined ? `required ${where}` : `this or \`${other}\` is required ${where}`,
    })),
    ...excluded
      .filter((part) => isSet(part) && !isDefault(part) && !isUnknown(part.value))
      .map(({ schema: field, path: itsPath }) => ({
        path: itsPath,
        message:
          typeof field?.mayBeFilledIn === "string"
            ? `must be ${field.mayBeFilledIn} ${where}`
            : `cannot be set ${where}`,
      })),
  ];
}

/** Checks numbers against those of a sibling, and against their total in the resource, as far as these are known. */
function findOutOfBounds(
  { of, atLeast, atMostTotal }: Bounds,
  at: Schema,
  path: string,
  value: PropertyMap,
  resource: Part,
): Finding[] {
  const numbers = getOwn(value, of);
  const lower = atLeast === undefined ? undefined : getOwn(value, atLeast);
  const known = getPropertySchema(at, of)?.properties ?? {};
  return Object.entries(isObject(numbers) ? numbers : {}).flatMap(([name, number]) => {
    if (typeof number !== "number" || !Object.hasOwn(known, name)) return [];
    const itsPath = joinPath(joinPath(path, of), name);
    const least = isObject(lower) ? getOwn(lower, name) : undefined;
    if (typeof least === "number" && number < least)
      return [{ path: itsPath, message: `must be at least ${atLeast}.${name}` }];
    const total = `${atMostTotal}.${name}`;
    return atMostTotal !== undefined && number > sumUp(findParts(resource, namesIn(total))) + ROUNDING
      ? [{ path: itsPath, message: `must be at most the sum of ${total}` }]
      : [];
  });
}

/** The sum of numbers; NaN if one of them is not known. */
function sumUp(parts: Part[]): number {
  return parts.reduce((sum, { value }) => sum + (typeof value === "number" ? value : Number.NaN), 0);
}

/** Whether a value is more than an empty one. */
function isSet({ schema, value }: Pick<Part, "schema" | "value">): boolean {
  return !meansAbsent(schema, value) && !["", NO_GUID].includes(value as string);
}

/** Whether a value is the one that the service chooses itself. */
function isDefault({ schema, value }: Part): boolean {
  const { mayBeFilledIn } = schema ?? {};
  return (
    mayBeFilledIn !== undefined && typeof value === "string" && spellEnum(schema, value) === mayBeFilledIn
  );
}

/**
 * Whether one of the lists or maps has this item, or may have it because a part of it is unknown or invalid.
 *
 * @param isKey whether `wanted` is the key of an item, and not its name
 */
function mayHave(parts: Part[], wanted: string, isKey: boolean): boolean {
  return parts.some(({ schema, value }) => {
    if (isObject(value)) {
      const key = formatMapKey(schema, wanted);
      return Object.keys(value).some((name) => formatMapKey(schema, name) === key);
    }
    if (!Array.isArray(value)) return true;
    const [name = ""] = schema?.listMapKeys ?? [];
    const key = isKey ? wanted : formatItemKey(schema, { [name]: wanted });
    return value.some((item) => [undefined, key].includes(formatItemKey(schema, item)));
  });
}
