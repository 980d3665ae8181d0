import { readUrn, STACK_TYPE } from "../../provider/contract/urn.js";
import type { Fact } from "../../provider/core/warnings.js";
import type { JsonObject } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import { pickArguments } from "../../provider/schema/project.js";
import { contains, readEnginePath } from "./enginePath.js";
import { type Field, listChangedFields } from "./fields.js";
import { type Preview, readArguments, type State, type Step } from "./preview.js";

/** The operation on a resource. Only a refresh finds `drifted` and `gone`. */
export type Operation = "replace" | "delete" | "update" | "create" | "import" | "rename" | "drifted" | "gone";

export interface Changed {
  operation: Operation;
  urn: string;
  type: string;
  name: string;
  /** The earlier name, if it differs. */
  formerName: string | undefined;
  /** The earlier URN, if it differs and the name is the same. */
  formerUrn: string | undefined;
  before: State | undefined;
  after: State | undefined;
  /** The arguments in the state; empty without a state. */
  argsBefore: JsonObject;
  /** The arguments in the program; empty if the program no longer declares the resource. */
  argsAfter: JsonObject;
  fields: Field[];
  /** Whether a secret changes that is not among the fields, because the engine does not show it. */
  hidesSecret: boolean;
  /** Whether a value differs. An update without a difference has other reasons. */
  differs: boolean;
  /** Properties that cause a replacement, as the engine reports them. */
  replaceReasons: string[];
  /** Entries of `replaceOnChanges` that match this change. */
  replaceOnChanges: string[];
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

export type SchemaOf = (type: string) => ResourceSchema | undefined;

/** The engine lists a replacement as one step or as several. */
const operations: Record<string, Operation> = {
  create: "create",
  update: "update",
  replace: "replace",
  "create-replacement": "replace",
  delete: "delete",
  "delete-replaced": "delete",
  import: "import",
  "import-replacement": "replace",
};

/**
 * Lists the resources that a preview changes, in the order of the engine, which differs between runs.
 *
 * @param facts what the provider reports of resources, by URN
 */
export function listChangedResources(
  { steps }: Preview,
  facts: ReadonlyMap<string | undefined, Fact>,
  schemaOf: SchemaOf,
): Changed[] {
  const resources = withoutParts(steps.filter(({ urn }) => readUrn(urn).type !== STACK_TYPE));
  const urnsOf = (wanted: string) =>
    new Set(resources.filter(({ op }) => op === wanted).map(({ urn }) => urn));
  const ends = { deleted: urnsOf("delete"), replaced: urnsOf("replace") };
  const refreshed = new Map(
    resources.filter(({ op }) => op === "refresh").map((step) => [step.urn, step.before]),
  );
  const isRefreshOnly = refreshesOnly(steps);
  return resources.flatMap((step) => {
    const drift = driftOf(step, refreshed, schemaOf);
    const operation = operationOf(step, isRefreshOnly) ?? (drift.length > 0 ? "drifted" : undefined);
    return operation === undefined
      ? []
      : [changed(step, operation, drift, refreshed.has(step.urn), ends, facts, schemaOf)];
  });
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

/**
 * Whether the input is the result of `pulumi refresh --preview-only`: without a run of the program, the stack itself has only
 * refresh steps.
 */
export function refreshesOnly(steps: Step[]): boolean {
  const ofStack = steps.filter(({ urn }) => readUrn(urn).type === STACK_TYPE);
  return ofStack.length > 0 && ofStack.every(({ op }) => op === "refresh");
}

function operationOf({ op, before, after }: Step, isRefreshOnly: boolean): Operation | undefined {
  const operation = Object.hasOwn(operations, op) ? operations[op] : undefined;
  if (isRefreshOnly && operation === "update") return "drifted";
  if (isRefreshOnly && operation === "delete") return "gone";
  // A renamed resource is a step with the operation `same`, if the preview lists such steps.
  if (op === "same" && before !== undefined && after !== undefined && before.urn !== after.urn)
    return "rename";
  return operation;
}

/** Finds the drift from the state before the refresh and the state in the next step. */
function driftOf(
  { op, urn, before }: Step,
  refreshed: Map<string, State | undefined>,
  schemaOf: SchemaOf,
): Field[] {
  const formerUrn = before?.urn ?? urn;
  const stated = refreshed.get(formerUrn);
  if (op === "refresh" || stated === undefined || before === undefined) return [];
  return listChangedFields(schemaOf(readUrn(urn).type), stated.inputs, before.inputs);
}

function fieldsOf(
  { after, detailedDiff }: Step,
  argsBefore: JsonObject,
  operation: Operation,
  schema?: ResourceSchema,
): Field[] {
  // A delete removes all fields, so none is listed.
  if (operation === "delete" || operation === "gone") return [];
  return listChangedFields(schema, argsBefore, after?.inputs ?? {}, detailedDiff);
}

function changed(
  step: Step,
  operation: Operation,
  drift: Field[],
  wasRefreshed: boolean,
  { deleted, replaced }: Record<"deleted" | "replaced", ReadonlySet<string>>,
  facts: ReadonlyMap<string | undefined, Fact>,
  schemaOf: SchemaOf,
): Changed {
  const { urn, op, before, after } = step;
  const { type, name } = readUrn(urn);
  const formerUrn = before?.urn ?? urn;
  const formerName = readUrn(formerUrn).name;
  const argsBefore = before === undefined ? {} : pickArguments(schemaOf(type), readArguments(before));
  const deletedWith =
    operation === "delete" && deleted.has(before?.deletedWith ?? "") ? before?.deletedWith : undefined;
  const fields = op === "same" ? drift : fieldsOf(step, argsBefore, operation, schemaOf(type));
  return {
    operation,
    urn,
    type,
    name,
    formerName: formerName === name ? undefined : formerName,
    formerUrn: formerName === name && formerUrn !== urn ? formerUrn : undefined,
    before,
    after,
    argsBefore,
    argsAfter: after?.inputs ?? {},
    fields,
    hidesSecret: facts.get(urn) === "hidesSecret",
    differs: facts.get(urn) !== "unchanged" && Object.keys(step.detailedDiff).length + fields.length > 0,
    replaceReasons: reasonsOf(step, replaced),
    replaceOnChanges: operation === "replace" ? matchingReplaceOnChanges(step) : [],
    drift: op === "same" ? [] : drift,
    isGone: wasRefreshed && before === undefined,
    keepsOld: before?.retainOnDelete === true || deletedWith !== undefined,
    deletedWith,
    isLeftOver: op === "delete-replaced",
  };
}

/** The engine gives no reason if the resource that `deletedWith` names is deleted first. */
function reasonsOf({ before, replaceReasons }: Step, replaced: ReadonlySet<string>): string[] {
  const isReplacedWith = replaceReasons.length === 0 && replaced.has(before?.deletedWith ?? "");
  return isReplacedWith ? ["deletedWith"] : replaceReasons;
}

/** An entry of `replaceOnChanges` includes everything below its path. */
function matchingReplaceOnChanges({ after, detailedDiff, replaceReasons }: Step): string[] {
  const changed = [...Object.keys(detailedDiff), ...replaceReasons].map(readEnginePath);
  return (after?.replaceOnChanges ?? []).filter((entry) => {
    const steps = readEnginePath(entry);
    return changed.some((path) => contains(steps, path));
  });
}
