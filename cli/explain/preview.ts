import type { ResourceDefinition } from "../../provider/contract/definition.js";
import { readUrn, STACK_TYPE } from "../../provider/contract/urn.js";
import { STORED } from "../../provider/core/storedNames.js";
import { isAbsent, isObject, type Json, type JsonObject } from "../../provider/schema/json.js";
import { getDefinition } from "./definitions.js";

/** The parts of the output of `pulumi preview --json` that this command uses. */
export interface Preview {
  configuration: JsonObject;
  steps: Step[];
  diagnostics: Diagnostic[];
  /** Whether it is the output of `pulumi refresh --preview-only`. */
  isRefresh: boolean;
  /** Whether it is a plan (`--save-plan`), which has operations and new arguments, and neither old ones nor diagnostics. */
  isPlan: boolean;
}

export interface Step {
  op: string;
  urn: string;
  type: string;
  name: string;
  /** Undefined for types of other packages. */
  definition: ResourceDefinition | undefined;
  before: State | undefined;
  after: State | undefined;
  replaceReasons: string[];
  /** Kinds of difference (`add`, `update`, `delete`, …) by the engine's path. The engine also compares secret values. */
  detailedDiff: Record<string, string>;
}

export interface State {
  urn: string;
  id: string | undefined;
  /** URN and id of the provider. */
  provider: string | undefined;
  /** A component has no object at a service. */
  isComponent: boolean;
  inputs: JsonObject;
  outputs: JsonObject;
  /** Whether the last create or update failed and left the resource in the state. */
  hasFailed: boolean;
  /** Whether a replaced resource is deleted before its replacement is created. */
  isDeletedFirst: boolean;
  retainOnDelete: boolean;
  /** URN of the resource whose deletion also deletes this one. */
  deletedWith: string | undefined;
  importId: string | undefined;
}

export interface Diagnostic {
  urn: string | undefined;
  severity: string;
  message: string;
}

/** Returns the arguments in a state. After a failed update, the engine keeps the earlier inputs and the new outputs. */
export function readArguments({ inputs, outputs, hasFailed }: State): JsonObject {
  if (!hasFailed) return inputs;
  const declared = outputs[STORED.declared];
  const isArgument = (name: string): boolean =>
    !name.startsWith("__") && (!Array.isArray(declared) || declared.includes(name));
  return Object.fromEntries(Object.entries(outputs).filter(([name]) => isArgument(name)));
}

/** Programs have far fewer levels, and the call stack allows far more. */
const MOST_LEVELS = 200;

const NOT_A_PREVIEW = "the input is not the output of `pulumi preview --json`";

/** @throws Error that describes the invalid input in one line */
export function readPreview(text: string): Preview {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed === "")
    throw new Error("the input is empty: `pulumi preview --json` printed nothing. Check its error output.");
  const value = parsed(trimmed);
  requireShallow(value);
  if (!isObject(value)) throw new Error(`${NOT_A_PREVIEW}: it is not a JSON object.`);
  if (isObject(value.resourcePlans)) return readPlan(value.resourcePlans);
  if (!("steps" in value || "diagnostics" in value || "changeSummary" in value))
    throw new Error(`${NOT_A_PREVIEW}: it has neither steps nor diagnostics.`);
  const steps = list(value.steps, "steps").map((one, index) => step(one, `steps[${index}]`));
  return {
    configuration: isObject(value.config) ? value.config : {},
    steps,
    diagnostics: list(value.diagnostics, "diagnostics").map(diagnostic),
    isRefresh: refreshesOnly(steps),
    isPlan: false,
  };
}

function readPlan(plans: JsonObject): Preview {
  const steps = Object.entries(plans).flatMap(([urn, plan]) => {
    const fields = object(plan, urn);
    const ops = texts(fields.steps, `${urn}.steps`);
    const inputs = isAbsent(fields.state) ? {} : fields.state;
    return ops.map((op) => step({ op, urn, oldState: { urn }, newState: { urn, inputs } }, urn));
  });
  return { configuration: {}, steps, diagnostics: [], isRefresh: false, isPlan: true };
}

