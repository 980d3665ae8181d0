import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { quote } from "../../contract/commands.js";
import { ENGINE_KEYS, isTokenKey, NAMESPACE, OWN_KEYS } from "../../contract/configuration.js";
import type { Lifecycle } from "../../contract/lifecycle.js";
import { ProviderError } from "../../contract/providerError.js";
import type { Runtime } from "../../contract/runtime.js";
import { type RawConfiguration, Settings } from "../../contract/settings.js";
import { readUrn } from "../../contract/urn.js";
import { type CheckedInputs, type HookHost, ResourceHooks } from "../../core/hooks.js";
import type { MessageLog } from "../../core/log.js";
import { findArgumentProblem } from "../../core/providerArguments.js";
import { runQuery, type ServiceQuery } from "../../core/serviceQuery.js";
import { version } from "../../generated/version.js";
import { isAbsent, type Json, mapValues, type PropertyMap } from "../../schema/json.js";
import { asSecret, holdsSecret, reveal } from "../../schema/secretTree.js";
import { findHiddenSecrets } from "./detailedDiff.js";
import { translateState } from "./nativeCodec.js";
import { withAdvisedNames, withPythonNames } from "./pythonNames.js";
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

/**
 * What the provider protocol needs: the hooks of each resource, the provider's own configuration, and functions. Properties have a
 * `Secret` in the place of each secret.
 */
export class NativeProvider {
  readonly #hooks: ReadonlyMap<string, ResourceHooks>;
  #configuration: RawConfiguration = { get: () => undefined, signInCommand: findSignInCommand() };

  constructor(private readonly options: NativeProviderOptions) {
    const { runtime, log, lifecycles } = options;
    const host: HookHost = {
      ...{ runtime, log, settings: () => new Settings(this.#configuration) },
      ...{ translate: translateState, findHiddenSecrets },
      complete: { problem: withPythonNames, message: withAdvisedNames },
    };
    this.#hooks = new Map(lifecycles.map((one) => [one.schema.title, new ResourceHooks(one, host)]));
  }

  /** @throws ProviderError if the package has no such resource */
  hooksOf(urn: string): ResourceHooks {
    const hooks = this.#hooks.get(titleOfType(readUrn(urn).type));
    if (hooks === undefined) throw new ProviderError(`the package has no resource of the type of ${urn}.`);
    return hooks;
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
  checkConfiguration(values: PropertyMap, hasDefaultName: boolean): CheckedInputs {
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
}

/**
 * The command that signs in with `vendorcloud` of the archive that this plugin is from, which is beside the plugin.
 *
 * @returns undefined: the plugin of the npm package
 */
function findSignInCommand(): string | undefined {
  const command = join(
    dirname(process.argv[1] ?? ""),
    process.platform === "win32" ? "vendorcloud.cmd" : "vendorcloud",
  );
  if (!existsSync(command)) return undefined;
  return `${/[^\w./\\:~-]/.test(command) ? quote(command) : command} login`;
}

function titleOfType(type: string): string {
  return type.slice(type.lastIndexOf(":") + 1);
}

/** The app service's names have underscores. Names in a package schema need camel case, which each SDK converts. */
function inCamelCase(profile: PropertyMap): PropertyMap {
  const rename = (name: string): string => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(profile).map(([name, value]) => [rename(name), value]));
}
