import { isAbsent, isObject, type Json, type PropertyMap } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { Secret } from "../schema/secret.js";
import {
  collectSecretTexts,
  collectTexts,
  listMarkedPaths,
  reveal,
  withSchemaSecrets,
} from "../schema/secretTree.js";
import {
  collectPrivateTexts,
  isComputed,
  type ResourceInputs,
  type ResourceOutputs,
  type ResourceProperties,
} from "./resourceProperties.js";
import { STORED } from "./storedNames.js";

/** Properties as a protocol passes them to the hooks and gets them back: with a `Secret` in the place of each secret. */
export interface StoredState {
  inputs: PropertyMap;
  outputs: PropertyMap;
}

/** A state from a protocol. */
export interface GivenState {
  /** Default: unknown. The outputs then list the declared arguments. */
  inputs?: PropertyMap | undefined;
  outputs: PropertyMap;
  /** Paths of secrets in the outputs, also of those without a value. Default: those of the secret values. */
  secretPaths?: readonly string[];
}

/** The properties that the schema may have, without those that begin with `__`. */
export function ownProperties(properties: PropertyMap): PropertyMap {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !name.startsWith("__")));
}

/** Names of the arguments that are declared by these inputs. */
export function listDeclared(inputs: PropertyMap): string[] {
  return Object.keys(inputs).filter((name) => !isAbsent(inputs[name]));
}

export function decodeInputs(
  schema: ResourceSchema,
  properties: PropertyMap,
  urn: string | undefined,
): ResourceProperties {
  const value = withSchemaSecrets(schema, ownProperties(properties));
  return {
    value,
    requiredSecrets: readRequiredSecrets(properties),
    computed: {},
    privateState: {},
    secrets: collectSecretTexts(value),
    urn,
  };
}

/**
 * The outputs in a state also hold computed arguments. Only those that the program declared are arguments of the resource
 * again.
 */
export function decodeState(
  schema: ResourceSchema,
  { inputs, outputs, secretPaths = [] }: GivenState,
  urn: string | undefined,
): ResourceProperties {
  const decoded = decodeInputs(schema, outputs, urn);
  const declared = reveal(outputs[STORED.declared]);
  const isDeclared = (name: string): boolean =>
    Array.isArray(declared)
      ? declared.includes(name)
      : inputs === undefined || !isAbsent(reveal(inputs[name]));
  const isUndeclared = ([name]: [string, Json]): boolean => isComputed(schema, name) && !isDeclared(name);
  const all = Object.entries(decoded.value);
  const kept = reveal(outputs[STORED.privateState]);
  const privateState = isObject(kept) ? kept : {};
  const formerSecrets = collectTexts(reveal(outputs[STORED.formerSecrets]));
  const secretOutputs = new Set([...secretPaths, ...listMarkedPaths(schema, decoded.value)]);
  return {
    ...decoded,
    requiredSecrets: inputs && readRequiredSecrets(inputs),
    value: Object.fromEntries(all.filter((entry) => !isUndeclared(entry))),
    computed: Object.fromEntries(all.filter(isUndeclared)),
    privateState,
    secrets: [...decoded.secrets, ...collectPrivateTexts(privateState, [...secretOutputs]), ...formerSecrets],
    formerSecrets,
    secretOutputs,
  };
}

function readRequiredSecrets(inputs: PropertyMap): Json[] | undefined {
  const paths = reveal(inputs[STORED.requiredSecrets]);
  return Array.isArray(paths) ? paths : undefined;
}

export function encodeInputs({ value, requiredSecrets = [] }: ResourceInputs): PropertyMap {
  return requiredSecrets.length === 0 ? value : { ...value, [STORED.requiredSecrets]: requiredSecrets };
}

export function encodeState({ value, inputs, privateState, formerSecrets }: ResourceOutputs): StoredState {
  const outputs: PropertyMap = { ...value };
  if (Object.keys(privateState).length > 0) outputs[STORED.privateState] = new Secret(privateState);
  if (formerSecrets.length > 0) outputs[STORED.formerSecrets] = new Secret([...formerSecrets]);
  return { inputs, outputs };
}

/** The state after a failed operation. It lists the declared arguments, because the engine keeps the old inputs. */
export function encodeFailedState(result: ResourceOutputs): StoredState {
  const { inputs, outputs } = encodeState(result);
  return { inputs, outputs: { ...outputs, [STORED.declared]: listDeclared(inputs) } };
}
