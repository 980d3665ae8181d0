import type { ResourceProperties } from "../core/resourceProperties.js";
import { decodeProperties } from "../dynamic/propertyCodec.js";
import type { JsonObject } from "../schema/json.js";
import type { ResourceSchema } from "../schema/keywords.js";
import { META } from "../schema/meta.js";

/**
 * Properties that the dynamic provider has written, for a program that goes over to this one: by an alias the engine hands
 * them over as they are. What the program wrote is the same, so that nothing changes.
 */
export function isDynamicState(properties: JsonObject): boolean {
  return META.handler in properties;
}

/** @param properties without the marks of the secrets in it, as the dynamic host gets them */
export function decodeDynamicState(
  schema: ResourceSchema,
  properties: JsonObject,
  urn: string | undefined,
): ResourceProperties {
  const { storedUrn, handler, ...decoded } = decodeProperties(schema, properties);
  return { ...decoded, urn };
}
