import { asData } from "../engineValues.js";
import type { PriorState, ResourceState } from "../lifecycle.js";
import { isAbsent, type JsonObject } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { withResponseFields, writable } from "../schema/project.js";

/** Arguments, and which of them are secret because the program said so. */
export interface ResourceInputs {
  value: JsonObject;
  /** Paths of secrets inside lists, and of those that the schema does not know. */
  marked: Set<string>;
  /** Paths of secrets that the engine itself keeps secret where they are. */
  inPlace: string[];
}

/** What the engine has of a resource, decoded: its inputs, or its state. */
export interface ResourceProperties extends ResourceInputs {
  /** Live values of fields that were not declared. */
  computed: JsonObject;
  /** The private state of the lifecycle. */
  privateState: JsonObject;
  /** Texts that must never be shown. */
  secrets: string[];
  /** The URN of the resource as far as it is known. */
  urn: string | undefined;
}

/** A resource's new state, to be encoded for the engine. */
export interface ResourceOutputs extends ResourceInputs {
  /** The arguments among `value`; everything else is an output. */
  inputs: JsonObject;
  privateState: JsonObject;
}

/** Answers are read as data; what is made of them (decoded, cut out of an address) may be something else again. */
export function received(state: ResourceState): ResourceState {
  return asData(state) as ResourceState;
}

/** Declared values as they were declared, completed by what the service answers. */
export function outputsOf(
  schema: ResourceSchema,
  declared: ResourceProperties,
  { answer, privateState = declared.privateState }: ResourceState,
): ResourceOutputs {
  const inputs = writable(schema, declared.value) as JsonObject;
  const value = withResponseFields(schema, inputs, answer) as JsonObject;
  return { value, inputs, marked: declared.marked, inPlace: declared.inPlace, privateState };
}

/** A state as a lifecycle sees it. */
export function priorStateOf(schema: ResourceSchema, state: ResourceProperties): PriorState {
  const args = writable(schema, state.value) as JsonObject;
  const outputs = Object.entries(state.value).filter(([name]) => !Object.hasOwn(args, name));
  return {
    args,
    outputs: { ...state.computed, ...Object.fromEntries(outputs) },
    privateState: state.privateState,
  };
}

/** New inputs with what lives on from the state before: an output that was secret does not come into the open. */
export function withPriorState<Inputs extends ResourceProperties>(
  schema: ResourceSchema,
  before: ResourceProperties,
  inputs: Inputs,
): Inputs {
  const undeclared = before.inPlace.filter(
    (path) => isComputed(schema, path) && isAbsent(inputs.value[path]),
  );
  return {
    ...inputs,
    privateState: before.privateState,
    inPlace: [...new Set([...inputs.inPlace, ...undeclared])],
    secrets: [...inputs.secrets, ...before.secrets],
  };
}

/** Whether an argument has an output of the same name while it is not declared. */
export function isComputed(schema: ResourceSchema, name: string): boolean {
  return schema.properties[name]?.computed === true;
}
