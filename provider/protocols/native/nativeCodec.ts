import {
  collectPrivateTexts,
  isComputed,
  type ResourceInputs,
  type ResourceOutputs,
  type ResourceProperties,
} from "../../core/resourceProperties.js";
import { isSecretValue, META, toSecretValue } from "../../schema/engineValues.js";
import { isAbsent, isObject, type Json, mapParts, type PropertyMap, toPlainJson } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { findGivenSecrets } from "../../schema/missingSecrets.js";
import { isSecret, Secret } from "../../schema/secret.js";
import {
  collectSecretTexts,
  collectTexts,
  listMarkedPaths,
  reveal,
  withSchemaSecrets,
} from "../../schema/secretTree.js";
import { decodeProperties } from "../dynamic/dynamicCodec.js";

/** Decodes inputs, in which the engine marks secrets in place, at any depth. */
export function decodeInputs(
  schema: ResourceSchema,
  properties: PropertyMap,
  urn: string | undefined,
): ResourceProperties {
  if (isDynamicState(properties))
    return decodeDynamicState(schema, withoutSecrets(properties) as PropertyMap, urn);
  const own = Object.entries(properties).filter(([name]) => !name.startsWith("__"));
  const value = withSchemaSecrets(schema, decode(Object.fromEntries(own)) as PropertyMap);
  const secrets = collectSecretTexts(value);
  return {
    value,
    requiredSecrets: readRequiredSecrets(properties),
    computed: {},
    privateState: {},
    secrets,
    urn,
  };
}

/**
 * The outputs in a state also hold computed arguments. Only those that the program declared are arguments of the resource
 * again.
 */
export function decodeState(
  schema: ResourceSchema,
  outputs: PropertyMap,
  inputs: PropertyMap,
  urn: string | undefined,
): ResourceProperties {
  const decoded = decodeInputs(schema, outputs, urn);
  if (isDynamicState(outputs)) return decoded;
  const all = Object.entries(decoded.value);
  const declared = outputs[META.declared];
  const isDeclared = (name: string): boolean =>
    Array.isArray(declared) ? declared.includes(name) : !isAbsent(withoutSecrets(inputs[name]));
  const isUndeclared = (name: string): boolean => isComputed(schema, name) && !isDeclared(name);
  const formerSecrets = collectTexts(withoutSecrets(outputs[META.formerSecrets]));
  const kept = withoutSecrets(outputs[META.privateState]);
  const privateState = isObject(kept) ? kept : {};
  const secretOutputs = listMarkedPaths(schema, decoded.value);
  return {
    ...decoded,
    requiredSecrets: readRequiredSecrets(inputs),
    value: Object.fromEntries(all.filter(([name]) => !isUndeclared(name))),
    computed: Object.fromEntries(all.filter(([name]) => isUndeclared(name))),
    privateState,
    secrets: [...decoded.secrets, ...collectPrivateTexts(privateState, [...secretOutputs]), ...formerSecrets],
    formerSecrets,
    secretOutputs,
  };
}

/** Whether the dynamic provider wrote the properties: an alias can move a resource from it to the native provider. */
function isDynamicState(properties: PropertyMap): boolean {
  return META.handler in properties;
}

function readRequiredSecrets(inputs: PropertyMap): Json[] | undefined {
  const paths = withoutSecrets(inputs[META.requiredSecrets]);
  return Array.isArray(paths) ? paths : undefined;
}

/** @param properties without secret marks, as the dynamic host passes them */
function decodeDynamicState(
  schema: ResourceSchema,
  properties: PropertyMap,
  urn: string | undefined,
): ResourceProperties {
  const { storedUrn, handler, ...decoded } = decodeProperties(schema, properties);
  return { ...decoded, requiredSecrets: findGivenSecrets(schema, decoded.value), urn };
}

export function encodeInputs({ value, requiredSecrets = [] }: ResourceInputs): PropertyMap {
  const isKept = requiredSecrets.length > 0;
  return toPlainJson(
    encode({ ...value, ...(isKept && { [META.requiredSecrets]: requiredSecrets }) }) as PropertyMap,
  );
}

/**
 * Encodes the outputs of a failed operation. They list the declared arguments, because the engine keeps the old inputs after
 * a failed update.
 */
export function encodePartialOutputs(outputs: ResourceOutputs): PropertyMap {
  const declared = Object.keys(outputs.inputs).filter((name) => !isAbsent(outputs.inputs[name]));
  return { ...encodeOutputs(outputs), [META.declared]: declared };
}

export function encodeOutputs({ value, privateState, formerSecrets }: ResourceOutputs): PropertyMap {
  const isKept = Object.keys(privateState).length > 0;
  return encodeInputs({
    value: {
      ...value,
      ...(isKept && { [META.privateState]: new Secret(privateState) }),
      ...(formerSecrets.length > 0 && { [META.formerSecrets]: new Secret([...formerSecrets]) }),
    },
  });
}

function decode(value: Json): Json {
  if (isSecretValue(value)) return new Secret(withoutSecrets(value));
  return mapParts(value, decode);
}

function encode(value: Json): Json {
  if (isSecret(value)) return toSecretValue(reveal(value));
  return mapParts(value, encode);
}

/** Replaces the engine's secret values by their plain values. */
export function withoutSecrets(value: Json): Json {
  if (isSecretValue(value)) return withoutSecrets(value.value);
  return mapParts(value, withoutSecrets);
}
