import type { Change, Step } from "../../schema/compare.js";
import { isAbsent } from "../../schema/json.js";

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
