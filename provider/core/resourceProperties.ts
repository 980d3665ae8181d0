import type { PriorState, ResourceState } from "../contract/lifecycle.js";
import { toEngineData, toServiceData } from "../schema/colourMarks.js";
import { isObject, type Json, type PropertyMap, visitValues } from "../schema/json.js";
import type { ResourceSchema, Schema } from "../schema/keywords.js";
import { formatItemName, isAtOrBelow } from "../schema/path.js";
import { pickArguments, withResponseFields } from "../schema/project.js";
import { isSecret, PLACEHOLDER } from "../schema/secret.js";
import {
  asSecret,
  collectSecretTexts,
  collectTexts,
  listPaths,
  replaceValues,
  reveal,
} from "../schema/secretTree.js";
import type { KnownSecrets } from "../text/knownSecrets.js";

/** Arguments in which each secret value is a `Secret`. */
export interface ResourceInputs {
  value: PropertyMap;
  /**
   * Paths of secrets that the service may have and the program may not know, after an import or a change of the protocol. Until
   * an update has sent them, the program has to declare each of them, or omit the object that contains it.
   */
  requiredSecrets?: readonly Json[] | undefined;
}

export interface ResourceProperties extends ResourceInputs {
  /** Values of the service for fields that are not declared. For an update and a read, all values in the old state. */
  computed: PropertyMap;
  privateState: PropertyMap;
  secrets: string[];
  /** Secrets of an earlier program, which the service may still have. They are also in `secrets`. Default: none. */
  formerSecrets?: readonly string[];
  /** Paths of secret outputs in the state. Default: none. */
  secretOutputs?: ReadonlySet<string>;
  /** The URN, if it is known. */
  urn: string | undefined;
}

/** The new state of a resource, before it is encoded for the engine. */
export interface ResourceOutputs extends ResourceInputs {
  /** The arguments in `value`. All other properties are outputs. */
  inputs: PropertyMap;
  privateState: PropertyMap;
  /** Secrets that are needed until an update succeeds, because the service may still have them. */
  formerSecrets: readonly string[];
}

/** Converts a state to plain data, because decoding a response may have produced reserved names or values again. */
export function toPlainState(state: ResourceState): ResourceState {
  const { id, answer, privateState } = state;
  return {
    id: String(toEngineData(id)),
    answer: toEngineData(answer),
    ...(privateState && { privateState: toEngineData(privateState) }),
  };
}

/** Unwraps secrets, because a lifecycle works with plain values. */
export function revealArguments({ value }: ResourceInputs): PropertyMap {
  return reveal(value);
}

export function toServiceArguments(schema: ResourceSchema, value: PropertyMap): PropertyMap {
  return reveal(toServiceData(value, schema));
}

/** Completes the declared values with those of the response. */
export function createOutputs(
  schema: ResourceSchema,
  declared: ResourceProperties,
  { answer, privateState = declared.privateState }: ResourceState,
  secrets: KnownSecrets,
  formerSecrets: readonly string[] = [],
): ResourceOutputs {
  const inputs = pickArguments(schema, declared.value);
  const answered = withResponseFields(schema, inputs, answer);
  const value = hideSecrets(schema, answered, inputs, declared, secrets);
  return { value, inputs, privateState, formerSecrets };
}

/**
 * The state after a failed operation. The service may have the new or the former secrets, so the next operation has to know both.
 */
export function createFailedOutputs(
  schema: ResourceSchema,
  declared: ResourceProperties,
  state: ResourceState,
  secrets: KnownSecrets,
): ResourceOutputs {
  const current = new Set(collectSecretTexts(declared.value));
  const former = new Set(declared.secrets.filter((text) => !current.has(text)));
  return createOutputs(schema, declared, state, secrets, [...former]);
}

/** Outputs stay secrets unless the program now declares them in plain text. Outputs that repeat a secret become secrets. */
function hideSecrets(
  schema: ResourceSchema,
  outputs: PropertyMap,
  inputs: PropertyMap,
  { secretOutputs = new Set(), computed }: ResourceProperties,
  secrets: KnownSecrets,
): PropertyMap {
  const declared = listPaths(schema, inputs);
  const value = replaceValues(schema, outputs, (found, { path }) =>
    secretOutputs.has(path) && !declared.has(path) ? asSecret(found) : undefined,
  );
  return new Echoes(secrets, inputs, computed).hidden(undefined, value);
}

