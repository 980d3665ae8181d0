import { CONVERTED, hasConvertedOutput, isEngineObject } from "./engineValues.js";
import type { Finding, Refusal, Validation } from "./finding.js";
import { getOwn, isAbsent, isObject, isUnknown, type Json, type PropertyMap } from "./json.js";
import {
  findUnlistedFields,
  getPropertySchema,
  isAnnotation,
  isMap,
  isResponseOnly,
  type ResourceSchema,
  type Schema,
} from "./keywords.js";
import { NO_GUID, spellEnum } from "./normalize.js";
import { formatIndexPath, formatItemKey, formatItemPath, formatMapKey, joinPath, type Part } from "./path.js";
import { findObjectProblems, findReferenceProblems } from "./rules.js";
import { PLACEHOLDER } from "./secret.js";
import { findIgnoringCase, findNearestName, isTypo, suggestName } from "./suggestion.js";
import { listWireNames } from "./wire.js";

const MARK_OR_BREAK = /[\n\r\u2028\u2029\ufeff]/;

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
  const resource = { schema, path: "", value: root };
  const inspection = new Inspection(resource, findStandardProblems);
  inspection.visit(resource);
  const { problems, refusals, warnings } = inspection;
  return { problems, refusals, warnings };
}

/** A walk through a resource that collects what is wrong with its values. */
class Inspection implements Validation {
  readonly problems: Finding[] = [];
  readonly refusals: Refusal[] = [];
  readonly warnings: Finding[] = [];
  readonly #resource: Part;
  readonly #findStandardProblems: FindProblems;

  constructor(resource: Part, findStandardProblems: FindProblems) {
    this.#resource = resource;
    this.#findStandardProblems = findStandardProblems;
  }

  visit({ schema, path, value }: Part): void {
    if (schema === undefined || isUnknown(value)) return;
    if (typeof value === "string" && hasConvertedOutput(value)) {
      this.#refuse(path, CONVERTED);
      return;
    }
    this.problems.push(
      ...this.#findStandardProblems(schema, path, value),
      ...findReferenceProblems(schema, { schema, path, value }, this.#resource),
    );
    this.refusals.push(...this.#findRefusals(schema, path, value));
    if (schema.type === "object" && schema.properties === undefined && !isMap(schema))
      this.#visitAnything(path, value);
    if (typeof value === "string") this.#visitText(schema, path, value);
    if (Array.isArray(value)) this.#visitList(schema, path, value);
    if (isObject(value)) this.#visitObject(schema, path, value);
  }

  #refuse(path: string, message: string): void {
    this.problems.push({ path, message });
  }

  #warn(path: string, message: string): void {
    this.warnings.push({ path, message });
  }

  #findRefusals(schema: Schema, path: string, value: Json): Refusal[] {
    return (schema.published ?? []).flatMap((rule) => {
      const { code, mayBeOutdated } = rule;
      const found = [
        ...this.#findStandardProblems(rule, path, value),
        ...findReferenceProblems(rule, { schema, path, value }, this.#resource),
        ...(isObject(value) ? findObjectProblems(rule, schema, path, value, this.#resource) : []),
      ];
      return found.map((finding) => ({ ...finding, code, mayBeOutdated }));
    });
  }

  #visitText(schema: Schema, path: string, value: string): void {
    if (schema.enum !== undefined && spellEnum(schema, value) === undefined)
      this.#visitUnknownOption(path, value, schema.enum, schema.openEnum === true);
    if (value === NO_GUID && schema.format === "guid" && schema.minLength !== undefined)
      this.#refuse(path, "must not be the zero GUID");
    if (value === PLACEHOLDER) {
      const message = "is the text [secret], which outputs have in place of a secret; use the secret itself";
      if (schema.secret === true) this.#refuse(path, message);
      else this.#warn(path, message);
    }
    if (schema.singleLine === true && MARK_OR_BREAK.test(value))
      this.#warn(path, "contains a line break or a byte order mark; sent unchanged");
  }

  #visitUnknownOption(path: string, value: string, options: string[], isOpen: boolean): void {
    const known = options.map((option) => (option.trim() === "" ? `"${option}"` : option)).join(", ");
    const question = suggestName(value, options);
    if (isOpen && !isTypo(value, options))
      this.#warn(path, `not one of the known values (${known}); sent unchanged${question}`);
    else this.#refuse(path, `must be one of ${known}${question}`);
  }

