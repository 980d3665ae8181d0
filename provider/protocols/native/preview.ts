import { isDeepStrictEqual } from "node:util";
import type { ResourceOutputs, ResourceProperties } from "../../core/resourceProperties.js";
import { type Change, isStable, type Step } from "../../schema/compare.js";
import { isAbsent, type Json, type PropertyMap, UNKNOWN } from "../../schema/json.js";
import { isResponseOnly, listOutputFields, type ResourceSchema, type Schema } from "../../schema/keywords.js";
import { pickArguments, withUnassigned } from "../../schema/project.js";
import { revealOne } from "../../schema/secret.js";
import { withSecretsOf } from "../../schema/secretTree.js";

export interface PropertyChange {
  kind: "add" | "delete" | "update";
  replaces: boolean;
}

/**
 * Changes by path in the engine's syntax, which has list items by position. The engine reads the old and the new value at the
 * same path. A change inside a moved item is therefore a change of the whole list, and a change inside a secret one of the
 * whole secret.
 */
export function createDetailedDiff(changes: readonly Change[]): Map<string, PropertyChange> {
  const located = changes.map((change) => ({ ...locate(change), replaces: change.createOnly }));
  // If one change has no such path, the engine has to compare the inputs itself.
  if (located.some(({ path }) => path.join("") === "")) return new Map();
  const result = new Map<string, PropertyChange>();
  for (const { path, kind, replaces } of located.sort((a, b) => a.path.length - b.path.length)) {
    // A listed value includes its parts.
    const names = path.map((_, index) => path.slice(0, index + 1).join(""));
    const name = names.find((whole) => result.has(whole)) ?? path.join("");
    const known = result.get(name);
    // An item that is added can have the position of one that is deleted.
    result.set(name, {
      kind: known === undefined ? kind : "update",
      replaces: replaces || known?.replaces === true,
    });
  }
  return result;
}

/** Finds the innermost value with the same path before and after the change. */
function locate(change: Change): { path: (string | undefined)[]; kind: PropertyChange["kind"] } {
  const { oldSteps, newSteps, before, after } = change;
  const path = newSteps.map(enginePart);
  const end = path.findIndex((part, index) => part === undefined || newSteps[index] !== oldSteps[index]);
  if (end >= 0) return { path: path.slice(0, end), kind: "update" };
  return { path, kind: isAbsent(before) ? "add" : isAbsent(after) ? "delete" : "update" };
}

/**
 * Formats a part of a path in the engine's syntax. A name that is no identifier is in brackets and quotes, where only a quote
 * can be escaped.
 *
 * @returns undefined for a name that the syntax cannot express, and for a part of a secret, which the engine hides
 */
function enginePart(step: Step, index: number): string | undefined {
  if (typeof step !== "string") return step === undefined ? undefined : `[${step}]`;
  const [name, isFirst] = [step, index === 0];
  if (/^[A-Za-z_$][\w$]*$/.test(name)) return isFirst ? name : `.${name}`;
  // A trailing backslash would escape the closing quote.
  if (!name.endsWith("\\")) return `["${name.replaceAll('"', '\\"')}"]`;
  if (/[.[]/.test(name)) return undefined;
  return isFirst ? name : `.${name}`;
}

/**
 * The outputs that a preview can predict. A value that the service assigns is unknown, unless an update keeps it.
 *
 * @param before the state before an update; undefined for a create
 */
export function createPreviewOutputs(
  schema: ResourceSchema,
  inputs: ResourceProperties,
  before: ResourceProperties | undefined,
): ResourceOutputs {
  const old: PropertyMap = { ...before?.computed, ...before?.value };
  const value: PropertyMap = { ...inputs.value };
  for (const [name, field] of listOutputFields(schema)) {
    const isKept = before !== undefined && !isAbsent(old[name]) && isStable(field, revealOne(old[name]));
    const kept = isKept ? old[name] : undefined;
    if (isResponseOnly(field)) {
      value[name] = kept ?? UNKNOWN;
    } else if (!isAbsent(revealOne(value[name]))) {
      value[name] = predictDeclared(field, value[name], kept);
    } else if (field.computed === true) {
      // If the program has removed the argument, the update may restore another value.
      const wasDeclared = !isAbsent(revealOne(before?.value[name]));
      value[name] = kept === undefined || wasDeclared ? UNKNOWN : kept;
    }
  }
  return { ...inputs, value, inputs: inputs.value, formerSecrets: [] };
}

/** The value of a declared field, with unknown values where the service assigns some, unless they are in a kept value. */
function predictDeclared(field: Schema, declared: Json, kept: Json): Json {
  const [plain, known] = [revealOne(declared), revealOne(kept)];
  // While the state has no assigned part, any update may add one.
  const hasAssigned = !isDeepStrictEqual(known, plain);
  if (kept !== undefined && hasAssigned && isDeepStrictEqual(pickArguments(field, known), plain)) return kept;
  return withSecretsOf(declared, withUnassigned(field, plain, UNKNOWN));
}
