import { spellEnum } from "./canonical.js";
import { meansAbsent } from "./compare.js";
import { isEngineObject } from "./engineValues.js";
import { getOwn, isAbsent, isObject, isUnknown, type Json, type PropertyMap } from "./json.js";
import {
  type Bounds,
  findUnlistedFields,
  getPropertySchema,
  isAnnotation,
  isMap,
  isResponseOnly,
  type PublishedRule,
  type ResourceSchema,
  type Schema,
} from "./keywords.js";
import { NO_GUID } from "./normalize.js";
import {
  findParts,
  formatIndexPath,
  formatItemKey,
  formatItemPath,
  formatMapKey,
  joinPath,
  namesIn,
  type Part,
} from "./path.js";
import { PLACEHOLDER } from "./secret.js";
import { findIgnoringCase, findNearestName, isTypo, suggestName } from "./suggestion.js";
import { listWireNames } from "./wire.js";

/** A message for the user, with the path of a value. It does not contain the value, which may be a secret. */
export interface Finding {
  path: string;
  message: string;
}

export type Report = (path: string, message: string) => void;

/** A finding by a rule that only a refusal of the public service shows. */
export interface Refusal extends Finding, Pick<PublishedRule, "code" | "mayBeOutdated"> {}

export interface Validation {
  problems: Finding[];
  refusals: Refusal[];
  warnings: Finding[];
}

const MARK_OR_BREAK = /[\n\r\u2028\u2029\ufeff]/;

