import { isComputed } from "../../core/resourceProperties.js";
import { STORED } from "../../core/storedNames.js";
import {
  type GivenState,
  listDeclared,
  ownProperties,
  type StoredState,
} from "../../core/storedProperties.js";
import { toSecretValue } from "../../schema/engineValues.js";
import { isAbsent, type PropertyMap, toPlainJson } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { isSecret } from "../../schema/secret.js";
import { asSecret, listMarkedPaths, replaceValues, reveal } from "../../schema/secretTree.js";
import { extractSecrets, mergeSecrets, type Secrets } from "./extractedSecrets.js";
import { META } from "./names.js";

/** Properties from the dynamic host, with each secret in its place. */
export interface MergedProperties {
  /** The properties that the schema may have. */
  value: PropertyMap;
  /** Those that the hooks have added. */
  stored: PropertyMap;
  /** Paths of the secrets that the program marked outside of lists, also of those without a value. They stay in place. */
  inPlace: readonly string[];
  /** Paths of the secrets that are no secrets in the inputs. */
  secretOutputs: readonly string[];
  urn: string | undefined;
  /** The URN in the inputs, which does not change when an alias renames the resource. */
  storedUrn: string | undefined;
  /** The properties that the host adds to a hook's result, but not to its error. */
  handler: PropertyMap;
}

/**
 * Merges the secrets into properties, which the host passes without marks.
 *
 * @param earlier old properties, with the secrets of placeholders that `ignoreChanges` has restored
 */
export function mergeProperties(
  schema: ResourceSchema,
  properties: PropertyMap,
  earlier: PropertyMap = {},
): MergedProperties {
  const inPlace = (properties[META.inPlace] ?? []) as string[];
  const secretOutputs = (properties[META.secretOutputs] ?? []) as string[];
  const storedUrn = properties[META.urn] as string | undefined;
  const own = ownProperties(properties);
  const merged = mergeSecrets(schema, own, properties[META.secrets], earlier[META.secrets]);
  return {
    value: withSecretsAt(schema, merged, new Set([...inPlace, ...secretOutputs])),
    stored: pick(properties, Object.values(STORED)),
    inPlace,
    secretOutputs,
    urn: (properties[META.currentUrn] as string | undefined) ?? storedUrn,
    storedUrn,
    handler: pick(properties, [META.handler]),
  };
}

function pick(properties: PropertyMap, names: readonly string[]): PropertyMap {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name)));
}

function withSecretsAt(schema: ResourceSchema, value: PropertyMap, paths: ReadonlySet<string>): PropertyMap {
  if (paths.size === 0) return value;
  return replaceValues(schema, value, (found, { path }) =>
    paths.has(path) && !isSecret(found) ? asSecret(found) : undefined,
  );
}

export function toHookInputs({ value, stored }: Pick<MergedProperties, "value" | "stored">): PropertyMap {
  return { ...value, ...stored };
}

/**
 * The first versions listed no declared arguments in the outputs: all were.
 *
 * @param inputs the inputs in the state, if they are known
 */
export function toHookState(properties: MergedProperties, inputs?: PropertyMap): GivenState {
  const { value, stored, inPlace, secretOutputs } = properties;
  const outputs = { ...value, [STORED.declared]: listDeclared(value), ...stored };
  return { outputs, inputs, secretPaths: [...inPlace, ...secretOutputs] };
}

/** Keeps a field a secret if the state has it as a secret input in place and it is now an output. */
export function withOldInPlace(
  schema: ResourceSchema,
  state: MergedProperties,
  news: MergedProperties,
): MergedProperties {
  const undeclared = state.inPlace.filter((path) => isComputed(schema, path) && isAbsent(news.value[path]));
  return { ...news, inPlace: [...new Set([...news.inPlace, ...undeclared])] };
}

/** Converts inputs of the hooks to plain JSON. Secrets are extracted, or marked in place for the engine. */
export function separateInputs(
  schema: ResourceSchema,
  inputs: PropertyMap,
  { inPlace, storedUrn }: Pick<MergedProperties, "inPlace" | "storedUrn">,
): PropertyMap {
  const { value, secrets } = extractSecrets(schema, ownProperties(inputs), (path) => inPlace.includes(path));
  return toPlainJson(joined(schema, value, secrets, { inPlace, storedUrn }));
}

/** Converts a state of the hooks to plain JSON. Secrets that are no inputs are marked in place for the engine. */
export function separateState(
  schema: ResourceSchema,
  { inputs, outputs }: StoredState,
  { inPlace, urn, storedUrn }: Pick<MergedProperties, "inPlace" | "urn" | "storedUrn">,
): PropertyMap {
  const declared = listMarkedPaths(schema, inputs);
  const secretOutputs: string[] = [];
  const { value, secrets } = extractSecrets(schema, ownProperties(outputs), (path) => {
    if (declared.has(path)) return inPlace.includes(path);
    secretOutputs.push(path);
    return true;
  });
  const result = joined(schema, value, secrets, { inPlace, storedUrn });
  if (urn !== undefined && urn !== storedUrn) result[META.currentUrn] = urn;
  if (Object.keys(schema.properties).some((name) => isComputed(schema, name)))
    result[STORED.declared] = listDeclared(inputs);
  if (secretOutputs.length > 0) result[META.secretOutputs] = secretOutputs;
  for (const name of [STORED.privateState, STORED.formerSecrets])
    if (name in outputs) result[name] = toSecretValue(reveal(outputs[name]));
  return toPlainJson(result);
}

function joined(
  schema: ResourceSchema,
  value: PropertyMap,
  secrets: Secrets,
  { inPlace, storedUrn }: Pick<MergedProperties, "inPlace" | "storedUrn">,
): PropertyMap {
  const result = { ...value };
  if (storedUrn !== undefined) result[META.urn] = storedUrn;
  const paths = inPlace.filter((path) => !isComputed(schema, path) || path in value);
  if (paths.length > 0) result[META.inPlace] = paths;
  const marked = Object.entries(secrets).map(([path, secret]) => [path, toSecretValue(secret)]);
  if (marked.length > 0) result[META.secrets] = Object.fromEntries(marked);
  return result;
}
