import { explain } from "../../../cli/explain/explain.js";
import { TYPE_PREFIX } from "../../../provider/contract/configuration.js";
import type { JsonObject } from "../../../provider/schema/json.js";

/** Previews as the engine prints them, written shortly. */

export const SECRET = "[secret]";

/** One resource of a preview. */
export interface Said {
  op: string;
  /** A title of this package, or a whole type. */
  type?: string;
  name?: string;
  old?: JsonObject;
  new?: JsonObject;
  /** Beside the inputs. */
  oldState?: JsonObject;
  newState?: JsonObject;
  /** Kind of difference by the engine's path. */
  diff?: Record<string, string>;
  reasons?: string[];
}

export function urnOf(type: string, name: string): string {
  const whole = type.includes(":") ? type : TYPE_PREFIX + type;
  return `urn:pulumi:dev::demo::${whole}::${name}`;
}

export function step(said: Said): JsonObject {
  const urn = urnOf(said.type ?? "ContainerGroup", said.name ?? "shop");
  const state = (inputs: JsonObject | undefined, more: JsonObject = {}) =>
    inputs === undefined ? undefined : { urn, custom: true, inputs, ...more };
  return {
    op: said.op,
    urn,
    oldState: state(said.old, said.oldState),
    newState: state(said.new, said.newState),
    replaceReasons: said.reasons,
    detailedDiff:
      said.diff === undefined
        ? null
        : Object.fromEntries(Object.entries(said.diff).map(([path, kind]) => [path, { kind }])),
  };
}

const STACK_STEP = { op: "same", urn: "urn:pulumi:dev::demo::pulumi:pulumi:Stack::demo-dev" };

/** The text of a preview; the stack's own step is always there. */
export function previewOf(steps: Said[], more: JsonObject = {}): string {
  return JSON.stringify({ steps: [STACK_STEP, ...steps.map(step)], ...more });
}

export function warning(message: string, urn?: string): JsonObject {
  return { severity: "warning", message: `warning: ${message}\n`, urn };
}

export function error(message: string, urn?: string): JsonObject {
  return { severity: "error", message: `error: ${message}\n`, urn };
}

export function markdownOf(steps: Said[], more: JsonObject = {}): string {
  return explain(previewOf(steps, more)).markdown;
}

/** Explains a program that declares with the name `new` what it declared with the name `old`. */
export function moved(type: string, before: Partial<Said>, after: Partial<Said>): string {
  return markdownOf([
    { ...before, op: "delete", type, name: "old" },
    { ...after, op: "create", type, name: "new" },
  ]);
}

export function headings(markdown: string): string[] {
  return markdown.split("\n").filter((line) => line.startsWith("#"));
}

/** The text about one resource, below its heading, and the provider's warning about it, if there is one. */
export function meaning(said: Said, ...warnings: string[]): string {
  const { type = "ContainerGroup", name = "shop" } = said;
  const about = `${type} '${name}': `;
  const diagnostics = warnings.map((text) => warning(about + text, urnOf(type, name)));
  const text = markdownOf([said], { diagnostics }).trimEnd();
  const [, ...parts] = text.slice(text.indexOf("\n### ")).trimStart().split("\n\n");
  return parts.filter((part) => part !== LAST_APPLY).join("\n\n");
}

/** What stands once below changes with old values. */
export const LAST_APPLY = "Old values are those of the last apply: this preview has not read the services.";

/** In the state before: deleted before its successor is created; left at the service. */
export const deletedFirst = { pendingReplacement: true };
export const kept = { retainOnDelete: true };