/** The text of an Output that a program has converted to a string, in the SDKs for Node and Python. */
const CONVERTED_OUTPUT = /Calling (\[to(String|JSON)\]|__str__) on an \[?Output/;

const CONVERTED =
  "contains an Output that was converted to a string; pass the Output itself, or make the text in its `apply`";

/** The largest difference between a sum of fractions and its exact value. */
const ROUNDING = 1e-9;

/** Finds the problems of a value, except those of the values inside it. */
type FindProblems = (schema: Partial<Schema>, path: string, value: Json) => Finding[];

/**
 * Checks every known value. It adds rules that JSON Schema does not have: enumerations in any letter case, mutually exclusive
 * fields, duplicate items, names of other items, and undocumented fields.
 *
 * @param findStandardProblems checks the rules of JSON Schema. Default: not checked, as for inputs that have been valid before
 */
export function inspect(
  schema: ResourceSchema,
  root: PropertyMap,
  findStandardProblems: FindProblems = () => [],
): Validation {
  const problems: Finding[] = [];
  const refusals: Refusal[] = [];
  const warnings: Finding[] = [];

  const partsOfRoot = (at: string): Part[] => findParts({ schema, path: "", value: root }, namesIn(at));

  const visit = (at: Schema | undefined, path: string, value: Json): void => {
    if (at === undefined || isUnknown(value)) return;
    if (typeof value === "string" && CONVERTED_OUTPUT.test(value)) {
      problems.push({ path, message: CONVERTED });
      return;
    }
    problems.push(...findStandardProblems(at, path, value), ...findReferenceProblems(at, at, path, value));
    visitPublished(at, path, value);
    if (at.type === "object" && at.properties === undefined && !isMap(at)) visitAnything(path, value);
    if (typeof value === "string") visitText(at, path, value);
    if (Array.isArray(value)) visitList(at, path, value);
    if (isObject(value)) visitObject(at, path, value);
  };

  const visitText = (at: Schema, path: string, value: string): void => {
    if (at.enum !== undefined && spellEnum(at, value) === undefined) {
      const known = at.enum.map((option) => (option.trim() === "" ? `"${option}"` : option)).join(", ");
      const question = suggestName(value, at.enum);
      if (at.openEnum === true && !isTypo(value, at.enum))
        warnings.push({ path, message: `not one of the known values (${known}); sent unchanged${question}` });
      else problems.push({ path, message: `must be one of ${known}${question}` });
    }
    if (value === NO_GUID && at.format === "guid" && at.minLength !== undefined) {
      problems.push({ path, message: "must not be the zero GUID" });
    }
    if (value === PLACEHOLDER) {
      const message = "is the text [secret], which outputs have in place of a secret; use the secret itself";
      (at.secret === true ? problems : warnings).push({ path, message });
    }
    if (at.singleLine === true && MARK_OR_BREAK.test(value)) {
      warnings.push({ path, message: "contains a line break or a byte order mark; sent unchanged" });
    }
  };

  const visitPublished = (at: Schema, path: string, value: Json): void => {
    for (const rule of at.published ?? []) {
      const { code, mayBeOutdated } = rule;
      const found = [
        ...findStandardProblems(rule, path, value),
        ...findReferenceProblems(rule, at, path, value),
        ...(isObject(value) ? findObjectProblems(rule, at, path, value) : []),
      ];
      refusals.push(...found.map((finding) => ({ ...finding, code, mayBeOutdated })));
    }
  };

  const findReferenceProblems = (
    { references }: Pick<Schema, "references">,
    at: Schema,
    path: string,
    value: Json,
  ): Finding[] => {
    if (references === undefined) return [];
    const parts = partsOfRoot(references);
    const items = Array.isArray(value)
      ? value.map((item, index) => ({
          path: formatItemPath(at, path, item, index),
          key: formatItemKey(at, item),
        }))
      : [{ path, key: value }];
    return items
      .filter(({ key }) => typeof key === "string" && !mayHave(parts, key, Array.isArray(value)))
      .map((item) => ({ path: item.path, message: `does not match any item of ${references}` }));
  };

  /** Checks the rules about several fields of an object. */
  const findObjectProblems = (
    rules: Pick<Schema, "bounds" | "exactlyOneOf" | "kinds" | "notTogether">,
    at: Schema,
    path: string,
    value: PropertyMap,
  ): Finding[] => {
    const exclusive = exclusiveProblem(rules.exactlyOneOf ?? [], at, value);
    return [
      ...(exclusive === undefined ? [] : [{ path, message: exclusive }]),
      ...(rules.kinds ?? []).flatMap((kinds) => findProblemsOfKind(at, kinds, path, value)),
      ...(rules.notTogether === undefined ? [] : findTogether(rules.notTogether, path, value)),
      ...(rules.bounds === undefined ? [] : findOutOfBounds(rules.bounds, at, path, value)),
    ];
  };

  /** Checks numbers against those of a sibling, or their total in the resource, as far as these are known. */
  const findOutOfBounds = (
    { of, atLeast, atMostTotal }: Bounds,
    at: Schema,
    path: string,
    value: PropertyMap,
  ): Finding[] => {
    const [numbers, lower] = [getOwn(value, of), atLeast === undefined ? undefined : getOwn(value, atLeast)];
    if (!isObject(numbers)) return [];
    const known = getPropertySchema(at, of)?.properties ?? {};
    return Object.entries(numbers).flatMap(([name, number]) => {
      if (typeof number !== "number" || !Object.hasOwn(known, name)) return [];
      const itsPath = joinPath(joinPath(path, of), name);
      const least = isObject(lower) ? getOwn(lower, name) : undefined;
      if (typeof least === "number" && number < least)
        return [{ path: itsPath, message: `must be at least ${atLeast}.${name}` }];
      if (atMostTotal === undefined) return [];
      const total = partsOfRoot(`${atMostTotal}.${name}`).reduce<number>(
        (sum, part) => sum + (typeof part.value === "number" ? part.value : Number.NaN),
        0,
      );
      return number > total + ROUNDING
        ? [{ path: itsPath, message: `must be at most the sum of ${atMostTotal}.${name}` }]
        : [];
    });
  };

  const visitConverted = (path: string, value: string): void => {
    if (CONVERTED_OUTPUT.test(value)) problems.push({ path, message: CONVERTED });
  };

  const visitList = (at: Schema, path: string, items: Json[]): void => {
    const seen = new Set<string>();
    const others = keysOf(schema.properties[at.distinctFrom ?? ""], getOwn(root, at.distinctFrom ?? ""));
    items.forEach((item, index) => {
      const itsPath = formatItemPath(at, path, item, index);
      const key = formatItemKey(at, item);
      if (key !== undefined && others.has(key))
        problems.push({ path: itsPath, message: `has the name of an item of ${at.distinctFrom}` });
      if (key !== undefined && seen.has(key)) problems.push({ path: itsPath, message: "declared twice" });
      if (key !== undefined) seen.add(key);
      visit(at.items, itsPath, item);
    });
  };

  /** Missing fields that the service would take from another field of the resource, such as a profile. */
  const findNeeded = ({ properties = {} }: Schema, path: string, value: PropertyMap): Finding[] =>
    Object.entries(properties)
      .filter(([name, { requiredWithout: others }]) => {
        const isMissing = others !== undefined && isAbsent(getOwn(value, name));
        return isMissing && others.every((other) => isAbsent(getOwn(root, other)));
      })
      .map(([name]) => ({ path: joinPath(path, name), message: "required" }));

  const visitObject = (at: Schema, path: string, value: PropertyMap): void => {
    problems.push(...findObjectProblems(at, at, path, value), ...findNeeded(at, path, value));
    const keys = new Set<string>();
    for (const [name, child] of Object.entries(value)) {
      const field = getPropertySchema(at, name);
      const itsPath = joinPath(path, name);
      const key = formatMapKey(at, name);
      visitConverted(path, name);
      if (keys.has(key)) problems.push({ path: itsPath, message: "declared twice" });
      keys.add(key);
      if (field?.wire === "additionalProperties" && isObject(child)) visitUnlisted(at, itsPath, child, value);
      if (isResponseOnly(field)) {
        warnings.push({ path: itsPath, message: "is set by the service; not sent" });
      } else if (field !== undefined) {
        visit(field, itsPath, child);
      } else if (name === at.flatten?.into) {
        problems.push({ path: itsPath, message: "move its fields one level up" });
      } else if (at.properties !== undefined && !isMap(at)) {
        visitUnknownField(at, itsPath, name);
        visitAnything(itsPath, child);
      }
    }
  };

  /** Checks a value that the schema does not describe. It is sent unchanged, so it has to be JSON. */
  const visitAnything = (path: string, value: Json): void => {
    if (isEngineObject(value)) {
      problems.push({ path, message: "is an asset, an archive or a resource: only JSON can be sent" });
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visitAnything(formatIndexPath(path, index), item);
    } else if (isObject(value)) {
      for (const [name, child] of Object.entries(value)) visitAnything(joinPath(path, name), child);
    } else if (typeof value === "string") {
      visitConverted(path, value);
    }
  };

  /** An undocumented field may be new at the service, unless it resembles a documented one. */
  const visitUnknownField = (at: Schema, path: string, name: string): void => {
    const known = argumentNames(at);
    const meant = findIgnoringCase(name, known);
    const unlisted = findUnlistedFields(at);
    // The service has no field of that name, so one with a similar name is no misspelling of it.
    const fields = known.filter((field) => field !== unlisted);
    const near = listWireNames(at).get(name) ?? findNearestName(name, fields);
    if (meant !== undefined) {
      problems.push({ path, message: `wrong letter case; did you mean ${meant}?` });
    } else if (near === undefined) {
      warnings.push({ path, message: "not a documented field; sent unchanged" });
    } else {
      const advice =
        unlisted === undefined ? "" : ` If the service has such a field, put it into ${unlisted}`;
      problems.push({ path, message: `not a documented field; did you mean ${near}?${advice}` });
    }
  };

  /** Checks the entries of an argument for fields that the schema does not list. A name with `@` is an annotation. */
  const visitUnlisted = (at: Schema, path: string, fields: PropertyMap, beside: PropertyMap): void => {
    for (const name of Object.keys(fields)) {
      const itsPath = joinPath(path, name);
      const meant = findIgnoringCase(name, argumentNames(at));
      if (isAnnotation(name)) continue;
      if (name === "id" || isResponseOnly(getPropertySchema(at, name))) {
        problems.push({ path: itsPath, message: "is set by the service and cannot be changed" });
      } else if (meant !== undefined) {
        problems.push({ path: itsPath, message: `move it one level up, as \`${meant}\`` });
      } else if (Object.hasOwn(beside, name)) {
        problems.push({ path: itsPath, message: "declared twice" });
      } else if (name.includes("@")) {
        problems.push({ path: itsPath, message: "is not a field of a record" });
      } else if (name === at.flatten?.into) {
        problems.push({ path: itsPath, message: "move its fields one level up" });
      }
    }
  };

  visit(schema, "", root);
  return { problems, refusals, warnings };
}

function argumentNames({ properties = {} }: Schema): string[] {
  return Object.keys(properties).filter((name) => !isResponseOnly(properties[name]));
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

function keysOf(list: Schema | undefined, items: Json): Set<string | undefined> {
  return new Set(Array.isArray(items) ? items.map((item) => formatItemKey(list, item)) : []);
}

function findTogether([name, other]: [string, string], path: string, value: PropertyMap): Finding[] {
  const isKnown = (one: string): boolean => !isAbsent(getOwn(value, one)) && !isUnknown(getOwn(value, one));
  return isKnown(name) && isKnown(other)
    ? [{ path: joinPath(path, name), message: `cannot be set together with \`${other}\`` }]
    : [];
}

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
