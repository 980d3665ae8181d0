import { isDeepStrictEqual } from "node:util";
import { ENGINE_KEYS, isTokenKey, NAMESPACE, OWN_KEYS } from "../../contract/configuration.js";
import type { Autonaming, Lifecycle } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import type { Runtime } from "../../contract/runtime.js";
import { type RawConfiguration, Settings } from "../../contract/settings.js";
import { readUrn } from "../../contract/urn.js";
import {
  type CheckedInputs,
  type HookResult,
  type OperationOptions,
  ResourceHooks,
} from "../../core/hooks.js";
import type { MessageLog } from "../../core/log.js";
import { findArgumentProblem } from "../../core/providerArguments.js";
import { HookError } from "../../core/runHook.js";
import { runQuery, type ServiceQuery } from "../../core/serviceQuery.js";
import type { StoredState } from "../../core/storedProperties.js";
import { version } from "../../generated/version.js";
import { isAbsent, type Json, mapValues, type PropertyMap } from "../../schema/json.js";
import type { ResourceSchema } from "../../schema/keywords.js";
import { asSecret, holdsSecret, reveal } from "../../schema/secretTree.js";
import { createDetailedDiff } from "./detailedDiff.js";
import { translateInputs, translateState } from "./nativeCodec.js";
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

type Checked = Pick<CheckedInputs, "inputs" | "failures">;

/** The methods of the provider protocol. Properties have a `Secret` in the place of each secret. */
export class NativeProvider {
  readonly #hooks: ReadonlyMap<string, ResourceHooks>;
  #configuration: RawConfiguration = { get: () => undefined, signInCommand: findSignInCommand() };

