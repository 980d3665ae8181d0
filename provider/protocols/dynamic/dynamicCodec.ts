import {
  collectPrivateTexts,
  isComputed,
  type ResourceInputs,
  type ResourceOutputs,
  type ResourceProperties,
} from "../../core/resourceProperties.js";
import { META, toSecretValue } from "../../schema/engineValues.js";
import { isAbsent, type PropertyMap, toPlainJson } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { isSecret } from "../../schema/secret.js";
import {
  asSecret,
  collectSecretTexts,
  collectTexts,
  listMarkedPaths,
  replaceValues,
  reveal,
} from "../../schema/secretTree.js";
import { extractSecrets, mergeSecrets, type Secrets, ungroup } from "./extractedSecrets.js";

export interface DecodedProperties extends ResourceProperties {
  /** Paths of the secrets that the program marked outside of lists, also of those without a value. They stay in place. */
  inPlace: readonly string[];
  /** The URN in the inputs, which does not change when an alias renames the resource. */
  storedUrn: string | undefined;
  /** The properties that the host adds to a hook's result, but not to its error. */
  handler: PropertyMap;
}

/**
 * Decodes properties: merges secrets back, and removes names that begin with `__`.
 *
 * @param earlier old properties, with the secrets of placeholders that `ignoreChanges` has restored
 */
export function decodeProperties(
  schema: ResourceSchema,
  properties: PropertyMap,
  earlier: PropertyMap = {},
): DecodedProperties {
  const declared = properties[META.declared];
  const isUndeclared = (name: string): boolean =>
    Array.isArray(declared) && isComputed(schema, name) && !declared.includes(name);
  const all = Object.entries(properties).filter(([name]) => !name.startsWith("__"));
  const own = Object.fromEntries(all.filter(([name]) => !isUndeclared(name)));
  const others = Object.fromEntries(all.filter(([name]) => isUndeclared(name)));
  const privateState = (properties[META.privateState] ?? {}) as PropertyMap;
  const extracted = properties[META.secrets];
  const inPlace = (properties[META.inPlace] ?? []) as string[];
  const isInPlace = new Set(inPlace);
  const withSecretsInPlace = (tree: PropertyMap): PropertyMap => {
    if (isInPlace.size === 0) return tree;
    return replaceValues(schema, tree, (found, { path }) => {
      return isSecret(found) || !isInPlace.has(path) ? undefined : asSecret(found);
    });
  };
  const value = withSecretsInPlace(mergeSecrets(schema, own, extracted, earlier[META.secrets]));
  const computed = withSecretsInPlace(others);
  const secretOutputs = new Set((properties[META.secretOutputs] ?? []) as string[]);
  const formerSecrets = collectTexts(properties[META.formerSecrets]);
  const storedUrn = properties[META.urn] as string | undefined;
  return {
    value,
    computed,
    privateState,
    inPlace,
    secrets: [
      ...new Set([
        ...collectPrivateTexts(privateState, inPlace),
        ...[extracted, earlier[META.secrets]].flatMap((one) => collectTexts(Object.values(ungroup(one)))),
        ...collectSecretTexts([value, computed]),
        ...collectTextsAt(schema, { ...value, ...computed }, secretOutputs),
        ...formerSecrets,
      ]),
    ],
    formerSecrets,
    secretOutputs: new Set([...secretOutputs, ...inPlace, ...Object.keys(ungroup(extracted))]),
    urn: (properties[META.currentUrn] as string | undefined) ?? storedUrn,
    storedUrn,
    handler: META.handler in properties ? { [META.handler]: properties[META.handler] } : {},
  };
}

/** The texts of outputs that are secrets in the state. Hooks get them without secret marks. */
function collectTextsAt(schema: ResourceSchema, outputs: PropertyMap, paths: ReadonlySet<string>): string[] {
  if (paths.size === 0) return [];
  const texts: string[] = [];
  replaceValues(schema, outputs, (found, { path }) => {
    if (paths.has(path)) texts.push(...collectTexts(reveal(found)));
  });
  return texts;
}

/** Keeps a field a secret if the state has it as a secret input in place and it is now an output. */
export function withPriorInPlace(
  schema: ResourceSchema,
  before: DecodedProperties,
  inputs: DecodedProperties,
): DecodedProperties {
  const undeclared = before.inPlace.filter(
    (path) => isComputed(schema, path) && isAbsent(inputs.value[path]),
  );
  return { ...inputs, inPlace: [...new Set([...inputs.inPlace, ...undeclared])] };
}

/** Encodes inputs as plain JSON. Secrets are extracted, or marked in place for the engine. */
export function encodeProperties(
  schema: ResourceSchema,
  { value, inPlace }: ResourceInputs & Pick<DecodedProperties, "inPlace">,
  storedUrn: string | undefined,
): PropertyMap {
  const { value: shown, secrets } = extractSecrets(schema, value, (path) => inPlace.includes(path));
  return encoded(schema, shown, secrets, inPlace, storedUrn);
}

/** Encodes a state as plain JSON. Secrets that are no inputs are marked in place for the engine. */
export function encodeOutputs(
  schema: ResourceSchema,
  { value, inputs, privateState, formerSecrets }: ResourceOutputs,
  { inPlace, urn, storedUrn }: Pick<DecodedProperties, "inPlace" | "urn" | "storedUrn">,
): PropertyMap {
  const declared = listMarkedPaths(schema, inputs);
  const secretOutputs: string[] = [];
  const { value: shown, secrets } = extractSecrets(schema, value, (path) => {
    if (declared.has(path)) return inPlace.includes(path);
    secretOutputs.push(path);
    return true;
  });
  const result = encoded(schema, shown, secrets, inPlace, storedUrn);
  if (urn !== undefined && urn !== storedUrn) result[META.currentUrn] = urn;
  if (Object.keys(schema.properties).some((name) => isComputed(schema, name))) {
    result[META.declared] = Object.keys(inputs).filter((name) => !isAbsent(inputs[name]));
  }
  if (secretOutputs.length > 0) result[META.secretOutputs] = secretOutputs;
  if (formerSecrets.length > 0) result[META.formerSecrets] = toSecretValue([...formerSecrets]);
  if (Object.keys(privateState).length > 0)
    result[META.privateState] = toSecretValue(toPlainJson(privateState));
  return result;
}

function encoded(
  schema: ResourceSchema,
  properties: PropertyMap,
  secrets: Secrets,
  inPlace: readonly string[],
  storedUrn: string | undefined,
): PropertyMap {
  const result = { ...properties };
  if (storedUrn !== undefined) result[META.urn] = storedUrn;
  const paths = inPlace.filter((path) => !isComputed(schema, path) || path in properties);
  if (paths.length > 0) result[META.inPlace] = paths;
  const marked = Object.entries(secrets).map(([path, secret]) => [path, toSecretValue(secret)]);
  if (marked.length > 0) result[META.secrets] = Object.fromEntries(marked);
  return toPlainJson(result);
}
