import { STORED } from "../../core/storedNames.js";
import { type GivenState, ownProperties } from "../../core/storedProperties.js";
import { isSecretValue, toSecretValue } from "../../schema/engineValues.js";
import { type Json, type JsonObject, mapParts, type PropertyMap, toPlainJson } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { findGivenSecrets } from "../../schema/missingSecrets.js";
import { isSecret, Secret } from "../../schema/secret.js";
import { reveal } from "../../schema/secretTree.js";
import {
  type MergedProperties,
  mergeProperties,
  toHookInputs,
  toHookState,
} from "../dynamic/dynamicCodec.js";
import { META } from "../dynamic/names.js";

/** Replaces the engine's secret values, which are in the places of the secrets, at any depth. */
export function decodeSecrets(message: JsonObject): PropertyMap {
  return decode(message) as PropertyMap;
}

/** Converts properties to plain JSON, with the engine's secret values. */
export function encodeSecrets(properties: PropertyMap): JsonObject {
  return toPlainJson(encode(properties) as JsonObject);
}

function decode(value: Json): Json {
  if (isSecretValue(value)) return new Secret(reveal(decode(value.value)));
  return mapParts(value, decode);
}

function encode(value: Json): Json {
  if (isSecret(value)) return toSecretValue(reveal(value));
  return mapParts(value, encode);
}

/**
 * Translates a state that the dynamic provider has written: an alias can move a resource from it to the native provider. The inputs
 * may be native already, after an operation without an update. Until an update, the program has to declare the secrets.
 */
export function translateState(schema: ResourceSchema, { inputs = {}, outputs }: GivenState): GivenState {
  const own = isDynamic(inputs) ? withRequired(schema, toHookInputs(merge(schema, inputs))) : inputs;
  if (!isDynamic(outputs)) return { inputs: own, outputs };
  const translated = toHookState(merge(schema, outputs));
  return { ...translated, inputs: withRequired(schema, own, translated.outputs) };
}

function isDynamic(properties: PropertyMap): boolean {
  return META.handler in properties;
}

/** Merges secrets as the dynamic provider does, to which the host passes no marks. */
function merge(schema: ResourceSchema, properties: PropertyMap): MergedProperties {
  return mergeProperties(schema, reveal(properties));
}

function withRequired(schema: ResourceSchema, inputs: PropertyMap, given = inputs): PropertyMap {
  return { ...inputs, [STORED.requiredSecrets]: findGivenSecrets(schema, ownProperties(given)) };
}
