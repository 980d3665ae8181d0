import { echoesOf } from "../core/echoes.js";
import {
  isComputed,
  type ResourceInputs,
  type ResourceOutputs,
  type ResourceProperties,
} from "../core/resourceProperties.js";
import { isSecretValue, secretValue } from "../engineValues.js";
import type { KnownSecrets } from "../http/redaction/knownSecrets.js";
import { isObject, type Json, type JsonObject, mapped } from "../schema/json.js";
import { propertySchema, type ResourceSchema, type Schema } from "../schema/keywords.js";
import { META } from "../schema/meta.js";
import { itemPath, propertyPath } from "../schema/path.js";
import { extractSecrets, filledIn, secretTexts } from "../schema/secrets.js";
import { decodeDynamicState, isDynamicState } from "./dynamicState.js";

/** Decodes inputs. The engine marks a secret where it is, at any depth. */
export function decodeInputs(
  schema: ResourceSchema,
  properties: JsonObject,
  urn: string | undefined,
): ResourceProperties {
  if (isDynamicState(properties))
    return decodeDynamicState(schema, withoutSecrets(properties) as JsonObject, urn);
  const decoded: Decoded = { marked: new Set(), inPlace: [], secrets: [] };
  const all = mapped(properties, (name, value) =>
    decode(propertySchema(schema, name), propertyPath("", name), value, false, decoded),
  );
  const value = Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith("__")));
  return { ...decoded, value, computed: {}, privateState: {}, urn };
}

/**
 * Decodes a state.
 *
 * @param outputs everything that the state has
 * @param inputs the arguments in the state
 */
export function decodeState(
  schema: ResourceSchema,
  outputs: JsonObject,
  inputs: JsonObject,
  urn: string | undefined,
): ResourceProperties {
  if (isDynamicState(outputs)) return decodeInputs(schema, outputs, urn);
  const { value, ...decoded } = decodeInputs(schema, outputs, urn);
  const isUndeclared = (name: string): boolean => isComputed(schema, name) && !Object.hasOwn(inputs, name);
  const own = Object.entries(value).filter(([name]) => !isUndeclared(name));
  const computed = Object.entries(value).filter(([name]) => isUndeclared(name));
  const privateState = withoutSecrets(outputs[META.privateState]);
  return {
    ...decoded,
    value: Object.fromEntries(own),
    computed: Object.fromEntries(computed),
    privateState: isObject(privateState) ? privateState : {},
  };
}

/** Encodes inputs. Secrets are marked where they are. */
export function encodeInputs(schema: ResourceSchema, { value, marked, inPlace }: ResourceInputs): JsonObject {
  const { value: shown, secrets } = extractSecrets(schema, value, new Set([...marked, ...inPlace]));
  return plain(
    filledIn(
      schema,
      shown,
      mapped(secrets, (_, secret) => secretValue(secret)),
    ) as JsonObject,
  );
}

/** Encodes a state. What repeats a secret is a secret as well. */
export function encodeOutputs(
  schema: ResourceSchema,
  outputs: ResourceOutputs,
  known: KnownSecrets,
): JsonObject {
  const { value, inputs, privateState } = outputs;
  const marked = new Set([...outputs.marked, ...outputs.inPlace]);
  const { value: shown, secrets } = extractSecrets(schema, value, marked);
  const echoes = echoesOf(schema, { ...outputs, value: inputs }, known);
  const checked = echoes.markSecrets(shown as JsonObject, secretValue);
  const encoded = filledIn(
    schema,
    checked,
    mapped(secrets, (_, secret) => secretValue(secret)),
  ) as JsonObject;
  if (Object.keys(privateState).length > 0) encoded[META.privateState] = secretValue(privateState);
  return plain(encoded);
}

interface Decoded {
  marked: Set<string>;
  inPlace: string[];
  secrets: string[];
}

function decode(
  schema: Schema | undefined,
  path: string,
  value: Json,
  inList: boolean,
  found: Decoded,
): Json {
  if (isSecretValue(value)) {
    const inner = withoutSecrets(value);
    found.secrets.push(...secretTexts(inner));
    if (schema?.secret === true) return inner;
    if (inList) found.marked.add(path);
    else found.inPlace.push(path);
    return inner;
  }
  if (schema?.secret === true) found.secrets.push(...secretTexts(value));
  if (Array.isArray(value)) {
    return value.map((item, index) =>
      decode(schema?.items, itemPath(schema, path, withoutSecrets(item), index), item, true, found),
    );
  }
  if (!isObject(value)) return value;
  return mapped(value, (name, child) =>
    decode(propertySchema(schema, name), propertyPath(path, name), child, inList, found),
  );
}

/** A value without the marks of the secrets in it. */
export function withoutSecrets(value: Json): Json {
  if (isSecretValue(value)) return withoutSecrets(value.value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return isObject(value) ? mapped(value, (_, child) => withoutSecrets(child)) : value;
}

/** Anything but plain JSON would make a message that the engine cannot read, after the service has acted. */
function plain(value: JsonObject): JsonObject {
  return JSON.parse(
    JSON.stringify(value, (_, child) => (typeof child === "bigint" ? child.toString() : child)),
  );
}
