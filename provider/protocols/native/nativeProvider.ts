import { isDeepStrictEqual } from "node:util";
import {
  ENGINE_KEYS,
  isTokenKey,
  NAMESPACE,
  OWN_KEYS,
  type RawConfiguration,
  Settings,
} from "../../contract/configuration.js";
import type { Autonaming, Context, Lifecycle } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import type { Runtime } from "../../contract/runtime.js";
import { check } from "../../core/check.js";
import { diff } from "../../core/diff.js";
import { importResource } from "../../core/import.js";
import { type Lookup, runLookup } from "../../core/lookup.js";
import type { Failed, MessageLog } from "../../core/messages.js";
import { create, deleteResource, previewCreate, read, update } from "../../core/operations.js";
import { findArgumentProblem } from "../../core/providerArguments.js";
import { ResourceKind } from "../../core/resourceKind.js";
import { type ResourceProperties, withPriorState } from "../../core/resourceProperties.js";
import { HookError, runHook } from "../../core/runHook.js";
import { version } from "../../generated/version.js";
import { listChanges, listSilentChanges } from "../../schema/compare.js";
import { isSecretValue, toSecretValue } from "../../schema/engineValues.js";
import { isAbsent, type Json, mapValues, type PropertyMap, someValue } from "../../schema/json.js";
import { createDetailedDiff, createPreviewOutputs } from "./preview.js";
import {
  decodeInputs,
  decodeState,
  encodeInputs,
  encodeOutputs,
  encodePartialOutputs,
  withoutSecrets,
} from "./propertyCodec.js";
import { isStackConfiguration, listOwnArguments, withStackConfiguration } from "./stackConfiguration.js";

export interface NativeProviderOptions {
  lifecycles: readonly Lifecycle[];
  lookups: readonly Lookup<unknown>[];
  /** By the title of the resource. */
  listings?: Readonly<Record<string, Lookup<unknown>>>;
  runtime: Runtime;
  /** Where the messages about a resource go. */
  log(urn: string | undefined): MessageLog;
}

/** A state: what the engine keeps of a resource. */
export interface State {
  outputs: PropertyMap;
  inputs: PropertyMap;
}

export interface CheckedInputs {
  inputs: PropertyMap;
  /** Everything that is wrong, with its path. */
  failures: string[];
}

/** Options of an operation that the engine sends, beside its values. */
export interface OperationOptions {
  isPreview: boolean;
  /** The resource option `customTimeouts`; default: none. */
  timeoutSeconds?: number | undefined;
}

type Work<Result> = (context: Context, kind: ResourceKind) => Promise<Result> | Result;

/** An operation that failed although the service has the resource, or may have it: the engine keeps the state. */
export class InitError extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly state: State,
  ) {
    super(message);
  }
}

/** The methods of the provider protocol over plain JSON, for all kinds of resources: decoded, handed to the core, encoded. */
export class NativeProvider {
  readonly #kinds: ReadonlyMap<string, ResourceKind>;
  #configuration: RawConfiguration = { get: () => undefined };

  constructor(private readonly options: NativeProviderOptions) {
    const kinds = options.lifecycles.map((lifecycle) => new ResourceKind(lifecycle));
    this.#kinds = new Map(kinds.map((kind) => [kind.schema.title, kind]));
  }

