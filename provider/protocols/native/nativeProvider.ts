import { isDeepStrictEqual } from "node:util";
import { ENGINE_KEYS, isTokenKey, NAMESPACE, OWN_KEYS } from "../../contract/configuration.js";
import type { Autonaming, Context, Lifecycle } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import type { Runtime } from "../../contract/runtime.js";
import { type RawConfiguration, Settings } from "../../contract/settings.js";
import { readUrn } from "../../contract/urn.js";
import { check } from "../../core/check.js";
import { diff } from "../../core/diff.js";
import type { Failed } from "../../core/failure.js";
import { importResource } from "../../core/import.js";
import type { MessageLog } from "../../core/log.js";
import { create, deleteResource, previewCreate, read, update } from "../../core/operations.js";
import { findArgumentProblem } from "../../core/providerArguments.js";
import { ResourceKind } from "../../core/resourceKind.js";
import { type ResourceProperties, withPriorState } from "../../core/resourceProperties.js";
import { HookError, runHook } from "../../core/runHook.js";
import { runQuery, type ServiceQuery } from "../../core/serviceQuery.js";
import { version } from "../../generated/version.js";
import { listChanges, listSilentChanges } from "../../schema/compare.js";
import { isSecretValue, toSecretValue } from "../../schema/engineValues.js";
import { isAbsent, type Json, mapValues, type PropertyMap, someValue } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import {
  decodeInputs,
  decodeState,
  encodeInputs,
  encodeOutputs,
  encodePartialOutputs,
  withoutSecrets,
} from "./nativeCodec.js";
import { createDetailedDiff, createPreviewOutputs } from "./preview.js";
import { withAdvisedNames, withPythonNames } from "./pythonNames.js";
import { findSignInCommand } from "./signInCommand.js";
import { isStackConfiguration, listOwnArguments, withStackConfiguration } from "./stackConfiguration.js";

export interface NativeProviderOptions {
  lifecycles: readonly Lifecycle[];
  queries: readonly ServiceQuery<unknown>[];
  /** Queries that list importable objects, by the title of the resource. */
  listings?: Readonly<Record<string, ServiceQuery<unknown>>>;
  runtime: Runtime;
  /** @param urn of the resource that the messages are about; undefined for a function */
  log(urn: string | undefined): MessageLog;
}

export interface State {
  outputs: PropertyMap;
  inputs: PropertyMap;
}

export interface CheckedInputs {
  inputs: PropertyMap;
  /** One text for each problem, with its path. */
  failures: string[];
}

export interface OperationOptions {
  isPreview: boolean;
  /** From the resource option `customTimeouts`. Default: no time-out. */
  timeoutSeconds?: number | undefined;
}

function failed(failures: string[]): CheckedInputs {
  return { inputs: {}, failures };
}

type Work<Result> = (context: Context, kind: ResourceKind) => Promise<Result> | Result;

/** A failed operation after which the service has, or may have, the resource. The engine then keeps the state. */
export class InitError extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly state: State,
  ) {
    super(message);
  }
}

/** The methods of the provider protocol on plain JSON. Each decodes properties, calls the core and encodes the result. */
export class NativeProvider {
  readonly #kinds: ReadonlyMap<string, ResourceKind>;
  #configuration: RawConfiguration = { get: () => undefined, signInCommand: findSignInCommand() };

  constructor(private readonly options: NativeProviderOptions) {
    const kinds = options.lifecycles.map((lifecycle) => new ResourceKind(lifecycle));
    this.#kinds = new Map(kinds.map((kind) => [kind.schema.title, kind]));
  }

  /**
   * @param values the provider's arguments, by name without the namespace
   * @param hasDefaultName whether the name is that of a default provider, which the engine creates from the stack's configuration
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
      signInCommand: findSignInCommand(),
    };
  }

  /**
   * Checks the provider's arguments. The stack's configuration completes those of an explicit provider. Tokens become
   * secrets, because the engine passes even secret configuration as plain text.
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

  /** Warns about a wrong version, because the engine does not check that of a plugin from `Pulumi.yaml` or PATH. */
  compareVersion(urn: string, requested: string): void {
    const own = version.split("-", 1)[0];
    if (requested !== own)
      this.options
        .log(urn)
        .warn(
          `the program requires version ${requested} of the plugin, but this is version ${own}: install the same version of the SDK and the plugin`,
        );
  }