/** Without a run of the program, the stack itself has only refresh steps. */
function refreshesOnly(steps: Step[]): boolean {
  const ofStack = steps.filter(({ type }) => type === STACK_TYPE);
  return ofStack.length > 0 && ofStack.every(({ op }) => op === "refresh");
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    if (text.startsWith('{"sequence":'))
      throw new Error(
        `${NOT_A_PREVIEW}: it is a stream of events. Run \`pulumi preview --json\` without PULUMI_ENABLE_STREAMING_JSON_PREVIEW.`,
      );
    // The parser's message would quote the input.
    throw new Error(`${NOT_A_PREVIEW}: it is not valid JSON.`);
  }
}

/** The code that walks a preview is recursive, and deeper values would overflow the call stack. */
function requireShallow(value: Json): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) throw new Error(`${NOT_A_PREVIEW}: it is nested too deeply.`);
    level = level.flatMap((child) =>
      Array.isArray(child) ? child : isObject(child) ? Object.values(child) : [],
    );
  }
}

function step(value: Json, at: string): Step {
  const { op, oldState, newState, replaceReasons, detailedDiff, ...rest } = object(value, at);
  const urn = text(rest.urn, `${at}.urn`);
  const { type, name } = readUrn(urn);
  return {
    op: text(op, `${at}.op`),
    urn,
    type,
    name,
    definition: getDefinition(type),
    before: isAbsent(oldState) ? undefined : state(oldState, `${at}.oldState`),
    after: isAbsent(newState) ? undefined : state(newState, `${at}.newState`),
    replaceReasons: texts(replaceReasons, `${at}.replaceReasons`),
    detailedDiff: kinds(detailedDiff, `${at}.detailedDiff`),
  };
}

function state(value: Json, at: string): State {
  const fields = object(value, at);
  const { urn, custom, inputs, outputs, pendingReplacement, retainOnDelete } = fields;
  return {
    urn: text(urn, `${at}.urn`),
    id: optionalText(fields.id),
    provider: optionalText(fields.provider),
    isComponent: custom === false,
    inputs: fieldsOf(inputs, `${at}.inputs`),
    outputs: fieldsOf(outputs, `${at}.outputs`),
    hasFailed: list(fields.initErrors, `${at}.initErrors`).length > 0,
    isDeletedFirst: pendingReplacement === true,
    retainOnDelete: retainOnDelete === true,
    deletedWith: optionalText(fields.deletedWith),
    importId: optionalText(fields.importID),
  };
}

function kinds(value: Json, at: string): Record<string, string> {
  const entries = Object.entries(fieldsOf(value, at)).map(([path, difference]) => [
    path,
    optionalText(isObject(difference) ? difference.kind : undefined) ?? "",
  ]);
  return Object.fromEntries(entries);
}

function fieldsOf(value: Json, at: string): JsonObject {
  return isAbsent(value) ? {} : object(value, at);
}

function diagnostic(value: Json, index: number): Diagnostic {
  const at = `diagnostics[${index}]`;
  const { urn, severity, message } = object(value, at);
  return {
    urn: optionalText(urn),
    severity: text(severity, `${at}.severity`),
    message: text(message, `${at}.message`),
  };
}

function list(value: Json, at: string): Json[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) throw new Error(`${NOT_A_PREVIEW}: ${at} is not an array.`);
  return value;
}

function texts(value: Json, at: string): string[] {
  return list(value, at).map((item, index) => text(item, `${at}[${index}]`));
}

function object(value: Json, at: string): JsonObject {
  if (!isObject(value)) throw new Error(`${NOT_A_PREVIEW}: ${at} is not an object.`);
  return value;
}

function optionalText(value: Json): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function text(value: Json, at: string): string {
  if (typeof value !== "string") throw new Error(`${NOT_A_PREVIEW}: ${at} is not a string.`);
  return value;
}