  constructor(private readonly options: NativeProviderOptions) {
    const settings = (): Settings => new Settings(this.#configuration);
    const hooksOf = (lifecycle: Lifecycle): ResourceHooks => {
      const log = (urn: string | undefined): MessageLog => adviseInPython(options.log(urn), lifecycle.schema);
      return new ResourceHooks(lifecycle, { runtime: options.runtime, settings, log });
    };
    this.#hooks = new Map(options.lifecycles.map((one) => [one.schema.title, hooksOf(one)]));
  }

  /**
   * @param values the provider's arguments, by name without the namespace
   * @param hasDefaultName whether the name is that of a default provider, which the engine creates from the stack's configuration
   */
  configure(values: PropertyMap, hasDefaultName: boolean): void {
    const known = reveal(values);
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
  checkConfiguration(values: PropertyMap, hasDefaultName: boolean): Checked {
    const own = Object.entries(values).filter(([key]) => !ENGINE_KEYS.includes(key));
    const problems = own.flatMap(
      ([key, value]) => findArgumentProblem(key, reveal(value), ["number", "string"]) ?? [],
    );
    const isStack = hasDefaultName && isStackConfiguration(reveal(values));
    const complete = isStack ? values : withStackConfiguration(values, hasDefaultName);
    const inputs = mapValues(complete, (key, value) => (isTokenKey(key) ? asSecret(value) : value));
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
    return !isDeepStrictEqual(reveal(olds), reveal(news));
  }

  /** @param olds undefined for a new resource */
  check(
    urn: string,
    olds: PropertyMap | undefined,
    news: PropertyMap,
    autonaming?: Autonaming,
  ): Promise<Checked> {
    const hooks = this.#hooksOf(urn);
    const { schema } = hooks.kind;
    const request = {
      olds: olds && translateInputs(schema, olds),
      news: translateInputs(schema, news),
      // The protocol does not say whether this is a preview. An update fails as fast as one here, since nothing has been sent yet.
      isPreview: true,
      autonaming,
    };
    return withAdvice(hooks, () => hooks.check(urn, request)).then(
      ({ inputs, failures }) => ({
        inputs,
        failures: failures.map((failure) => withPythonNames(failure, schema)),
      }),
      (error: Error) => ({ inputs: {}, failures: [error.message] }),
    );
  }

  /** @returns also the changes by path in the engine's syntax; none if the inputs do not show why an update is needed */
  async diff(urn: string, id: string, state: StoredState, news: PropertyMap) {
    const hooks = this.#hooksOf(urn);
    const { schema } = hooks.kind;
    const [before, inputs] = [translateState(schema, state), translateInputs(schema, news)];
    const result = await withAdvice(hooks, () => hooks.diff(urn, id, before, inputs));
    return { ...result, properties: createDetailedDiff(result.lines) };
  }

  create(urn: string, news: PropertyMap, options: OperationOptions): Promise<HookResult> {
    const hooks = this.#hooksOf(urn);
    return withAdvice(hooks, () => hooks.create(urn, translateInputs(hooks.kind.schema, news), options));
  }

  update(
    urn: string,
    id: string,
    state: StoredState,
    news: PropertyMap,
    options: OperationOptions,
  ): Promise<HookResult> {
    const hooks = this.#hooksOf(urn);
    const { schema } = hooks.kind;
    const [before, inputs] = [translateState(schema, state), translateInputs(schema, news)];
    return withAdvice(hooks, () => hooks.update(urn, id, before, inputs, options));
  }

  read(
    urn: string,
    id: string,
    state: StoredState,
    timeoutSeconds?: number,
  ): Promise<HookResult | "missing"> {
    const hooks = this.#hooksOf(urn);
    const known = translateState(hooks.kind.schema, state);
    return withAdvice(hooks, () => hooks.read(urn, id, known, { timeoutSeconds }));
  }

  delete(urn: string, id: string, state: StoredState, timeoutSeconds?: number): Promise<void> {
    const hooks = this.#hooksOf(urn);
    const known = translateState(hooks.kind.schema, state);
    return withAdvice(hooks, () => hooks.delete(urn, id, known, { timeoutSeconds }));
  }

  /** Fails in a preview without a token, because a function cannot return unknown values to the engine. */
  async invoke(token: string, args: PropertyMap, isPreview = false): Promise<PropertyMap> {
    const query = this.options.queries.find(({ name }) => name === titleOfType(token));
    if (query === undefined) throw new ProviderError(`the package has no function ${token}.`);
    const { list } = query.describe();
    const answer = await this.#ask(query, args, isPreview);
    const object = list === undefined ? inCamelCase(answer as PropertyMap) : { [list]: answer };
    return holdsSecret(args) ? mapValues(object, (_, value) => asSecret(value)) : object;
  }

  /** Lists the objects that can be imported as this type. The id is the one to import with. */
  async list(type: string, query: PropertyMap): Promise<{ id: string; name: string }[]> {
    const listing = this.options.listings?.[titleOfType(type)];
    if (listing === undefined) throw new ProviderError(`the package has no list of ${type}.`);
    return (await this.#ask(listing, query)) as { id: string; name: string }[];
  }

  #ask(query: ServiceQuery<unknown>, args: PropertyMap, isPreview = false): Promise<Json> {
    const isSecret = holdsSecret(args);
    const settings = new Settings(this.#configuration);
    const { runtime, log } = this.options;
    const context = { settings, runtime, log: log(undefined), isSecret, isPreview };
    return runQuery(query, reveal(args), context);
  }

  #hooksOf(urn: string): ResourceHooks {
    const hooks = this.#hooks.get(titleOfType(readUrn(urn).type));
    if (hooks === undefined) throw new ProviderError(`the package has no resource of the type of ${urn}.`);
    return hooks;
  }
}

/** Adds to the message of an error the names that it tells to use, as SDKs for Python have them. */
function withAdvice<Result>({ kind }: ResourceHooks, hook: () => Promise<Result>): Promise<Result> {
  return hook().catch((error) => {
    if (!(error instanceof HookError)) throw error;
    throw new HookError(withAdvisedNames(error.message, kind.schema), error.kept);
  });
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