  /** A changed configuration never replaces resources. */
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
    // The protocol does not say whether this is a preview. An update fails as fast as one here, since nothing has been sent yet.
    const work: Work<CheckedInputs> = async (common, kind) => {
      const context = { ...common, isPreview: true };
      const result = await check(kind, { before, after, isRetained: false, autonaming }, context);
      if ("failures" in result)
        return failed(result.failures.map((failure) => withPythonNames(failure, kind.schema)));
      return { inputs: encodeInputs(result.inputs), failures: [] };
    };
    return this.#run("check", urn, after, work).catch((error: Error) => failed([error.message]));
  }

  /** @returns also the changes by path in the engine's syntax; none if the inputs do not show why an update is needed */
  diff(urn: string, id: string, state: State, news: PropertyMap) {
    const after = this.#decode(urn, news);
    return this.#run("diff", urn, after, (context, kind) => {
      const earlierInputs = this.#decode(urn, state.inputs).value;
      const result = diff(kind, id, this.#decodeState(urn, state), after, context, earlierInputs);
      const compared = [kind.schema, earlierInputs, after.value] as const;
      const shown = result.isNeeded ? [...listChanges(...compared), ...listSilentChanges(...compared)] : [];
      // After a refused replacement, the compared inputs are those of the object that was not created.
      const replaces = new Set(result.changes.filter(({ createOnly }) => createOnly).map(({ path }) => path));
      const lines = shown.map((change) => ({ ...change, createOnly: replaces.has(change.path) }));
      return { ...result, properties: createDetailedDiff(lines) };
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
    return this.#run("read", urn, known, async (common, kind) => {
      const context = { ...common, deadline };
      const readOrImport = kind.isInState(known) ? read : importResource;
      const found = await readOrImport(kind, id, known, context);
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

  /** Fails in a preview without a token, because a function cannot return unknown values to the engine. */
  async invoke(token: string, args: PropertyMap, isPreview = false): Promise<PropertyMap> {
    const query = this.options.queries.find(({ name }) => name === titleOfType(token));
    if (query === undefined) throw new ProviderError(`the package has no function ${token}.`);
    const { list } = query.describe();
    const answer = await this.#ask(query, args, isPreview);
    const object = list === undefined ? inCamelCase(answer as PropertyMap) : { [list]: answer };
    return someValue(args, isSecretValue) ? mapValues(object, (_, value) => toSecretValue(value)) : object;
  }

  /** Lists the objects that can be imported as this type. The id is the one to import with. */
  async list(type: string, query: PropertyMap): Promise<{ id: string; name: string }[]> {
    const listing = this.options.listings?.[titleOfType(type)];
    if (listing === undefined) throw new ProviderError(`the package has no list of ${type}.`);
    return (await this.#ask(listing, query)) as { id: string; name: string }[];
  }

  #ask(query: ServiceQuery<unknown>, args: PropertyMap, isPreview = false): Promise<Json> {
    const isSecret = someValue(args, isSecretValue);
    const settings = new Settings(this.#configuration);
    const { runtime, log } = this.options;
    const context = { settings, runtime, log: log(undefined), isSecret, isPreview };
    return runQuery(query, withoutSecrets(args) as PropertyMap, context);
  }

  #kind(urn: string): ResourceKind {
    const kind = this.#kinds.get(titleOfType(readUrn(urn).type));
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
    const environment = { runtime, settings, timeoutSeconds, log: adviseInPython(log(urn), kind.schema) };
    try {
      return await runHook(kind, operation, properties, environment, (context) => work(context, kind));
    } catch (error) {
      if (!(error instanceof HookError)) throw error;
      const message = withAdvisedNames(error.message, kind.schema);
      if (error.state === undefined) throw new HookError(message);
      const { id, outputs } = error.state;
      const inputs = encodeInputs({ value: outputs.inputs });
      throw new InitError(message, id, { inputs, outputs: encodePartialOutputs(outputs) });
    }
  }
}

function adviseInPython(log: MessageLog, schema: ResourceSchema): MessageLog {
  return {
    progress: (text) => log.progress(text),
    info: (text) => log.info(withAdvisedNames(text, schema)),
    warn: (text) => log.warn(withAdvisedNames(text, schema)),
    sent: () => log.sent(),
  };
}

function titleOfType(type: string): string {
  return type.slice(type.lastIndexOf(":") + 1);
}

/** The app service's names have underscores. Names in a package schema need camel case, which each SDK converts. */
function inCamelCase(profile: PropertyMap): PropertyMap {
  const rename = (name: string): string => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(profile).map(([name, value]) => [rename(name), value]));
}
