import { isDeepStrictEqual } from "node:util";
import type { ResourceOutputs, ResourceProperties } from "../../core/resourceProperties.js";
import { type Change, isStable, type Step } from "../../schema/compare.js";
import { isAbsent, isObject, mapValues, type PropertyMap, UNKNOWN } from "../../schema/json.js";
import {
  getPropertySchema,
  isResponseOnly,
  type ResourceSchema,
  type Schema,
} from "../../schema/keywords.js";
import { pickArguments } from "../../schema/project.js";
import { revealOne } from "../../schema/secret.js";
import { withSecretsOf } from "../../schema/secretTree.js";

export interface PropertyChange {
  kind: "add" | "delete" | "update";
  replaces: boolean;
}

/**
 * Changes by paths as the engine has them: an item of a list by its position. The engine reads both values at one path,
 * so that for a change inside an item that has moved the whole list is named, and for one in a secret the secret.
 */
export function createDetailedDiff(changes: readonly Change[]): Map<string, PropertyChange> {
  const located = changes.map((change) => ({ ...locate(change), replaces: change.createOnly }));
  // The engine has no path for one of them: it compares the inputs itself.
  if (located.some(({ path }) => path.join("") === "")) return new Map();
  const result = new Map<string, PropertyChange>();
  for (const { path, kind, replaces } of located.sort((a, b) => a.path.length - b.path.length)) {
    // The engine shows a part with the value that is named as a whole.
    const names = path.map((_, index) => path.slice(0, index + 1).join(""));
    const name = names.find((whole) => result.has(whole)) ?? path.join("");
    const known = result.get(name);
    // An item may be in the place of one that is gone.
    result.set(name, {
      kind: known === undefined ? kind : "update",
      replaces: replaces || known?.replaces === true,
    });
  }
  return result;
}

/** The parts of the path of the innermost value that has one path before and after. */
function locate(change: Change): { path: (string | undefined)[]; kind: PropertyChange["kind"] } {
  const { oldSteps, newSteps, before, after } = change;
  const path = newSteps.map(enginePart);
  const end = path.findIndex((part, index) => part === undefined || newSteps[index] !== oldSteps[index]);
  if (end >= 0) return { path: path.slice(0, end), kind: "update" };
  return { path, kind: isAbsent(before) ? "add" : isAbsent(after) ? "delete" : "update" };
}

/**
 * A part of a path in the engine's syntax. Other names than identifiers are in brackets and quotes, where only a quote
 * can be escaped.
 *
 * @returns undefined for a name that the syntax cannot express, and in a secret, of which the engine shows no parts
 */
function enginePart(step: Step, index: number): string | undefined {
  if (typeof step !== "string") return step === undefined ? undefined : `[${step}]`;
  const [name, isFirst] = [step, index === 0];
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return isFirst ? name : `.${name}`;
  // A backslash at its end would escape the closing quote.
  if (!name.endsWith("\\")) return `["${name.replaceAll('"', '\\"')}"]`;
  if (/[.[]/.test(name)) return undefined;
  return isFirst ? name : `.${name}`;
}

/**
 * The outputs that a create or an update is going to have, as far as a preview can know them: what the service assigns is
 * unknown, except where an update leaves it as it is.
 *
 * @param before the state that is updated; undefined for a create
 */
export function createPreviewOutputs(
  schema: ResourceSchema,
  inputs: ResourceProperties,
  before: ResourceProperties | undefined,
): ResourceOutputs {
  const old: PropertyMap = { ...before?.computed, ...before?.value };
  const value: PropertyMap = { ...inputs.value };
  for (const [name, field] of Object.entries(schema.properties)) {
    if (field.volatile === true) continue;
    const stays = before !== undefined && isStable(field, revealOne(old[name])) && !isAbsent(old[name]);
    const declared = revealOne(value[name]);
    if (isResponseOnly(field)) {
      value[name] = stays ? old[name] : UNKNOWN;
    } else if (field.computed === true && isAbsent(declared)) {
      // An update that no longer declares an argument may restore another value.
      const wasDeclared = !isAbsent(revealOne(before?.value[name]));
      value[name] = stays && !wasDeclared ? old[name] : UNKNOWN;
    } else if (isObject(declared)) {
      const known = revealOne(old[name]);
      // Until the service has assigned something, a part that is missing may come with any update.
      const isAssigned = !isDeepStrictEqual(known, declared);
      const unchanged = stays && isAssigned && isDeepStrictEqual(pickArguments(field, known), declared);
      value[name] = unchanged ? old[name] : withSecretsOf(value[name], withAssigned(field, declared));
    }
  }
  return { ...inputs, value, inputs: inputs.value, formerSecrets: [] };
}

/** A declared object completed by what the service assigns in it, at any depth: the address of a group, say. */
function withAssigned(schema: Schema | undefined, declared: PropertyMap): PropertyMap {
  const assigned = Object.entries(schema?.properties ?? {}).filter(
    ([name, field]) => field.readOnly === true && field.volatile !== true && isAbsent(declared[name]),
  );
  const completed = mapValues(declared, (name, child) =>
    isObject(child) ? withAssigned(getPropertySchema(schema, name), child) : child,
  );
  return { ...completed, ...Object.fromEntries(assigned.map(([name]) => [name, UNKNOWN])) };
}
