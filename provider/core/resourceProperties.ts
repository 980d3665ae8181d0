import type { PriorState, ResourceState } from "../contract/lifecycle.js";
import { asData, asText } from "../schema/engineValues.js";
import { isObject, type Json, type PropertyMap, visitValues } from "../schema/json.js";
import type { ResourceSchema, Schema } from "../schema/keywords.js";
import { formatItemName } from "../schema/path.js";
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
  /** Among them those of an earlier program, which the service may still have. Default: none. */
  formerSecrets?: readonly string[];
  /** Paths of the secrets among the outputs in the state. Default: none. */
  secretOutputs?: ReadonlySet<string>;
  /** The URN of the resource as far as it is known. */
  urn: string | undefined;
}

/** A resource's new state, to be encoded for the engine. */
export interface ResourceOutputs extends ResourceInputs {
  /** The arguments among `value`; everything else is an output. */
  inputs: PropertyMap;
  privateState: PropertyMap;
  /** Secrets to know until an update has succeeded: the service may still have them. */
  formerSecrets: readonly string[];
}

/** Makes plain data of a state: decoding an answer may have produced reserved names or values again. */
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

/** Declared values as they were declared, completed by what the service answers. */
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

/** A state as it was, where the service cannot tell. */
export function keepOutputs(
  schema: ResourceSchema,
  state: ResourceProperties,
  secrets: KnownSecrets,
): ResourceOutputs {
  const { privateState, formerSecrets = [] } = state;
  const inputs = pickArguments(schema, state.value);
  const value = hideSecrets(schema, { ...state.computed, ...state.value }, inputs, state, secrets);
  return { value, inputs, privateState, formerSecrets };
}

/**
 * The state after an operation that failed: the service may have the new secrets or the former ones, and the next operation
 * has to know both.
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

/** An output stays a secret where it was one, unless the program now declares it openly; so does a repeated secret. */
function hideSecrets(
  schema: ResourceSchema,
  outputs: PropertyMap,
  inputs: PropertyMap,
  { secretOutputs = new Set() }: ResourceProperties,
  secrets: KnownSecrets,
): PropertyMap {
  const declared = listPaths(schema, inputs);
  const value = replaceValues(schema, outputs, (found, { path }) =>
    secretOutputs.has(path) && !declared.has(path) ? asSecret(found) : undefined,
  );
  return new Echoes(secrets, inputs).hidden(undefined, value);
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
    secretOutputs: before.secretOutputs ?? new Set(),
  };
}

/** Whether the value at a path, or one that holds it, is a secret of the arguments or of the state. */
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
    return paths.some((one) => one === path || path.startsWith(`${one}.`) || path.startsWith(`${one}[`));
  };
}

/** Whether an argument has an output of the same name while it is not declared. */
export function isComputed(schema: ResourceSchema, name: string): boolean {
  return schema.properties[name]?.computed === true;
}

/**
 * A service may repeat a secret in another field: a fully qualified name, a tag, another variable. What holds one is as
 * secret as the field that it was declared in, unless the program declares the same text openly.
 */
export class Echoes {
  /** Texts that the program shows itself: values and names. */
  readonly #open = new Set<Json>();

  /** @param declared arguments, with their secrets */
  constructor(
    private readonly secrets: KnownSecrets,
    declared: Json,
  ) {
    visitValues(declared, (value, name) => void this.#open.add(name).add(value));
  }

  /**
   * Properties in which every value that repeats a secret is a secret. No name in a path repeats one: then the map is a
   * secret as a whole, and the list where a schema tells the names of its items.
   */
  hidden(schema: ResourceSchema | undefined, properties: PropertyMap): PropertyMap {
    return replaceValues(schema, properties, (value, place) =>
      this.#repeats(value, place.schema) ? asSecret(value) : undefined,
    );
  }

  #repeats(value: Json, schema: Schema | undefined): boolean {
    if (Array.isArray(value)) return value.some((item) => this.#isEcho(formatItemName(schema, item)));
    if (isObject(value)) return Object.keys(value).some((name) => this.#isEcho(name));
    return this.#isEcho(value);
  }

  #isEcho(value: Json): boolean {
    if (typeof value !== "string" && typeof value !== "number") return false;
    return value !== PLACEHOLDER && !this.#open.has(value) && this.secrets.isIn(String(value));
  }
}

/** Texts in the private state under paths of secrets, such as earlier values of the same fields: they are secrets, too. */
export function collectPrivateTexts(privateState: Json, paths: readonly string[]): string[] {
  return collectTexts(valuesNamed(privateState, paths));
}

function valuesNamed(privateState: Json, paths: readonly string[]): Json[] {
  if (!isObject(privateState)) return [];
  return Object.entries(privateState).flatMap(([name, value]) => {
    if (paths.includes(name)) return [value];
    // Of a map that is a secret as a whole its names are secrets, too.
    const map = paths.find((path) => name.startsWith(`${path}.`));
    return map === undefined ? valuesNamed(value, paths) : [{ [name.slice(map.length + 1)]: value }];
  });
}
