import type { JsonObject } from "../../provider/schema/json.js";
import type { ResourceSchema } from "../../provider/schema/keywords.js";
import { pickArguments } from "../../provider/schema/project.js";
import { contains, readEnginePath } from "./enginePath.js";
import { type Field, listChangedFields } from "./fields.js";
import { type Preview, readArguments, type State, type Step } from "./preview.js";
import { readUrn, STACK_TYPE } from "./urn.js";

/** The operation on a resource; `drifted` and `gone` are found by a refresh alone. */
export type Operation = "replace" | "delete" | "update" | "create" | "import" | "rename" | "drifted" | "gone";

/** A resource that changes. */
export interface Changed {
  operation: Operation;
  urn: string;
  type: string;
  name: string;
  /** The name that it had, where it is another one. */
  formerName: string | undefined;
  /** The URN that it had, where its name is the same and its place in the program another one. */
  formerUrn: string | undefined;
  before: State | undefined;
  after: State | undefined;
  /** The arguments before; empty where there is no state. */
  argsBefore: JsonObject;
  /** The arguments in the program; empty where it has the resource no longer. */
  argsAfter: JsonObject;
  fields: Field[];
  /** A value differs; an update without a difference has other reasons. */
  differs: boolean;
  /** Properties that the engine gives as reasons of a replacement. */
  replaceReasons: string[];
  /** Entries of the program's `replaceOnChanges` that this change meets. */
  replaceOnChanges: string[];
  /** Fields that the service holds otherwise than the state said, as a refresh has found. */
  drift: Field[];
  /** A refresh has found that the service has it no longer. */
  isGone: boolean;
  /** Nothing is sent for the deleted or replaced object: `retainOnDelete`, or `deletedWith` a resource that is deleted. */
  keepsOld: boolean;
  /** URN of the deleted resource that this one is deleted with. */
  deletedWith: string | undefined;
  /** An earlier run has replaced the object and not deleted it. */
  isLeftOver: boolean;
}

export type SchemaOf = (type: string) => ResourceSchema | undefined;

/** The engine may list a replacement as one step or, asked to, step by step. */
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
 * The resources that a preview changes, in the order of the engine, which differs from run to run.
 *
 * @param unchanged URNs of the resources whose update changes no value, as the provider says
 */
export function listChangedResources(
  { steps }: Preview,
  unchanged: ReadonlySet<string | undefined>,
  schemaOf: SchemaOf,
): Changed[] {
  const resources = withoutParts(steps.filter(({ urn }) => readUrn(urn).type !== STACK_TYPE));
  const deleted = new Set(resources.filter(({ op }) => op === "delete").map(({ urn }) => urn));
  const refreshed = new Map(
    resources.filter(({ op }) => op === "refresh").map((step) => [step.urn, step.before]),
  );
  const isRefreshOnly = refreshesOnly(steps);
  return resources.flatMap((step) => {
    const drift = driftOf(step, refreshed, schemaOf);
    const operation = operationOf(step, isRefreshOnly) ?? (drift.length > 0 ? "drifted" : undefined);
    return operation === undefined
      ? []
      : [changed(step, operation, drift, refreshed.has(step.urn), deleted, unchanged, schemaOf)];
  });
}

/**
 * The steps without the parts of a replacement that is listed as a whole. The delete of an object that an earlier run has
 * replaced is a step of the same kind.
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

/** `pulumi refresh --preview-only`: no program has run, so the stack itself has no other step. */
export function refreshesOnly(steps: Step[]): boolean {
  const ofStack = steps.filter(({ urn }) => readUrn(urn).type === STACK_TYPE);
  return ofStack.length > 0 && ofStack.every(({ op }) => op === "refresh");
}

function operationOf({ op, before, after }: Step, isRefreshOnly: boolean): Operation | undefined {
  const operation = Object.hasOwn(operations, op) ? operations[op] : undefined;
  if (isRefreshOnly && operation === "update") return "drifted";
  if (isRefreshOnly && operation === "delete") return "gone";
  // A resource that is the same under another name is a step too, where such steps are listed.
  if (op === "same" && before !== undefined && after !== undefined && before.urn !== after.urn)
    return "rename";
  return operation;
}

/** The drift that a refresh has found before the program ran: the state as it was, and as the next step has it. */
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
  // A delete removes all fields: none is shown by itself.
  if (operation === "delete" || operation === "gone") return [];
  return listChangedFields(schema, argsBefore, after?.inputs ?? {}, detailedDiff);
}

function changed(
  step: Step,
  operation: Operation,
  drift: Field[],
  wasRefreshed: boolean,
  deleted: ReadonlySet<string>,
  unchanged: ReadonlySet<string | undefined>,
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
    differs: !unchanged.has(urn) && Object.keys(step.detailedDiff).length + fields.length > 0,
    replaceReasons: step.replaceReasons,
    replaceOnChanges: operation === "replace" ? matchingReplaceOnChanges(step) : [],
    drift: op === "same" ? [] : drift,
    isGone: wasRefreshed && before === undefined,
    keepsOld: before?.retainOnDelete === true || deletedWith !== undefined,
    deletedWith,
    isLeftOver: op === "delete-replaced",
  };
}

/** An entry of `replaceOnChanges` holds for all that lies below its path. */
function matchingReplaceOnChanges({ after, detailedDiff, replaceReasons }: Step): string[] {
  const changed = [...Object.keys(detailedDiff), ...replaceReasons].map(readEnginePath);
  return (after?.replaceOnChanges ?? []).filter((entry) => {
    const steps = readEnginePath(entry);
    return changed.some((path) => contains(steps, path));
  });
}
