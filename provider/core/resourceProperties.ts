import { asData, asText } from "../engineValues.js";
import type { KnownSecrets } from "../http/redaction/knownSecrets.js";
import type { PriorState, ResourceState } from "../lifecycle.js";
import { isAbsent, type Json, mapValues, type PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { pickArguments, withResponseFields } from "../schema/project.js";
import { isSecret } from "../schema/secret.js";
import { asSecret, reveal } from "../schema/secretTree.js";
import { Echoes } from "./echoes.js";

/** Arguments, with a `Secret` in the place of each secret value. */
export interface ResourceInputs {
  value: PropertyMap;
  /**
   * Paths of secrets that the service may hold and a program may not know, after an import or a change of the protocol. Until
   * an update has sent them, the program has to declare each while it declares the object that the secret belongs to.
   */
  requiredSecrets?: readonly Json[] | undefined;
}

/** The properties that the engine has of a resource, decoded: its inputs, or its state. */
export interface ResourceProperties extends ResourceInputs {
  /** Live values of fields that were not declared; for an update, the values in the state before. */
  computed: PropertyMap;
  /** The private state of the lifecycle. */
  privateState: PropertyMap;
  /** Texts that must never be shown. */
  secrets: string[];
  /** The URN of the resource as far as it is known. */
  urn: string | undefined;
}

/** A resource's new state, to be encoded for the engine. */
export interface ResourceOutputs extends ResourceInputs {
  /** The arguments among `value`; everything else is an output. */
  inputs: PropertyMap;
  privateState: PropertyMap;
}

/** Answers are read as data; what is made of them (decoded, cut out of an address) may be something else again. */
export function toPlainState(state: ResourceState): ResourceState {
  const { id, answer, privateState } = state;
  return {
    id: asText(id),
    answer: asData(answer),
    ...(privateState && { privateState: asData(privateState) }),
  };
}

/** Arguments without their secrets' wrapping: a lifecycle works with plain values. */
export function revealArguments({ value }: ResourceInputs): PropertyMap {
  return reveal(value);
}

/**
 * Declared values as they were declared, completed by what the service answers. What repeats a secret is a secret, and so is
 * a field that was one when it was declared.
 */
export function createOutputs(
  schema: ResourceSchema,
  declared: ResourceProperties,
  { answer, privateState = declared.privateState }: ResourceState,
  secrets: KnownSecrets,
): ResourceOutputs {
  const inputs = pickArguments(schema, declared.value);
  const answered = withResponseFields(schema, inputs, answer);
  const wasSecret = (name: string): boolean => isSecret(declared.computed[name] ?? declared.value[name]);
  const value = mapValues(answered, (name, field) =>
    isAbsent(inputs[name]) && wasSecret(name) ? asSecret(field) : field,
  );
  return { value: new Echoes(secrets, inputs).hidden(undefined, value), inputs, privateState };
}

/** A state as it was, where the service cannot tell. */
export function keepOutputs(
  schema: ResourceSchema,
  { value, computed, privateState }: ResourceProperties,
  secrets: KnownSecrets,
): ResourceOutputs {
  const inputs = pickArguments(schema, value);
  const all = new Echoes(secrets, inputs).hidden(undefined, { ...computed, ...value });
  return { value: all, inputs, privateState };
}

/** A state as a lifecycle sees it. */
export function toPriorState(schema: ResourceSchema, state: ResourceProperties): PriorState {
  const value = revealArguments(state);
  const args = pickArguments(schema, value);
  const outputs = Object.entries(value).filter(([name]) => !Object.hasOwn(args, name));
  return {
    args,
    outputs: { ...reveal(state.computed), ...Object.fromEntries(outputs) },
    privateState: state.privateState,
  };
}

/** New inputs with what lives on from the state before: an output that was secret does not come into the open. */
export function withPriorState<Inputs extends ResourceProperties>(
  before: ResourceProperties,
  inputs: Inputs,
): Inputs {
  return {
    ...inputs,
    computed: { ...before.computed, ...before.value },
    privateState: before.privateState,
    secrets: [...inputs.secrets, ...before.secrets],
  };
}

/** Whether an argument has an output of the same name while it is not declared. */
export function isComputed(schema: ResourceSchema, name: string): boolean {
  return schema.properties[name]?.computed === true;
}
