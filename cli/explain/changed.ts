import { readUrn, STACK_TYPE } from "../../provider/contract/urn.js";
import type { Fact } from "../../provider/core/warnings.js";
import type { JsonObject } from "../../provider/schema/json.js";
import { pickArguments } from "../../provider/schema/project.js";
import { type Field, listChangedFields } from "./fields.js";
import { type Preview, readArguments, type Step } from "./preview.js";

/** The operation on a resource. Only a refresh finds `drifted` and `gone`. */
export type Operation = "replace" | "delete" | "update" | "create" | "import" | "rename" | "drifted" | "gone";

/** A step that changes a resource. Its `replaceReasons` include one that the engine does not give. */
export interface Changed extends Step {
  operation: Operation;
  /** The earlier name, if it differs. */
  formerName: string | undefined;
  /** The arguments in the state; empty without a state. */
  argsBefore: JsonObject;
  /** The arguments in the program; empty if the program no longer declares the resource. */
  argsAfter: JsonObject;
  fields: Field[];
  /** What the provider reports of the resource. */
  fact: Fact | undefined;
  /** Whether a value differs. An update without a difference has other reasons. */
  differs: boolean;
  /** Fields that a refresh found changed at the service. */
  drift: Field[];
  /** Whether a refresh found that the object no longer exists. */
  isGone: boolean;
  /** Whether no request is sent for the old object: `retainOnDelete`, or `deletedWith` a resource that is deleted. */
  keepsOld: boolean;
  /** URN of the deleted resource that `deletedWith` names. */
  deletedWith: string | undefined;
  /** Whether an earlier run replaced the object without deleting it. */
  isLeftOver: boolean;
}

const OPERATIONS: readonly string[] = ["replace", "delete", "update", "create", "import"];

/**
 * Lists the resources that a preview changes, in the order of the engine, which differs between runs.
 *
 * @param facts what the provider reports of resources, by URN
 */
export function listChangedResources(
  { steps, isRefresh }: Preview,
  facts: ReadonlyMap<string | undefined, Fact>,
): Changed[] {
  const resources = withoutParts(steps.filter(({ type }) => type !== STACK_TYPE));
  const stepsOf = (wanted: string) =>
    new Map(resources.filter(({ op }) => op === wanted).map((step) => [step.urn, step]));
  const [deleted, replaced, refreshed] = [stepsOf("delete"), stepsOf("replace"), stepsOf("refresh")];

  return resources.flatMap((step) => {
    const { urn, op, before } = step;
    const drift = driftOf(step, refreshed);
    const operation = operationOf(step, isRefresh) ?? (drift.length > 0 ? "drifted" : undefined);
    if (operation === undefined) return [];
    const owner = before?.deletedWith ?? "";
    const deletedWith = operation === "delete" && deleted.has(owner) ? owner : undefined;
    const { fields, ...args } = compareArguments(step, operation, drift);
    return {
      ...{ operation, ...step, ...args, fields, deletedWith },
      formerName: formerNameOf(step),
      ...{ fact: facts.get(urn), drift: op === "same" ? [] : drift },
      differs: facts.get(urn) !== "unchanged" && Object.keys(step.detailedDiff).length + fields.length > 0,
      replaceReasons: reasonsOf(step, replaced),
      isGone: refreshed.has(urn) && before === undefined,
      keepsOld: before?.retainOnDelete === true || deletedWith !== undefined,
      isLeftOver: op === "delete-replaced",
    };
  });
}

function formerNameOf({ urn, name, before }: Step): string | undefined {
  const former = readUrn(before?.urn ?? urn).name;
  return former === name ? undefined : former;
}

function compareArguments(step: Step, operation: Operation, drift: Field[]) {
  const { op, definition, before, after, detailedDiff } = step;
  const argsBefore = before === undefined ? {} : pickArguments(definition?.schema, readArguments(before));
  const argsAfter = after?.inputs ?? {};
  if (op === "same") return { argsBefore, argsAfter, fields: drift };
  // A delete removes all fields, so none is listed.
  const isEnd = operation === "delete" || operation === "gone";
  const fields = isEnd ? [] : listChangedFields(definition?.schema, argsBefore, argsAfter, detailedDiff);
  return { argsBefore, argsAfter, fields };
}

/**
 * Removes the parts of a replacement that is also listed as one step. Keeps the delete of an object that an earlier run replaced,
 * which is a step of the same kind.
 */
function withoutParts(steps: Step[]): Step[] {
  const replacements = steps.filter(({ op }) => op === "replace" || /^(create|import)-replacement$/.test(op));
  const whole = new Set(steps.filter(({ op }) => op === "replace").map(({ urn }) => urn));
  const replaced = new Set(replacements.map(({ urn, before }) => JSON.stringify([urn, before?.id])));
  return steps.filter(({ op, urn, before }) => {
    if (op === "delete-replaced") return !replaced.has(JSON.stringify([urn, before?.id]));
    return op === "replace" || !op.endsWith("-replacement") || !whole.has(urn);
  });
}

function operationOf({ op, before, after }: Step, isRefresh: boolean): Operation | undefined {
  if (isRefresh && op === "update") return "drifted";
  if (isRefresh && op === "delete") return "gone";
  // A renamed resource is a step with the operation `same`, if the preview lists such steps.
  if (op === "same" && before !== undefined && after !== undefined && before.urn !== after.urn)
    return "rename";
  // The engine lists a replacement as one step or as several.
  const operation =
    op === "delete-replaced" ? "delete" : op.replace(/^(create|import)-replacement$/, "replace");
  return OPERATIONS.includes(operation) ? (operation as Operation) : undefined;
}

/** Finds the drift from the state before the refresh and the state in the next step. */
function driftOf({ op, urn, definition, before }: Step, refreshed: ReadonlyMap<string, Step>): Field[] {
  const stated = refreshed.get(before?.urn ?? urn)?.before;
  if (op === "refresh" || stated === undefined || before === undefined) return [];
  return listChangedFields(definition?.schema, stated.inputs, before.inputs);
}

/** The engine gives no reason if the resource that `deletedWith` names is deleted first. */
function reasonsOf({ before, replaceReasons }: Step, replaced: ReadonlyMap<string, Step>): string[] {
  const isReplacedWith = replaceReasons.length === 0 && replaced.has(before?.deletedWith ?? "");
  return isReplacedWith ? ["deletedWith"] : replaceReasons;
}
