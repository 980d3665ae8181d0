import type { Change, Step } from "../../schema/compare.js";
import { isAbsent } from "../../schema/json.js";
import { isSecret } from "../../schema/secret.js";

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

/** Selects the changed secrets that a detailed diff shows only as a part of a list. */
export function findHiddenSecrets(changes: readonly Change[]): Change[] {
  const shown = createDetailedDiff(changes);
  return changes.filter((change) => {
    const { secret, before, after } = change;
    if (!secret && !(isSecret(before) && isSecret(after))) return false;
    return !isInPlace(change) || (shown.size > 0 && !shown.has(locate(change).path.join("")));
  });
}

/** Whether no item around a change has moved. A change inside a secret shows as one of the whole secret. */
function isInPlace({ oldSteps, newSteps }: Change): boolean {
  const end = newSteps.findIndex((step, index) => step === undefined || oldSteps[index] !== step);
  return end < 0 || newSteps[end] === undefined || oldSteps[end] === undefined;
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