  /**
   * @param values the provider's arguments, under their bare names
   * @param hasDefaultName whether the provider has a name of those that the engine makes of the stack's configuration
   */
  configure(values: PropertyMap, hasDefaultName: boolean): void {
    const known = withoutSecrets(values) as PropertyMap;
    const own = listOwnArguments(known, hasDefaultName).join(",");
    this.#configuration = {
      get(key) {
        if (key === OWN_KEYS) return own;
        const value = known[key.slice(NAMESPACE.length + 1)];
        return isAbsent(value) ? undefined : String(value);
      },
    };
  }

  /**
   * Each token is made a secret: the engine passes them as plain text, also if they are configured as secrets. The environment
   * wins over the stack's configuration, and the stack's configuration completes the arguments of other providers.
   */
  checkConfiguration(values: PropertyMap, hasDefaultName: boolean): CheckedInputs {
    const own = Object.entries(values).filter(([key]) => !ENGINE_KEYS.includes(key));
    const problems = own.flatMap(
      ([key, value]) => findArgumentProblem(key, withoutSecrets(value), ["number", "string"]) ?? [],
    );
    const isStack = hasDefaultName && isStackConfiguration(withoutSecrets(values) as PropertyMap);
    const complete = isStack ? values : withStackConfiguration(values, hasDefaultName);
    const inputs = mapValues(complete, (key, value) =>
      isTokenKey(key) && !isSecretValue(value) ? toSecretValue(value) : value,
    );
    return { inputs, failures: problems };
  }

  /** The engine takes a plugin that `Pulumi.yaml` or PATH names, whatever version the program asks for. */
  compareVersion(urn: string, requested: string): void {
    const own = version.split("-", 1)[0];
    if (requested !== own)
      this.options
        .log(urn)
        .warn(
          `the program asks for version ${requested} of the plugin, and this is ${own}: install the same version of the SDK and the plugin`,
        );
  }

  /** Whatever changes in the configuration, a resource stays the same one. */
  isConfigurationChanged(olds: PropertyMap, news: PropertyMap): boolean {
    return !isDeepStrictEqual(withoutSecrets(olds), withoutSecrets(news));
  }

  /** @param olds undefined for a new resource */
  check(
    urn: string,
    olds: PropertyMap | undefined,
    news: PropertyMap,
    autonaming?: Autonaming,
  ): Promise<CheckedInputs> {
    const before = olds && this.#decode(urn, olds);
    const after = this.#decode(urn, news);
    // The protocol does not say whether this is a preview. Nothing has been sent yet, so an update need not wait longer either.
    return this.#run("check", urn, after, async (asked, kind) => {
      const context = { ...asked, isPreview: true };
      const result = await check(kind, { before, after, isRetained: false, autonaming }, context);
      if ("failures" in result) return { inputs: {}, failures: result.failures };
      return { inputs: encodeInputs(result.inputs), failures: [] };
    });
  }

  /** @returns with the changes by path, as the engine has paths: none where an update is needed for another reason */
  diff(urn: string, id: string, state: State, news: PropertyMap) {
    const after = this.#decode(urn, news);
    return this.#run("diff", urn, after, (context, kind) => {
      const earlierInputs = this.#decode(urn, state.inputs).value;
      const result = diff(kind, id, this.#decodeState(urn, state), after, context, earlierInputs);
      const compared = [kind.schema, earlierInputs, after.value] as const;
      const shown = result.isNeeded ? [...listChanges(...compared), ...listSilentChanges(...compared)] : [];
      return { ...result, properties: createDetailedDiff(shown) };
    });
  }

  create(
    urn: string,
    news: PropertyMap,
    { isPreview, timeoutSeconds }: OperationOptions,
  ): Promise<{ id: string; outputs: PropertyMap }> {
    const inputs = this.#decode(urn, news);
    const work: Work<{ id: string; outputs: PropertyMap }> = async (context, kind) => {
      if (!isPreview) {
        const { id, outputs } = await create(kind, inputs, context);
        return { id, outputs: encodeOutputs(outputs) };
      }
      await previewCreate(kind, inputs, { ...context, isPreview });
      return { id: "", outputs: encodeOutputs(createPreviewOutputs(kind.schema, inputs, undefined)) };
    };
    return this.#run("create", urn, inputs, work, timeoutSeconds);
  }

  update(
    urn: string,
    id: string,
    state: State,
    news: PropertyMap,
    { isPreview, timeoutSeconds }: OperationOptions,
  ): Promise<PropertyMap> {
    const before = this.#decodeState(urn, state);
    const inputs = withPriorState(before, this.#decode(urn, news));
    const work: Work<PropertyMap> = async (context, kind) =>
      encodeOutputs(
        isPreview
          ? createPreviewOutputs(kind.schema, inputs, before)
          : (await update(kind, id, before, inputs, context)).outputs,
      );
    return this.#run("update", urn, inputs, work, timeoutSeconds);
  }

  read(
    urn: string,
    id: string,
    state: State,
    timeoutSeconds?: number,
  ): Promise<{ id: string; state: State } | "missing"> {
    const known = this.#decodeState(urn, state);
    const deadline = timeoutSeconds && this.options.runtime.clock.now() + timeoutSeconds * 1000;
    return this.#run("read", urn, known, async (asked, kind) => {
      const context = { ...asked, deadline };
      // No state knows the resource: an import, or a `get` of the program, which may give some arguments.
      const isNew = kind.schema.required?.every((name) => !isAbsent(state.inputs[name])) !== true;
      const found = await (isNew ? importResource(kind, id, known, context) : read(kind, id, known, context));
      if (found === "missing") return "missing";
      return {
        id: found.id,
        state: { inputs: encodeInputs(found.inputs), outputs: encodeOutputs(found.outputs) },
      };
    });
  }

  delete(urn: string, id: string, state: State, timeoutSeconds?: number): Promise<void> {
    const known = this.#decodeState(urn, state);
    const work: Work<void> = (context, kind) => deleteResource(kind, id, known, context);
    return this.#run("delete", urn, known, work, timeoutSeconds);
  }

  /** The engine takes no unknown values from a function: without a token it fails in a preview, too. */
  async invoke(token: string, args: PropertyMap, isPreview = false): Promise<PropertyMap> {
    const lookup = this.options.lookups.find(({ name }) => name === titleOfType(token));
    if (lookup === undefined) throw new ProviderError(`the package has no function ${token}.`);
    const { list } = lookup.describe();
    const answer = await this.#ask(lookup, args, isPreview);
    const object = list === undefined ? inCamelCase(answer as PropertyMap) : { [list]: answer };
    return someValue(args, isSecretValue) ? mapValues(object, (_, value) => toSecretValue(value)) : object;
  }

  /** The objects that a resource of this type can be imported as: for each its id and its name. */
  async list(type: string, query: PropertyMap): Promise<{ id: string; name: string }[]> {
    const listing = this.options.listings?.[titleOfType(type)];
    if (listing === undefined) throw new ProviderError(`the package has no list of ${type}.`);
    return (await this.#ask(listing, query)) as { id: string; name: string }[];
  }

  #ask(lookup: Lookup<unknown>, args: PropertyMap, isPreview = false): Promise<Json> {
    const isSecret = someValue(args, isSecretValue);
    const settings = new Settings(this.#configuration);
    const { runtime, log } = this.options;
    const context = { settings, runtime, log: log(undefined), isSecret, isPreview };
    return runLookup(lookup, withoutSecrets(args) as PropertyMap, context);
  }

  #kind(urn: string): ResourceKind {
    const kind = this.#kinds.get(titleOf(urn));
    if (kind === undefined) throw new ProviderError(`the package has no resource of the type of ${urn}.`);
    return kind;
  }

  #decode(urn: string, properties: PropertyMap): ResourceProperties {
    return decodeInputs(this.#kind(urn).schema, properties, urn);
  }

  #decodeState(urn: string, { outputs, inputs }: State): ResourceProperties {
    return decodeState(this.#kind(urn).schema, outputs, inputs, urn);
  }

  async #run<Result>(
    operation: Failed["operation"],
    urn: string,
    properties: ResourceProperties,
    work: Work<Result>,
    timeoutSeconds?: number,
  ): Promise<Result> {
    const kind = this.#kind(urn);
    const settings = new Settings(this.#configuration);
    const { runtime, log } = this.options;
    const environment = { runtime, settings, timeoutSeconds, log: log(urn) };
    try {
      return await runHook(kind, operation, properties, environment, (context) => work(context, kind));
    } catch (error) {
      if (!(error instanceof HookError) || error.state === undefined) throw error;
      const { id, outputs } = error.state;
      const inputs = encodeInputs({ value: outputs.inputs });
      throw new InitError(error.message, id, { inputs, outputs: encodePartialOutputs(outputs) });
    }
  }
}

/** `ContainerGroup` of `urn:pulumi:dev::shop::acme:index:Shop$vendorcloud:index:ContainerGroup::web`. */
function titleOf(urn: string): string {
  return titleOfType(urn.split("::")[2] ?? "");
}

function titleOfType(type: string): string {
  return type.slice(type.lastIndexOf(":") + 1);
}

/** Names of the app service have underscores. SDKs write the names of the package schema in the spelling of their language. */
function inCamelCase(profile: PropertyMap): PropertyMap {
  const rename = (name: string): string => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(profile).map(([name, value]) => [rename(name), value]));
}