  #visitList(schema: Schema, path: string, items: Json[]): void {
    const { distinctFrom } = schema;
    const others = distinctFrom === undefined ? [] : this.#listKeys(distinctFrom);
    const keys = items.map((item) => formatItemKey(schema, item));
    const repeated = findRepeated(keys);
    items.forEach((item, index) => {
      const itsPath = formatItemPath(schema, path, item, index);
      const key = keys[index];
      if (key !== undefined && others.includes(key))
        this.#refuse(itsPath, `has the name of an item of ${distinctFrom}`);
      if (repeated.has(index)) this.#refuse(itsPath, "declared twice");
      this.visit({ schema: schema.items, path: itsPath, value: item });
    });
  }

  #listKeys(name: string): (string | undefined)[] {
    const { schema, value } = this.#resource;
    const items = isObject(value) ? getOwn(value, name) : undefined;
    return Array.isArray(items)
      ? items.map((item) => formatItemKey(getPropertySchema(schema, name), item))
      : [];
  }

  /** Missing fields that the service would take from another field of the resource, such as a profile. */
  #listNeeded({ properties = {} }: Schema, value: PropertyMap): string[] {
    const root = this.#resource.value;
    const isGiven = (name: string): boolean => isObject(root) && !isAbsent(getOwn(root, name));
    return Object.keys(properties).filter((name) => {
      const others = properties[name]?.requiredWithout;
      return others !== undefined && isAbsent(getOwn(value, name)) && !others.some(isGiven);
    });
  }

  #visitObject(schema: Schema, path: string, value: PropertyMap): void {
    this.problems.push(...findObjectProblems(schema, schema, path, value, this.#resource));
    for (const name of this.#listNeeded(schema, value)) this.#refuse(joinPath(path, name), "required");
    const names = Object.keys(value);
    const repeated = findRepeated(names.map((name) => formatMapKey(schema, name)));
    names.forEach((name, index) => {
      this.#visitConverted(path, name);
      if (repeated.has(index)) this.#refuse(joinPath(path, name), "declared twice");
      this.#visitField(schema, path, value, name);
    });
  }

  #visitField(at: Schema, path: string, object: PropertyMap, name: string): void {
    const field = getPropertySchema(at, name);
    const [itsPath, child] = [joinPath(path, name), object[name]];
    if (field?.wire === "additionalProperties" && isObject(child))
      this.#visitUnlisted(at, itsPath, child, object);
    if (isResponseOnly(field)) {
      this.#warn(itsPath, "is set by the service; not sent");
    } else if (field !== undefined) {
      this.visit({ schema: field, path: itsPath, value: child });
    } else if (name === at.flatten?.into) {
      this.#refuse(itsPath, "move its fields one level up");
    } else if (at.properties !== undefined && !isMap(at)) {
      this.#visitUnknownField(at, itsPath, name);
      this.#visitAnything(itsPath, child);
    }
  }

  /** Checks a value that the schema does not describe. It is sent unchanged, so it has to be JSON. */
  #visitAnything(path: string, value: Json): void {
    if (isEngineObject(value)) {
      this.#refuse(path, "is an asset, an archive or a resource: only JSON can be sent");
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) this.#visitAnything(formatIndexPath(path, index), item);
    } else if (isObject(value)) {
      for (const [name, child] of Object.entries(value)) this.#visitAnything(joinPath(path, name), child);
    } else if (typeof value === "string") {
      this.#visitConverted(path, value);
    }
  }

  #visitConverted(path: string, value: string): void {
    if (hasConvertedOutput(value)) this.#refuse(path, CONVERTED);
  }

  /** An undocumented field may be new at the service, unless it resembles a documented one. */
  #visitUnknownField(at: Schema, path: string, name: string): void {
    const known = argumentNames(at);
    const meant = findIgnoringCase(name, known);
    const unlisted = findUnlistedFields(at);
    // The service has no field of that name, so one with a similar name is no misspelling of it.
    const fields = known.filter((field) => field !== unlisted);
    const near = listWireNames(at).get(name) ?? findNearestName(name, fields);
    if (meant !== undefined) {
      this.#refuse(path, `wrong letter case; did you mean ${meant}?`);
    } else if (near === undefined) {
      this.#warn(path, "not a documented field; sent unchanged");
    } else {
      const advice =
        unlisted === undefined ? "" : ` If the service has such a field, put it into ${unlisted}`;
      this.#refuse(path, `not a documented field; did you mean ${near}?${advice}`);
    }
  }

  /** Checks the entries of an argument for fields that the schema does not list. A name with `@` is an annotation. */
  #visitUnlisted(at: Schema, path: string, fields: PropertyMap, beside: PropertyMap): void {
    for (const name of Object.keys(fields)) {
      const problem = isAnnotation(name) ? undefined : findUnlistedProblem(at, name, beside);
      if (problem !== undefined) this.#refuse(joinPath(path, name), problem);
    }
  }
}

/** Why a field cannot be among those that the schema does not list. */
function findUnlistedProblem(at: Schema, name: string, beside: PropertyMap): string | undefined {
  const meant = findIgnoringCase(name, argumentNames(at));
  if (name === "id" || isResponseOnly(getPropertySchema(at, name)))
    return "is set by the service and cannot be changed";
  if (meant !== undefined) return `move it one level up, as \`${meant}\``;
  if (Object.hasOwn(beside, name)) return "declared twice";
  if (name.includes("@")) return "is not a field of a record";
  return name === at.flatten?.into ? "move its fields one level up" : undefined;
}

/** The positions of keys that are also at an earlier position. */
function findRepeated(keys: (string | undefined)[]): Set<number> {
  const seen = new Set<string>();
  const repeated = new Set<number>();
  keys.forEach((key, index) => {
    if (key === undefined) return;
    if (seen.has(key)) repeated.add(index);
    seen.add(key);
  });
  return repeated;
}

function argumentNames({ properties = {} }: Schema): string[] {
  return Object.keys(properties).filter((name) => !isResponseOnly(properties[name]));
}