export function toPriorState(schema: ResourceSchema, state: ResourceProperties): PriorState {
  const value = toServiceArguments(schema, state.value);
  const args = pickArguments(schema, value);
  const outputs = Object.entries(value).filter(([name]) => !Object.hasOwn(args, name));
  return {
    args,
    outputs: { ...toServiceArguments(schema, state.computed), ...Object.fromEntries(outputs) },
    privateState: toServiceData(state.privateState),
  };
}

/** Adds values, private state and secrets of the old state. Secret outputs stay secrets. */
export function withPriorState(state: ResourceProperties, news: ResourceProperties): ResourceProperties {
  return {
    ...news,
    computed: { ...state.computed, ...state.value },
    privateState: state.privateState,
    secrets: [...news.secrets, ...state.secrets],
    secretOutputs: state.secretOutputs ?? new Set(),
  };
}

/** Creates a function that checks whether a path, or a parent of it, is a secret in the arguments or the state. */
export function createSecretPaths(
  schema: ResourceSchema,
  { value, computed, secretOutputs = new Set() }: ResourceProperties,
): (path: string) => boolean {
  let paths: string[] | undefined;
  return (path) => {
    paths ??= [
      ...[value, computed].flatMap((tree) => [...listPaths(schema, tree, isSecret)]),
      ...secretOutputs,
    ];
    return paths.some((one) => isAtOrBelow(path, one));
  };
}

/** Whether an undeclared argument has an output of the same name. */
export function isComputed(schema: ResourceSchema, name: string): boolean {
  return schema.properties[name]?.computed === true;
}

/**
 * A service may repeat a secret in another field, such as a fully qualified name, a tag or a variable. Such a value is a secret
 * too, unless the program also declares the same text in plain text.
 */
export class Echoes {
  /** Values and names that the program declares in plain text. */
  readonly #open: Set<Json>;
  /** Those that the state has in plain text. */
  readonly #stored: Set<Json>;

  /**
   * @param declared arguments with wrapped secrets
   * @param stored values in the state, with wrapped secrets. They do not become secrets because another resource has them as one:
   * a program may pass an output to a secret field of another resource
   */
  constructor(
    private readonly secrets: KnownSecrets,
    declared: Json,
    stored: Json = {},
  ) {
    this.#open = collectPlain(declared);
    this.#stored = collectPlain(stored);
  }

  /**
   * Turns values that repeat a secret into secrets. If a name in a map repeats one, the whole map becomes a secret, because paths
   * contain names. The same applies to a list whose schema defines the names of its items.
   */
  hidden(schema: ResourceSchema | undefined, properties: PropertyMap): PropertyMap {
    return replaceValues(schema, properties, (value, place) =>
      this.#repeats(value, place.schema) ? asSecret(value) : undefined,
    );
  }

  #repeats(value: Json, schema: Schema | undefined): boolean {
    if (Array.isArray(value))
      return value.some((item) => !isSecret(item) && this.#isEcho(formatItemName(schema, item)));
    if (isObject(value)) return Object.keys(value).some((name) => this.#isEcho(name));
    return this.#isEcho(value);
  }

  #isEcho(value: Json): boolean {
    if (typeof value !== "string" && typeof value !== "number") return false;
    if (value === PLACEHOLDER || this.#open.has(value)) return false;
    // The text of the service, in which marks are recognized.
    const text = String(toServiceData(value));
    return this.#stored.has(value) ? this.secrets.isContained(text) : this.secrets.isIn(text);
  }
}

/** All values and names outside of secrets. */
function collectPlain(root: Json): Set<Json> {
  const found = new Set<Json>();
  visitValues(root, (value, name) => void found.add(name).add(value));
  return found;
}

/** Texts in the private state under paths of secrets, such as earlier values of the same fields. They are secrets too. */
export function collectPrivateTexts(privateState: Json, paths: readonly string[]): string[] {
  return collectTexts(valuesNamed(privateState, paths));
}

function valuesNamed(privateState: Json, paths: readonly string[]): Json[] {
  if (!isObject(privateState)) return [];
  return Object.entries(privateState).flatMap(([name, value]) => {
    if (paths.includes(name)) return [value];
    // If a whole map is a secret, its names are secrets too.
    const map = paths.find((path) => name.startsWith(`${path}.`));
    return map === undefined ? valuesNamed(value, paths) : [{ [name.slice(map.length + 1)]: value }];
  });
}
